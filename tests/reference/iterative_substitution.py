"""Hill climbing from the best local scores, every substitution tried by evaluating the whole objective."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tests.reference.numbers import Numbers
from tests.reference.pair_linking import best_local

__all__ = ["iterative_substitution", "substitutions"]

SMALLEST_GAIN = 1e-9

Objective = Callable[[Numbers, Sequence[int]], float]


def iterative_substitution(numbers: Numbers, objective: Objective) -> list[int]:
    """Take the single substitution that gains most until none gains more than 1e-9."""
    choice = [best_local(numbers, i) if scores else -1 for i, scores in enumerate(numbers.local)]
    while True:
        now = objective(numbers, choice)
        best_gain, best_choice = SMALLEST_GAIN, None
        for other in substitutions(numbers, choice):
            gain = objective(numbers, other) - now
            if gain > best_gain:  # only a larger gain replaces an earlier one: ties go to the lower position
                best_gain, best_choice = gain, other
        if best_choice is None:
            return choice
        choice = best_choice


def substitutions(numbers: Numbers, choice: Sequence[int]) -> Iterator[list[int]]:
    """All choices that differ in one mention, by mention and candidate."""
    for i, scores in enumerate(numbers.local):
        for a in range(len(scores)):
            if a != choice[i]:
                yield [*choice[:i], a, *choice[i + 1 :]]
