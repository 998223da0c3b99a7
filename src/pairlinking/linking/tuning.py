"""Chooses the weight of relatedness to recommend, on documents that the models have not seen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pairlinking.collective import facts_of, solve
from pairlinking.linking.prepared import PreparedGold
from pairlinking.linking.weights import BETAS
from pairlinking.stages import CollectiveLinker, Relatedness

__all__ = ["Tuned", "recommend", "tune"]

_SURE = 2.0  # standard errors


class Tuned(NamedTuple):
    """The recommended beta, and the accuracy of links with it."""

    beta: float
    accuracy: float


def tune(documents: Sequence[PreparedGold], relatedness: Relatedness, *, for_any_kb: bool = False) -> Tuned:
    """Choose the beta of Pair-Linking by accuracy.

    With `for_any_kb`, choose the largest that is as good as the best within one standard error: the pages of a wiki are
    long, and shorter texts gain from more relatedness.
    """
    accuracy = {beta: _accuracy(documents, relatedness, beta) for beta in BETAS}
    best = max(BETAS, key=lambda beta: (accuracy[beta], -beta))
    n = sum(bool(gold) and len(each) > 0 for document in documents for gold, each in _mentions(document))
    if for_any_kb:
        best = max(beta for beta in BETAS if accuracy[beta] >= accuracy[best] - _standard_error(accuracy[best], n))
    return Tuned(best, round(accuracy[best], 4))


def recommend(documents: Sequence[PreparedGold], relatedness: Relatedness, beta: float, rival: CollectiveLinker) -> str:
    """The method for such documents: Pair-Linking, unless a rival is significantly better.

    The test counts documents, not mentions, because the mentions of one document are right or wrong together.
    """
    gains = np.array(
        [
            sum(document.n_right(document.answers(solve(problem, method).choice)) * sign for method, sign in sides)
            for document in documents
            for problem in (document.problem(relatedness, beta),)
            for sides in (((rival, 1), ("pair-linking", -1)),)
        ],
        dtype=np.float64,
    )
    is_better = gains.sum() > _SURE * math.sqrt(float((gains**2).sum()))
    return facts_of(rival).name if is_better else "pair-linking"


def _standard_error(share: float, n: int) -> float:
    return math.sqrt(share * (1 - share) / max(n, 1))


def _accuracy(documents: Sequence[PreparedGold], relatedness: Relatedness, beta: float) -> float:
    """Share of right links among mentions that have an entity and candidates."""
    right = [
        answer in gold
        for document in documents
        for answer, gold in zip(
            document.answers(solve(document.problem(relatedness, beta), "pair-linking").choice),
            document.gold,
            strict=True,
        )
        if gold and answer >= 0
    ]
    return float(np.mean(right)) if right else 0.0


def _mentions(document: PreparedGold) -> Iterator[tuple[frozenset[int], list[int]]]:
    return zip(document.gold, document.entities, strict=True)
