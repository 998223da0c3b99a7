"""Features of support, candidate by candidate: what learned coherence looks at, written out."""

from __future__ import annotations

from tests.reference.numbers import Numbers

__all__ = ["contenders", "support_rows"]

_MOST, _NEAR = 5, 3


def contenders(numbers: Numbers) -> list[list[int]]:
    """Of each mention with candidates, those with the largest phi, in falling order; of equals the first."""
    return [
        sorted(range(len(local)), key=lambda a, local=local: (-local[a], a))[:_MOST]  # type: ignore[misc]
        for local in numbers.local
        if local
    ]


def support_rows(numbers: Numbers) -> list[list[float]]:
    """One row of features for each contender, mention by mention."""
    mentions = [i for i, local in enumerate(numbers.local) if local]
    chosen = contenders(numbers)
    rows: list[list[float]] = []
    for at, (i, own) in enumerate(zip(mentions, chosen, strict=True)):
        leading = []
        for a in own:
            votes = [
                (other, _votes(numbers, i, a, j, chosen[other])) for other, j in enumerate(mentions) if other != at
            ]
            leading.append([numbers.local[i][a], *_summed(votes, at), _share(numbers, i, own)[own.index(a)]])
        for rank, values in enumerate(leading):
            others = [each for other, each in enumerate(leading) if other != rank]
            margins = [
                value - max((each[column] for each in others), default=0.0) for column, value in enumerate(values)
            ]
            rows.append([*values, len(mentions) - 1, len(own), rank, *margins])
    return rows


def _share(numbers: Numbers, i: int, own: list[int]) -> list[float]:
    total = 0.0
    for a in own:
        total += numbers.local[i][a]
    return [numbers.local[i][a] / total if total > 1e-100 else 1 / len(own) for a in own]


def _votes(numbers: Numbers, i: int, a: int, j: int, theirs: list[int]) -> float:
    """Support of mention j for candidate a of mention i."""
    total = 0.0
    for b, share in zip(theirs, _share(numbers, j, theirs), strict=True):
        total += share * numbers.relatedness(i, a, j, b)
    return total


def _summed(votes: list[tuple[int, float]], at: int) -> list[float]:
    falling = [*sorted((vote for _, vote in votes), reverse=True), 0.0, 0.0, 0.0]
    total = near = 0.0
    n_near = 0
    for other, vote in votes:
        total += vote
        if abs(other - at) <= _NEAR:
            near, n_near = near + vote, n_near + 1
    return [
        falling[0],
        (falling[0] + falling[1]) / 2,
        (falling[0] + falling[1] + falling[2]) / 3,
        total / len(votes) if votes else 0.0,
        near / n_near if n_near else 0.0,
    ]
