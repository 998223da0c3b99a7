"""Support by the other mentions (Eq. 3-4 with beta), vote by vote: the mean of the best, or weighed by attention."""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.reference.numbers import Numbers
from tests.reference.pair_linking import best_local

__all__ = ["attention", "support"]


def support(numbers: Numbers, n_supporters: int | None) -> list[int]:
    """The candidate with the best mean of its `n_supporters` best votes, None for all of them, and its own phi."""

    def worth(phi: float, best: list[float]) -> float:
        best = best[:n_supporters]
        return len(best) * (1 - numbers.beta) * phi + sum(best)

    return [decide(numbers, i, worth) for i in range(numbers.n)]


def attention(numbers: Numbers, n_supporters: int, temperature: float) -> list[int]:
    """The same where votes are weighed by a softmax; scores are compared to twelve digits."""

    def worth(phi: float, best: list[float]) -> float:
        best = best[:n_supporters]
        weights = [math.exp((each - best[0]) / temperature) for each in best]
        attended = sum(weight * each for weight, each in zip(weights, best, strict=True)) / sum(weights)
        return round((1 - numbers.beta) * phi + attended, 12)

    return [decide(numbers, i, worth) for i in range(numbers.n)]


def decide(numbers: Numbers, i: int, worth: Callable[[float, list[float]], float]) -> int:
    """First candidate of the largest worth, given phi and the votes for it in falling order."""
    if not numbers.local[i]:
        return -1
    others = [j for j in range(numbers.n) if j != i and numbers.local[j]]
    if not others:
        return best_local(numbers, i)
    scores = [
        worth(phi, sorted((vote(numbers, i, a, j) for j in others), reverse=True))
        for a, phi in enumerate(numbers.local[i])
    ]
    return scores.index(max(scores))


def vote(numbers: Numbers, i: int, a: int, j: int) -> float:
    """S_ij(a): the most that a candidate of mention j gives to candidate a of mention i."""
    return max(
        (1 - numbers.beta) * phi + numbers.beta * numbers.relatedness(i, a, j, b)
        for b, phi in enumerate(numbers.local[j])
    )
