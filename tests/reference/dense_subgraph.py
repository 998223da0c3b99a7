"""AIDA's dense subgraph (Hoffart et al. 2011) with every step in full: all paths, all degrees, all assignments."""

from __future__ import annotations

from collections.abc import Set

from tests.reference.numbers import Numbers
from tests.reference.objectives import all_choices, all_link

__all__ = ["best_within", "closest", "dense_subgraph", "densest"]

Candidate = tuple[int, int]  # mention, position


def dense_subgraph(numbers: Numbers, candidates_per_mention: int = 5) -> list[int]:
    """Prune, shrink, then try all assignments that are left."""
    if sum(map(bool, numbers.local)) == 1:  # no graph: best local score, also at beta = 1
        return [scores.index(max(scores)) if scores else -1 for scores in numbers.local]
    kept = densest(numbers, closest(numbers, candidates_per_mention))
    return best_within(numbers, kept)


def closest(numbers: Numbers, candidates_per_mention: int) -> set[Candidate]:
    """Candidates of the least sum of squared distances to all mentions, and the closest one of each mention."""
    candidates = [(i, a) for i, scores in enumerate(numbers.local) for a in range(len(scores))]
    mentions = sorted({i for i, _ in candidates})
    distance = shortest_paths(numbers, candidates, mentions)
    sums = {c: sum(distance[c, (i,)] ** 2 for i in mentions) for c in candidates}
    order = sorted(candidates, key=lambda c: (sums[c], c))
    kept = set(order[: candidates_per_mention * len(mentions)])
    return kept | {next(c for c in order if c[0] == i) for i in mentions}


def shortest_paths(
    numbers: Numbers, candidates: list[Candidate], mentions: list[int]
) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
    """Floyd and Warshall's; a mention is the node (i,), a candidate (i, a), and an edge is 1 - weight long."""
    nodes: list[tuple[int, ...]] = [(i,) for i in mentions] + list(candidates)
    distance = {(x, y): 0.0 if x == y else float("inf") for x in nodes for y in nodes}
    for i, a in candidates:
        distance[(i,), (i, a)] = distance[(i, a), (i,)] = 1 - (1 - numbers.beta) * numbers.local[i][a]
        for j, b in candidates:
            if i != j:
                distance[(i, a), (j, b)] = 1 - numbers.beta * numbers.relatedness(i, a, j, b)
    for via in nodes:
        for x in nodes:
            for y in nodes:
                distance[x, y] = min(distance[x, y], distance[x, via] + distance[via, y])
    return distance


def degree(numbers: Numbers, graph: Set[Candidate], candidate: Candidate) -> float:
    """Weighted degree: the edge to the mention and those to other mentions' candidates in the graph."""
    i, a = candidate
    support = sum(numbers.relatedness(i, a, j, b) for j, b in sorted(graph) if j != i)
    return (1 - numbers.beta) * numbers.local[i][a] + numbers.beta * support


def densest(numbers: Numbers, graph: Set[Candidate]) -> set[Candidate]:
    """Of the graphs left after each removal of the weakest removable candidate, the last whose weakest is strongest."""
    graph = set(graph)
    best, best_value = set(graph), min((degree(numbers, graph, c) for c in graph), default=0.0)
    while True:
        removable = [c for c in sorted(graph) if any(d[0] == c[0] and d != c for d in graph)]
        if not removable:
            return best
        # Of equally weak candidates the last goes first, so that the lower positions stay.
        graph.remove(min(removable, key=lambda c: (degree(numbers, graph, c), [-x for x in c])))
        value = min(degree(numbers, graph, c) for c in graph)
        if value >= best_value:
            best, best_value = set(graph), value


def best_within(numbers: Numbers, graph: Set[Candidate]) -> list[int]:
    """First of the assignments within the graph that ALL-Link likes best."""
    choices = [c for c in all_choices(numbers) if all(a < 0 or (i, a) in graph for i, a in enumerate(c))]
    return max(choices, key=lambda choice: all_link(numbers, choice))
