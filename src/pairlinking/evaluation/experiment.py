"""Runs every method with every measure on one data set, learned and tuned by cross-validation (Sec. 7.1)."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pairlinking._support.options import check_choice, check_int
from pairlinking.collective import solve
from pairlinking.errors import ConvergenceWarning
from pairlinking.evaluation.folds import Rows, folds_of, learn_scores
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.prepared import PreparedGold
from pairlinking.linking.weights import BETAS
from pairlinking.local import PriorScorer
from pairlinking.local.features import Featurizer
from pairlinking.relatedness import relatedness_of
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IntArray

__all__ = ["SCORERS", "Experiment", "Outcome", "Setting"]

SCORERS = ("folds", "kb")


class Setting(NamedTuple):
    """A method and the measure it is run with; `prior` and `local` have no measure."""

    method: str
    relatedness: str | None

    def __str__(self) -> str:
        return self.method if self.relatedness is None else f"{self.method} {self.relatedness}"


@dataclass(frozen=True)
class Outcome:
    """The result of one setting on one data set.

    Attributes
    ----------
    answers
        For each document and mention, the number of the chosen entity, -1 for none.
    confidences
        The confidence of each answer.
    betas
        The weight of relatedness used for each fold: the best one for the other folds.
    seconds
        Time of the collective step alone, over all documents.
    """

    setting: Setting
    answers: list[list[int]]
    confidences: list[list[float]]
    betas: tuple[float, ...]
    seconds: float

    def n_right(self, documents: Sequence[PreparedGold], chosen: Sequence[int] | IntArray) -> int:
        """Right answers in some of the documents."""
        return sum(documents[at].n_right(self.answers[at]) for at in chosen)


class Experiment:
    """One data set, one knowledge base.

    Parameters
    ----------
    documents
        Of the data set, prepared for the knowledge base (`prepare`).
    scorer
        ``"folds"``: the local confidence of a document is learned from the other folds, as in the paper. ``"kb"``:
        it is that of the knowledge base's own models.
    n_folds, seed
        Of the cross-validation by document.

    Attributes
    ----------
    documents
        With the local confidences that are used.
    rows, names
        Features that local confidence was learned from, by document; none for ``"kb"``.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        documents: Sequence[PreparedGold],
        *,
        scorer: str = "folds",
        n_folds: int = 5,
        seed: int = 1,
    ) -> None:
        check_choice("Experiment", "scorer", scorer, SCORERS)
        self.kb, self.documents = kb, list(documents)
        self.folds = folds_of(len(documents), check_int("Experiment", "n_folds", n_folds, 2), seed=seed)
        self.rows: list[FloatArray] = []
        if scorer == "folds":
            rows = Rows(Featurizer(kb))
            self.rows = [rows.of(each) for each in documents]
            scores = learn_scores(documents, self.rows, rows.names, self.folds, seed=seed)
            self.documents = [each.with_local(local) for each, local in zip(documents, scores, strict=True)]

    def run(self, settings: Sequence[Setting]) -> Iterator[Outcome]:
        """Run settings one after the other."""
        for setting in settings:
            yield self._together(setting) if setting.relatedness is not None else self._alone(setting)

    def _alone(self, setting: Setting) -> Outcome:
        answers, confidences = [], []
        for document in self.documents:
            scores = PriorScorer().score("", (), document.lists) if setting.method == "prior" else document.local
            answers.append(document.best(scores))
            confidences.append([float(score.max(initial=0.0)) for score in scores])
        return Outcome(setting, answers, confidences, (), 0.0)

    def _together(self, setting: Setting) -> Outcome:
        assert setting.relatedness is not None
        relatedness = relatedness_of(self.kb, setting.relatedness)
        tried = [self._with_beta(setting, relatedness, beta) for beta in BETAS]
        answers: list[list[int]] = [[] for _ in self.documents]
        confidences: list[list[float]] = [[] for _ in self.documents]
        betas, seconds = [], 0.0
        for fold in np.unique(self.folds).tolist():
            others = np.flatnonzero(self.folds != fold)
            best = _middle_of_best(tried, [each.n_right(self.documents, others) for each in tried])
            betas.append(best.betas[0])
            seconds += best.seconds * float(np.mean(self.folds == fold))
            for at in np.flatnonzero(self.folds == fold).tolist():
                answers[at], confidences[at] = best.answers[at], best.confidences[at]
        return Outcome(setting, answers, confidences, tuple(betas), seconds)

    def _with_beta(self, setting: Setting, relatedness: Relatedness, beta: float) -> Outcome:
        answers, confidences, seconds = [], [], 0.0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            for document in self.documents:
                problem = document.problem(relatedness, beta, solver=setting.method)
                started = time.perf_counter()
                solved = solve(problem, setting.method)
                seconds += time.perf_counter() - started
                answers.append(document.answers(solved.choice))
                confidences.append(solved.confidence[document.repeats.place].tolist())
        return Outcome(setting, answers, confidences, (beta,), seconds)


def _middle_of_best(tried: Sequence[Outcome], n_right: Sequence[int]) -> Outcome:
    """The middle one of several betas that are equally good: the ends of a plateau depend on chance."""
    best = [each for each, n in zip(tried, n_right, strict=True) if n == max(n_right)]
    return best[len(best) // 2]
