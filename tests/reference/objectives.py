"""The four objectives with beta, and Kruskal's spanning tree."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from tests.reference.numbers import Numbers

__all__ = ["OBJECTIVES", "all_choices", "all_link", "best_choice", "chain", "kruskal", "mintree", "single_link"]


def all_link(numbers: Numbers, choice: Sequence[int]) -> float:
    """(1-beta) sum phi + beta sum of psi over ordered pairs."""
    linked = _linked(choice)
    coherence = sum(numbers.relatedness(i, a, j, b) for i, a in linked for j, b in linked if j != i)
    return _mix(numbers, choice, coherence)


def single_link(numbers: Numbers, choice: Sequence[int]) -> float:
    """(1-beta) sum phi + beta sum of each mention's largest psi to another."""
    linked = _linked(choice)
    coherence = sum(max((numbers.relatedness(i, a, j, b) for j, b in linked if j != i), default=0.0) for i, a in linked)
    return _mix(numbers, choice, coherence)


def chain(numbers: Numbers, choice: Sequence[int]) -> float:
    """(1-beta) sum phi + beta sum of psi between neighbouring linked mentions."""
    linked = _linked(choice)
    coherence = sum(numbers.relatedness(i, a, j, b) for (i, a), (j, b) in itertools.pairwise(linked))
    return _mix(numbers, choice, coherence)


def mintree(numbers: Numbers, choice: Sequence[int]) -> float:
    """Weight of the minimum spanning tree under d = 1 - c."""
    return sum(1 - confidence for _, _, confidence in kruskal(numbers, choice))


def kruskal(numbers: Numbers, choice: Sequence[int]) -> list[tuple[int, int, float]]:
    """Edges (i, j, c) of the spanning tree, taken in the order (-c, i, j)."""
    linked = _linked(choice)
    edges = sorted((-numbers.confidence(i, a, j, b), i, j) for (i, a), (j, b) in itertools.combinations(linked, 2))
    tree_of = {i: i for i, _ in linked}
    tree = []
    for distance, i, j in edges:
        if tree_of[i] != tree_of[j]:
            old, new = tree_of[j], tree_of[i]
            tree_of = {k: new if t == old else t for k, t in tree_of.items()}
            tree.append((i, j, -distance))
    return tree


def all_choices(numbers: Numbers) -> Iterator[list[int]]:
    """Every assignment, in lexicographic order."""
    return map(list, itertools.product(*(range(len(scores)) if scores else (-1,) for scores in numbers.local)))


def best_choice(numbers: Numbers, objective: str) -> list[int]:
    """First of all assignments that the objective likes best; best local score for a single mention."""
    value, sign = OBJECTIVES[objective], -1 if objective == "mintree" else 1
    if sum(map(bool, numbers.local)) == 1:  # also at beta = 1, where the objective would see no difference
        return [scores.index(max(scores)) if scores else -1 for scores in numbers.local]
    return max(all_choices(numbers), key=lambda choice: sign * value(numbers, choice))


def _linked(choice: Sequence[int]) -> list[tuple[int, int]]:
    return [(i, a) for i, a in enumerate(choice) if a >= 0]


def _mix(numbers: Numbers, choice: Sequence[int], coherence: float) -> float:
    phi = sum(numbers.local[i][a] for i, a in _linked(choice))
    return (1 - numbers.beta) * phi + numbers.beta * coherence


OBJECTIVES: dict[str, Callable[[Numbers, Sequence[int]], float]] = {
    "all-link": all_link,
    "single-link": single_link,
    "chain": chain,
    "mintree": mintree,
}
