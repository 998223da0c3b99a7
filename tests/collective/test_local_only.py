"""Best local score, mention by mention."""

from __future__ import annotations

import numpy as np
from hypothesis import given

import pairlinking as pl
from tests.reference.numbers import numbers_of
from tests.reference.pair_linking import best_local
from tests.strategies import problems


@given(problem=problems(max_mentions=8))
def test_choice_is_the_first_of_the_highest_local_scores(problem: pl.Problem) -> None:
    numbers = numbers_of(problem)
    expected = [best_local(numbers, i) if scores else -1 for i, scores in enumerate(numbers.local)]
    assert pl.solve(problem, method="local").choice.tolist() == expected


def test_relatedness_is_not_heard() -> None:
    psi = np.eye(4)
    psi[1, 3] = psi[3, 1] = 1.0
    assert pl.solve(pl.Problem([[0.5, 0.4], [0.5, 0.4]], psi, 1.0), method="local").choice.tolist() == [0, 0]
