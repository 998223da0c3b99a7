"""Scores settings on data sets, with the uncertainty of each figure and its difference from another setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from pairlinking._support.options import check_choice
from pairlinking.errors import DocumentError, ParameterError
from pairlinking.evaluation import metrics
from pairlinking.evaluation.answers import AnsweredDocument, Answers, tallies_of
from pairlinking.evaluation.metrics import RULES, Measures, Scores, Tally, measure, scores_of
from pairlinking.evaluation.significance import Interval, PairedTest, bootstrap_f1, paired_t_test

__all__ = ["LEVEL", "Grid", "Result", "Versus", "compare", "gerbil_scores", "score", "score_all"]

LEVEL = 0.05


@dataclass(frozen=True)
class Versus:
    """A setting against another one, document by document.

    Attributes
    ----------
    reference
        The other setting.
    test
        Mean difference of the F1 of documents from the other's, and the one-tailed paired t-test in its direction.
    """

    reference: str
    test: PairedTest

    @property
    def verdict(self) -> str:
        """``"better"`` or ``"worse"`` than the reference if p < 0.05; otherwise empty."""
        if self.test.p >= LEVEL:
            return ""
        return "better" if self.test.difference > 0 else "worse"


@dataclass(frozen=True)
class Result:
    """The result of a setting on a data set, by one rule.

    Attributes
    ----------
    interval
        Micro F1 with its 95 % interval when documents are resampled.
    versus
        Its difference from the setting it is compared with, if any.
    gerbil
        Threshold and scores as GERBIL finds them, *tuned on the very gold that is measured on*; if requested.
    """

    measures: Measures
    interval: Interval
    tallies: tuple[Tally, ...]
    ms: float | None = None
    versus: Versus | None = None
    gerbil: tuple[float, Scores] | None = None


# Results by data set and setting.
Grid: TypeAlias = dict[str, dict[str, Result]]


def score(documents: Sequence[AnsweredDocument], rule: str = "in-kb", *, seed: int = 1) -> Result:
    """Measures of answers by a rule of `RULES`, with the interval of their micro F1."""
    check_choice("score", "rule", rule, RULES)
    tallies = tallies_of(documents)
    found = measure(tallies, rule)
    if any(each.gold and each.is_candidate is None for document in documents for each in document.mentions):
        found = replace(found, candidate_recall=None)
    return Result(found, bootstrap_f1(tallies, rule, seed=seed), tuple(tallies))


def compare(mine: Sequence[Tally], theirs: Sequence[Tally], rule: str = "in-kb") -> PairedTest | None:
    """F1 of documents, mine minus theirs, with a one-tailed paired t-test in the direction of their mean.

    Documents without a mention that counts are left out. None if fewer than two remain: there is nothing to test.

    >>> from pairlinking.evaluation.metrics import tally
    >>> mine = [tally([{1}], [answer]) for answer in (1, 1, 1, 2)]
    >>> theirs = [tally([{1}], [answer]) for answer in (1, 2, 2, 2)]
    >>> compare(mine, theirs).p == compare(theirs, mine).p, compare(theirs, mine).difference
    (True, -0.5)
    """
    if len(mine) != len(theirs) or any(a.mentions != b.mentions for a, b in zip(mine, theirs, strict=True)):
        raise DocumentError("Two settings can only be compared on the same documents and mentions.")
    rows = np.array([(a.row(rule), b.row(rule)) for a, b in zip(mine, theirs, strict=True)], dtype=np.float64)
    counted = rows[rows[..., 1:].any(axis=(1, 2))] if len(rows) else rows
    if len(counted) < 2:
        return None
    f1 = scores_of(counted)[..., 2]
    test = paired_t_test(f1[:, 0], f1[:, 1])
    if test.difference < 0:
        turned = paired_t_test(f1[:, 1], f1[:, 0])
        return PairedTest(-turned.difference, -turned.t, turned.p)
    return test


def gerbil_scores(documents: Sequence[AnsweredDocument]) -> tuple[float, Scores]:
    """Threshold and scores as in GERBIL: `gerbil_threshold_tuned_on_gold` for answers."""
    for document in documents:
        for each in document.mentions:
            if each.answer is not None and each.confidence is None:
                raise ParameterError(
                    f"GERBIL's threshold needs the confidence of every link. Document {document.id!r} has none for "
                    f"{each.surface!r} ({each.start} to {each.end})."
                )
    return metrics.gerbil_threshold_tuned_on_gold(
        [[each.gold for each in document.mentions] for document in documents],
        [[each.answer for each in document.mentions] for document in documents],
        [[each.confidence or 0.0 for each in document.mentions] for document in documents],
    )


def score_all(
    answers: Mapping[str, Mapping[str, Answers]],
    rule: str = "in-kb",
    *,
    references: Mapping[str, str] | None = None,
    gerbil: bool = False,
) -> Grid:
    """Results of all settings on all data sets.

    Parameters
    ----------
    answers
        By data set, then by setting.
    references
        The setting each one is compared with. Those that are missing here, or name themselves, are not compared.
    gerbil
        Also find GERBIL's threshold, tuned on gold.
    """
    grid: Grid = {}
    for data_set, of_settings in answers.items():
        plain = {name: score(each.documents, rule) for name, each in of_settings.items()}
        grid[data_set] = {}
        for name, found in plain.items():
            reference = (references or {}).get(name, name)
            test = None if reference == name else compare(found.tallies, plain[reference].tallies, rule)
            grid[data_set][name] = Result(
                measures=found.measures,
                interval=found.interval,
                tallies=found.tallies,
                ms=of_settings[name].ms,
                versus=None if test is None else Versus(reference, test),
                gerbil=gerbil_scores(of_settings[name].documents) if gerbil else None,
            )
    return grid
