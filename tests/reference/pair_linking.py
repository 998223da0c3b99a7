"""Algorithm 1 as printed: every top pair by a full scan, no early stop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pairlinking import Assignment
from tests.reference.numbers import Numbers

__all__ = ["Decision", "decisions_of", "pair_linking"]


class Decision(NamedTuple):
    """One turn of the while loop."""

    mentions: tuple[int, int]
    choice: tuple[int, int]
    confidence: float


def decisions_of(answer: Assignment) -> list[Decision]:
    """The decisions of an answer, to compare with the literal ones."""
    if answer.decisions is None:
        return []
    parts = (part.tolist() for part in answer.decisions)
    return [Decision((i, j), (a, b), c) for (i, j), (a, b), c in zip(*parts, strict=True)]


Entry = tuple[float, int, int, int, int]  # (-confidence, i, j, a, b) with i < j: the least entry is the next to decide


def pair_linking(numbers: Numbers) -> tuple[list[int], list[Decision]]:
    """Choice per mention, and the decisions in order."""
    n = numbers.n
    choice: list[int | None] = [None if scores else -1 for scores in numbers.local]
    everything = [range(len(scores)) for scores in numbers.local]
    queue: dict[tuple[int, int], Entry] = {}
    for i in range(n):
        for j in range(i + 1, n):
            if everything[i] and everything[j]:
                queue[i, j] = top_pair(numbers, i, everything[i], j, everything[j])
    trace: list[Decision] = []
    while None in choice:
        open_pairs = [entry for (i, j), entry in queue.items() if choice[i] is None or choice[j] is None]
        if not open_pairs:  # a mention without any partner
            return [best_local(numbers, i) if c is None else c for i, c in enumerate(choice)], trace
        distance, i, j, a, b = min(open_pairs)
        choice[i], choice[j] = a, b
        trace.append(Decision((i, j), (a, b), -distance))
        for k in range(n):
            if choice[k] is None:
                for decided, entity in ((i, a), (j, b)):
                    if k < decided:
                        queue[k, decided] = top_pair(numbers, k, everything[k], decided, [entity])
                    else:
                        queue[decided, k] = top_pair(numbers, decided, [entity], k, everything[k])
    return [c for c in choice if c is not None], trace


def top_pair(numbers: Numbers, i: int, left: Iterable[int], j: int, right: Iterable[int]) -> Entry:
    """Most confident pair of two mentions' candidates; of equals the one with the lower positions."""
    right = list(right)
    return min((-numbers.confidence(i, a, j, b), i, j, a, b) for a in left for b in right)


def best_local(numbers: Numbers, i: int) -> int:
    """First of the candidates with the highest local score."""
    return numbers.local[i].index(max(numbers.local[i]))
