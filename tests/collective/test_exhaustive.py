"""All assignments looked at: the optimum of any objective, on small problems."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import pairlinking as pl
from pairlinking.collective.objectives import OBJECTIVES as NAMES
from pairlinking.collective.objectives import is_cost
from pairlinking.errors import ProblemTooLarge, UnknownName
from tests.reference.numbers import numbers_of
from tests.reference.objectives import OBJECTIVES, best_choice
from tests.strategies import problems


@pytest.mark.parametrize("objective", list(OBJECTIVES))
@given(problem=problems(max_mentions=5, max_candidates=3, ties=False))
def test_choice_is_the_optimum_of_the_objective(objective: str, problem: pl.Problem) -> None:
    answer = pl.solve(problem, method="exhaustive", objective=objective)
    value, numbers = OBJECTIVES[objective], numbers_of(problem)
    best = value(numbers, best_choice(numbers, objective))
    assert value(numbers, answer.choice.tolist()) == pytest.approx(best, abs=1e-12)
    assert answer.objective_name == objective


@pytest.mark.parametrize("objective", ["all-link", "single-link", "chain"])
@given(problem=problems(max_mentions=4, max_candidates=3, ties=True))
def test_of_equally_good_choices_the_one_with_the_lowest_positions_wins(objective: str, problem: pl.Problem) -> None:
    answer = pl.solve(problem, method="exhaustive", objective=objective)
    assert answer.choice.tolist() == best_choice(numbers_of(problem), objective)


@pytest.mark.parametrize(
    ("method", "objective"),
    [
        ("pair-linking", "mintree"),
        ("iter-sub:all", "all-link"),
        ("iter-sub:single", "single-link"),
        ("fwbw", "chain"),
    ],
)
@given(problem=problems(max_mentions=5, max_candidates=3))
def test_no_solver_beats_the_optimum_of_its_objective(method: str, objective: str, problem: pl.Problem) -> None:
    sign = -1 if is_cost(objective) else 1
    optimum = pl.solve(problem, method="exhaustive", objective=objective)
    assert sign * pl.solve(problem, method=method).objective <= sign * optimum.objective + 1e-9


def test_every_objective_can_be_asked_for() -> None:
    problem = pl.Problem([[0.5, 0.4], [0.1, 0.2]], np.eye(4))
    choices = [pl.solve(problem, method="exhaustive", objective=name).choice.tolist() for name in NAMES]
    assert choices == [[0, 1]] * len(NAMES)


def test_more_than_two_million_assignments_are_refused() -> None:
    with pytest.raises(ProblemTooLarge, match="assignments"):
        pl.solve(pl.Problem([[0.5, 0.4]] * 21, np.eye(42)), method="exhaustive")  # 2^21 = 2,097,152


def test_the_number_of_assignments_does_not_overflow() -> None:
    with pytest.raises(ProblemTooLarge):
        pl.solve(pl.Problem([[0.5, 0.4]] * 64, np.eye(128)), method="exhaustive")  # 2^64 is 0 in 64 bits


def test_an_unknown_objective_is_refused() -> None:
    with pytest.raises(UnknownName, match="mintree"):
        pl.solve(pl.Problem([[0.5]], np.eye(1)), method="exhaustive", objective="mintre")
