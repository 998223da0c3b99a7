"""Which weight of relatedness and which NIL threshold to recommend, by documents that the models have not seen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pairlinking.collective import solve
from pairlinking.linking.prepared import PreparedGold
from pairlinking.linking.weights import BETAS
from pairlinking.stages import Relatedness

__all__ = ["Tuned", "tune"]


class Tuned(NamedTuple):
    """What is recommended, and how right links were with it."""

    beta: float
    nil_threshold: float
    accuracy: float


class _Chosen(NamedTuple):
    """Of a mention with candidates: local confidence of the choice, whether it is right, whether it has an entity."""

    local: float
    is_right: bool
    is_known: bool


def tune(documents: Sequence[PreparedGold], relatedness: Relatedness, *, for_any_kb: bool = False) -> Tuned:
    """Choose the beta of Pair-Linking by accuracy, then the threshold by F1 of the links that remain.

    With `for_any_kb`, the largest beta and the lowest threshold that are as good as the best within one standard error:
    the pages of a wiki are long, and shorter texts, with lower scores, gain from more relatedness.
    """
    by_beta = {beta: list(_link(documents, relatedness, beta)) for beta in BETAS}
    accuracy = {beta: _accuracy(chosen) for beta, chosen in by_beta.items()}
    best = max(BETAS, key=lambda beta: (accuracy[beta], -beta))
    n = sum(each.is_known for each in by_beta[best])
    if for_any_kb:
        best = max(beta for beta in BETAS if accuracy[beta] >= accuracy[best] - _standard_error(accuracy[best], n))
    return Tuned(best, _threshold(by_beta[best], lowest=for_any_kb), round(accuracy[best], 4))


def _standard_error(share: float, n: int) -> float:
    return math.sqrt(share * (1 - share) / max(n, 1))


def _link(documents: Sequence[PreparedGold], relatedness: Relatedness, beta: float) -> Iterator[_Chosen]:
    for document in documents:
        choice = solve(document.problem(relatedness, beta), "pair-linking").choice[document.repeats.place]
        for at, gold, each, local in zip(
            choice.tolist(), document.gold, document.entities, document.local, strict=True
        ):
            if at >= 0:
                yield _Chosen(float(local[at]), each[at] in gold, bool(gold))


def _accuracy(chosen: Sequence[_Chosen]) -> float:
    known = [each.is_right for each in chosen if each.is_known]
    return float(np.mean(known)) if known else 0.0


def _threshold(chosen: Sequence[_Chosen], *, lowest: bool = False) -> float:
    """Threshold with the best F1 of links: each that it takes away is one less that is wrong, or one less found."""
    if not chosen:
        return 0.0
    order = sorted(chosen, key=lambda each: each.local)
    scores = np.array([each.local for each in order])
    right = np.array([each.is_right for each in order], dtype=np.int64)
    first = np.unique(scores, return_index=True)[1]  # links with the same score stay or go together
    kept_right = (right.sum() - np.concatenate([[0], np.cumsum(right)]))[first]
    f1 = 2 * kept_right / (len(order) - first + sum(each.is_known for each in order))
    at = int(np.argmax(f1))
    if lowest:
        at = int(np.argmax(f1 >= f1[at] - _standard_error(float(f1[at]), len(order))))
    best = float(scores[first[at]])
    return math.floor(1e6 * best) / 1e6  # down: the link it was set by is to stay
