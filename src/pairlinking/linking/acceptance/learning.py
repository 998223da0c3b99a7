"""Learns which links to keep, from documents whose links are known and which the other models have not seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairlinking.collective import solve
from pairlinking.linking.acceptance.features import FEATURES, link_features, log_odds
from pairlinking.linking.acceptance.logistic import fit_logistic, sigmoid
from pairlinking.linking.acceptance.model import Acceptance
from pairlinking.linking.prepared import PreparedGold
from pairlinking.stages import CollectiveLinker, Relatedness
from pairlinking.types import FloatArray

__all__ = ["ELSEWHERE", "Judged", "fit_elsewhere", "judge", "learn_acceptance"]

# For texts other than a wiki's pages: fitted to the seven data sets of the paper that have a text, with enwik8
# (python -m reproduction calibration).
ELSEWHERE = (0.73, -0.13)
_KEPT = 100  # probabilities that are kept as a sample
_FOLDS = 5


@dataclass(frozen=True)
class Judged:
    """The links of documents: their features, whether each is right, and the number of the document."""

    rows: FloatArray
    is_right: npt.NDArray[np.bool_]
    document: npt.NDArray[np.int64]

    @classmethod
    def joined(cls, parts: Sequence[Judged]) -> Judged:
        """The links of several parts, each of which counts as one document."""
        return cls(
            np.concatenate([np.empty((0, len(FEATURES))), *(each.rows for each in parts)]),
            np.concatenate([np.empty(0, bool), *(each.is_right for each in parts)]),
            np.concatenate([np.empty(0, np.int64), *(np.full(len(each.rows), at) for at, each in enumerate(parts))]),
        )


def judge(
    documents: Iterable[PreparedGold],
    relatedness: Relatedness,
    beta: float,
    method: str | CollectiveLinker = "pair-linking",
) -> Judged:
    """Link documents and say which links are right. Mentions without a candidate have no link."""
    parts = []
    for document in documents:
        solved = solve(document.problem(relatedness, beta), method)
        rows = link_features(document, solved.choice, relatedness, solved.probabilities_by_mention)
        rows, answers = rows[document.repeats.place], document.answers(solved.choice)
        linked = np.array([answer >= 0 for answer in answers], dtype=bool)
        right = np.array([answer in gold for answer, gold in zip(answers, document.gold, strict=True)], dtype=bool)
        parts.append(Judged(rows[linked], right[linked], np.zeros(int(linked.sum()), np.int64)))
    return Judged.joined(parts)


def learn_acceptance(judged: Judged, *, slope: float = 1.0, shift: float = 0.0) -> Acceptance:
    """Learn the model; `slope` and `shift` are those for other texts (`fit_elsewhere`)."""
    if len(judged.rows) == 0:
        return Acceptance((1.0, *(0.0,) * (len(FEATURES) - 1)), 0.0, slope, shift, ())
    weights, bias = fit_logistic(judged.rows, judged.is_right)
    expected = np.sort(sigmoid(slope * _odds_of_unseen(judged) + shift))
    sample = expected[np.linspace(0, len(expected) - 1, min(_KEPT, len(expected))).astype(np.int64)]
    return Acceptance(tuple(weights.tolist()), bias, slope, shift, tuple(sample.tolist()))


def fit_elsewhere(model: Acceptance, judged: Judged) -> tuple[float, float]:
    """The slope and the shift with which the probabilities of a model are right for other documents."""
    odds = log_odds(model.probability(judged.rows))
    slopes, shift = fit_logistic(odds[:, None], judged.is_right)
    return float(slopes[0]), shift


def _odds_of_unseen(judged: Judged) -> FloatArray:
    """Log-odds of every link from a model that was learned without its fifth of the documents."""
    odds = np.empty(len(judged.rows))
    fold = judged.document % _FOLDS
    for each in range(_FOLDS):
        own = fold == each
        if own.any() and not own.all():
            weights, bias = fit_logistic(judged.rows[~own], judged.is_right[~own])
            odds[own] = judged.rows[own] @ weights + bias
        elif own.any():
            weights, bias = fit_logistic(judged.rows, judged.is_right)
            odds[own] = judged.rows[own] @ weights + bias
    return odds
