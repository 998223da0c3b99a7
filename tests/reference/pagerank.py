"""DoSeR's walk (Zwicklbauer et al. 2016): stationary scores by solving the linear equations, mention after mention."""

from __future__ import annotations

import numpy as np

from tests.reference.numbers import Numbers

__all__ = ["pagerank", "stationary"]

JUMP = 0.1
DECIDE_FRACTION = 0.25
DIGITS = 9  # scores closer than 1e-9 are equal

Candidate = tuple[int, int]  # mention, position
TOPIC = (-1, -1)


def pagerank(numbers: Numbers) -> list[int]:
    """Decide the most certain mentions after each walk."""
    if sum(map(bool, numbers.local)) == 1:  # nowhere to walk: best local score, also at beta = 1
        return [scores.index(max(scores)) if scores else -1 for scores in numbers.local]
    decided = {i: 0 for i, scores in enumerate(numbers.local) if len(scores) == 1}
    waiting = [i for i, scores in enumerate(numbers.local) if len(scores) > 1]
    while waiting:
        scores = candidate_scores(numbers, decided, waiting)
        ranked = {i: sorted((-scores[i, a], a) for a in range(len(numbers.local[i]))) for i in waiting}
        certainty = {i: (best[0] - second[0]) / best[0] if best[0] else 0.0 for i, (best, second, *_) in ranked.items()}
        for i in sorted(waiting, key=lambda i: (-certainty[i], i))[: max(1, int(DECIDE_FRACTION * len(waiting)))]:
            decided[i] = ranked[i][0][1]
        waiting = [i for i in waiting if i not in decided]
    return [decided.get(i, -1) for i in range(numbers.n)]


def candidate_scores(numbers: Numbers, decided: dict[int, int], waiting: list[int]) -> dict[Candidate, float]:
    """(1-beta) phi + beta walk score, both divided by the largest of their mention."""
    beta = numbers.beta
    open_nodes = [(i, a) for i in waiting for a in range(len(numbers.local[i]))]
    nodes = [*open_nodes, *sorted(decided.items())]
    topic = {
        (i, a): sum(numbers.relatedness(i, a, j, b) for j, b in decided.items()) / len(decided) if decided else 0.0
        for i, a in open_nodes
    }
    phi = shares({(i, a): numbers.local[i][a] for i, a in open_nodes})
    jumps = dict.fromkeys(nodes, 1.0)
    jumps |= phi
    if decided:
        topic_share = shares(topic)
        jumps |= {node: (1 - beta) * phi[node] + beta * topic_share[node] for node in open_nodes}
        nodes.append(TOPIC)
        jumps[TOPIC] = 0.0
    weights = [[edge(numbers, topic, x, y) for y in nodes] for x in nodes]
    walked = dict(zip(nodes, stationary(weights, [jumps[node] for node in nodes], JUMP), strict=True))
    local = against_best({(i, a): numbers.local[i][a] for i, a in open_nodes})
    walk = against_best({node: walked[node] for node in open_nodes})
    return {node: round((1 - beta) * local[node] + beta * walk[node], DIGITS) for node in open_nodes}


def edge(numbers: Numbers, topic: dict[Candidate, float], x: Candidate, y: Candidate) -> float:
    """Psi between different mentions; between the topic and an undecided candidate its mean psi to the decided."""
    if TOPIC in (x, y):
        return topic.get(y if x == TOPIC else x, 0.0)
    return 0.0 if x[0] == y[0] else numbers.relatedness(*x, *y)


def shares(values: dict[Candidate, float]) -> dict[Candidate, float]:
    """Each value as a share of its mention's sum; equal shares where that is 0."""
    result = {}
    for (i, a), value in values.items():
        own = [v for (j, _), v in values.items() if j == i]
        result[i, a] = value / sum(own) if sum(own) > 0 else 1 / len(own)
    return result


def against_best(values: dict[Candidate, float]) -> dict[Candidate, float]:
    """Each value divided by its mention's largest; 1 where that is 0."""
    best = {i: max(v for (j, _), v in values.items() if j == i) for i, _ in values}
    return {(i, a): value / best[i] if best[i] > 0 else 1.0 for (i, a), value in values.items()}


def stationary(weights: list[list[float]], jumps: list[float], jump: float) -> list[float]:
    """Solve x = (1 - jump) W^T x + jump v, with rows of W and v summing to 1; a node without edges jumps."""
    v = np.array(jumps) / sum(jumps)
    rows = [np.array(row) / sum(row) if sum(row) > 0 else v for row in weights]
    x: list[float] = np.linalg.solve(np.eye(len(v)) - (1 - jump) * np.array(rows).T, jump * v).tolist()
    return x
