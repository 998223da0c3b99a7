"""Every method with every measure on one data set, learnt and chosen by cross-validation (Sec. 7.1 of the paper)."""

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
from pairlinking.evaluation.folds import folds_of, learn_scores
from pairlinking.evaluation.prepared import PreparedDocument
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.weights import beta_for
from pairlinking.local import PriorScorer
from pairlinking.local.features import Featurizer
from pairlinking.problem import Problem
from pairlinking.relatedness import measure
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IntArray

__all__ = ["BETAS", "SCORERS", "Experiment", "Outcome", "Setting", "problem_of"]

SCORERS = ("folds", "kb")

BETAS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


class Setting(NamedTuple):
    """A method and the measure it is run with; for `prior` and `local` no measure."""

    method: str
    relatedness: str | None

    def __str__(self) -> str:
        return self.method if self.relatedness is None else f"{self.method} {self.relatedness}"


@dataclass(frozen=True)
class Outcome:
    """What one setting gave on one data set.

    Attributes
    ----------
    answers
        Per document and mention the number of the chosen entity, -1 for none.
    confidences
        The confidence of each.
    betas
        The weight of relatedness that each fold was given: the best one for the other folds.
    seconds
        Of the collective step alone, over all documents.
    """

    setting: Setting
    answers: list[list[int]]
    confidences: list[list[float]]
    betas: tuple[float, ...]
    seconds: float

    def n_right(self, documents: Sequence[PreparedDocument], chosen: Sequence[int] | IntArray) -> int:
        """Right answers in some of the documents."""
        return sum(
            answer in gold for at in chosen for answer, gold in zip(self.answers[at], documents[at].gold, strict=True)
        )


class Experiment:
    """One data set, one knowledge base.

    Parameters
    ----------
    documents
        Of the data set, made ready for the knowledge base (`prepare`).
    scorer
        ``"folds"``: the local confidence of a document is learnt from the other folds, as in the paper. ``"kb"``: it is
        that of the knowledge base's own models.
    n_folds, seed
        Of the cross-validation by document.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        documents: Sequence[PreparedDocument],
        *,
        scorer: str = "folds",
        n_folds: int = 5,
        seed: int = 1,
    ) -> None:
        check_choice("Experiment", "scorer", scorer, SCORERS)
        self.kb, self.documents = kb, documents
        self.folds = folds_of(len(documents), check_int("Experiment", "n_folds", n_folds, 2), seed=seed)
        if scorer == "folds":
            self.local = learn_scores(documents, self.folds, Featurizer(kb).names, seed=seed)
        else:
            self.local = [list(each.local) for each in documents]

    def run(self, settings: Sequence[Setting]) -> Iterator[Outcome]:
        """Run settings one after the other."""
        for setting in settings:
            if setting.method in ("prior", "local"):
                yield self._alone(setting)
            else:
                yield self._together(setting)

    def _alone(self, setting: Setting) -> Outcome:
        scores = self.local
        if setting.method == "prior":
            scores = [PriorScorer().score("", each.spans, each.lists) for each in self.documents]
        answers, confidences = [], []
        for document, local in zip(self.documents, scores, strict=True):
            best = [int(np.argmax(score)) if len(score) else -1 for score in local]
            answers.append(_entities(document, best))
            confidences.append([float(score[at]) if at >= 0 else 0.0 for score, at in zip(local, best, strict=True)])
        return Outcome(setting, answers, confidences, (), 0.0)

    def _together(self, setting: Setting) -> Outcome:
        assert setting.relatedness is not None
        relatedness = measure(setting.relatedness, kb=self.kb)
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
            for document, local in zip(self.documents, self.local, strict=True):
                problem = problem_of(document, local, relatedness, setting.method, beta)
                started = time.perf_counter()
                solved = solve(problem, setting.method)
                seconds += time.perf_counter() - started
                answers.append(_entities(document, solved.choice.tolist()))
                confidences.append(solved.confidence.tolist())
        return Outcome(setting, answers, confidences, (beta,), seconds)


def problem_of(
    document: PreparedDocument, local: Sequence[FloatArray], relatedness: Relatedness, method: str, beta: float
) -> Problem:
    """The numbers of a document for a method, with beta as that method takes it."""
    beta = beta_for(method, beta, len(document.surfaces))
    return Problem(local, relatedness, beta, candidates=document.entities, surfaces=document.surfaces)


def _middle_of_best(tried: Sequence[Outcome], n_right: Sequence[int]) -> Outcome:
    """Of several betas that are equally good the middle one: the ends of a plateau are where chance decides."""
    best = [each for each, n in zip(tried, n_right, strict=True) if n == max(n_right)]
    return best[len(best) // 2]


def _entities(document: PreparedDocument, choice: Sequence[int]) -> list[int]:
    return [int(each.entities[at]) if at >= 0 else -1 for each, at in zip(document.lists, choice, strict=True)]
