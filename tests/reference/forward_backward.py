"""The best chain of neighbouring mentions (Eq. 6 with beta) by dynamic programming."""

from __future__ import annotations

from tests.reference.numbers import Numbers
from tests.reference.pair_linking import best_local

__all__ = ["forward_backward"]


def forward_backward(numbers: Numbers) -> list[int]:
    """First of the best choices in lexicographic order; mentions without candidates are skipped."""
    linked = [i for i, scores in enumerate(numbers.local) if scores]
    choice = [-1] * numbers.n
    if len(linked) == 1:  # no chain: best local score, also at beta = 1
        choice[linked[0]] = best_local(numbers, linked[0])
        return choice
    # value[i][a]: the most that mention i and all later ones can gain together if mention i takes candidate a
    value: dict[int, list[float]] = {}
    following: int | None = None
    for i in reversed(linked):
        value[i] = [
            (1 - numbers.beta) * phi + (0.0 if following is None else max(onward(numbers, value, i, a, following)))
            for a, phi in enumerate(numbers.local[i])
        ]
        following = i
    previous: int | None = None
    for i in linked:
        options = value[i] if previous is None else onward(numbers, value, previous, choice[previous], i)
        choice[i] = options.index(max(options))
        previous = i
    return choice


def onward(numbers: Numbers, value: dict[int, list[float]], i: int, a: int, j: int) -> list[float]:
    """For each candidate of the next mention j, what it and the rest add once mention i has taken a."""
    return [numbers.beta * numbers.relatedness(i, a, j, b) + value[j][b] for b in range(len(numbers.local[j]))]
