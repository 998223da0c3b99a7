"""Pair-Linking with a second opinion: sweeps over all mentions, or Forward-Backward's answer."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.forward_backward import forward_backward
from tests.reference.numbers import Numbers
from tests.reference.pair_linking import pair_linking

__all__ = ["agreeing_pairs", "swept_pairs"]

LEAST_GAIN = 1e-9


def swept_pairs(numbers: Numbers, sweeps: int, reach: float) -> list[int]:
    """Pair-Linking, then each mention in turn takes what goes best with the mean of all others.

    Only candidates take part that Pair-Linking chose, or whose phi a mean psi larger by `reach` would make up for.
    """
    choice, _ = pair_linking(numbers)
    paired = list(choice)
    n_linked = sum(1 for scores in numbers.local if scores)
    for _ in range(sweeps):
        for i, scores in enumerate(numbers.local):
            others = [j for j, b in enumerate(choice) if j != i and b >= 0]
            if scores and others:
                alone = [(1 - numbers.beta) * (n_linked - 1) * phi for phi in scores]
                most = reach * numbers.beta * (n_linked - 1) + LEAST_GAIN
                open_ones = [a for a in range(len(scores)) if a == paired[i] or max(alone) - alone[a] <= most]
                worth = {a: fit(numbers, i, a, others, choice) for a in open_ones}
                best = max(open_ones, key=lambda a: worth[a])  # the first of equals
                if worth[best] - worth[choice[i]] > LEAST_GAIN:
                    choice[i] = best
    return choice


def agreeing_pairs(numbers: Numbers) -> list[int]:
    """The common answers of both methods decide between their different ones."""
    pairs, _ = pair_linking(numbers)
    chain = forward_backward(numbers)
    agreed = [i for i in range(numbers.n) if pairs[i] == chain[i] >= 0]
    choice = list(pairs)
    for i in range(numbers.n):
        if pairs[i] == chain[i] or not agreed:
            continue
        if fit(numbers, i, chain[i], agreed, chain) > fit(numbers, i, pairs[i], agreed, pairs):
            choice[i] = chain[i]
    return choice


def fit(numbers: Numbers, i: int, a: int, others: Sequence[int], choice: Sequence[int]) -> float:
    """Phi and the mean psi to the entities of other mentions, times the number of these."""
    psi = sum(numbers.relatedness(i, a, j, choice[j]) for j in others)
    return (1 - numbers.beta) * len(others) * numbers.local[i][a] + numbers.beta * psi
