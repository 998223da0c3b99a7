"""Eq. 2 with beta, one mention and one candidate at a time."""

from __future__ import annotations

from tests.reference.numbers import Numbers
from tests.reference.pair_linking import best_local

__all__ = ["unambiguous_context"]


def unambiguous_context(numbers: Numbers, least_lead: float) -> list[int]:
    """Every mention by its relatedness to the mentions that are clear by phi alone."""
    clear = [i for i, scores in enumerate(numbers.local) if scores and lead(scores) >= least_lead]
    context = {i: best_local(numbers, i) for i in clear}
    choice = []
    for i, scores in enumerate(numbers.local):
        others = [(j, b) for j, b in context.items() if j != i]
        if scores and others:
            scores = [
                (1 - numbers.beta) * len(others) * phi
                + numbers.beta * sum(numbers.relatedness(i, a, j, b) for j, b in others)
                for a, phi in enumerate(scores)
            ]
        choice.append(scores.index(max(scores)) if scores else -1)
    return choice


def lead(scores: list[float]) -> float:
    """How far the best is ahead of the second; 1 if it is alone."""
    if len(scores) == 1:
        return 1.0
    *_, second, best = sorted(scores)
    return best - second
