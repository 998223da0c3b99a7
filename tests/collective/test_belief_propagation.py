"""Belief propagation: the literal messages' answer, and the best answer of all for two mentions."""

from __future__ import annotations

import warnings
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings

import pairlinking as pl
from pairlinking.errors import ConvergenceWarning, ParameterError
from tests.reference.belief_propagation import belief_propagation
from tests.reference.numbers import numbers_of
from tests.reference.objectives import all_choices, all_link
from tests.strategies import problems

Kind = Literal["all", "single"]
CLOSE = 1e-5  # messages rest where they change by less than 1e-6: a smaller lead means nothing
both = pytest.mark.parametrize("kind", ["all", "single"])


@both
@settings(max_examples=60)
@given(problem=problems(max_mentions=5))
def test_choice_has_the_highest_belief_of_the_literal_form(kind: Kind, problem: pl.Problem) -> None:
    expected = belief_propagation(numbers_of(problem), kind)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        choice = pl.solve(problem, method=f"lbp:{kind}").choice.tolist()
    assert expected.converged == (not caught)
    if expected.converged:
        for belief, a in zip(expected.belief, choice, strict=True):
            assert a == -1 if not belief else belief[a] == pytest.approx(max(belief), abs=CLOSE)


def is_clear(belief: list[float]) -> bool:
    """Tell whether one candidate leads the others."""
    return len(belief) < 2 or sorted(belief)[-1] - sorted(belief)[-2] > CLOSE


@both
@settings(max_examples=60)
@given(problem=problems(max_mentions=5, ties=False))
def test_choice_equals_the_literal_form_when_scores_are_distinct(kind: Kind, problem: pl.Problem) -> None:
    expected = belief_propagation(numbers_of(problem), kind)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        choice = pl.solve(problem, method=f"lbp:{kind}").choice.tolist()
    if expected.converged and all(is_clear(belief) for belief in expected.belief):
        assert choice == expected.choice


@both
@settings(max_examples=100)
@given(problem=problems(min_mentions=2, max_mentions=2, max_candidates=6, empty_mentions=False))
def test_two_mentions_get_the_best_answer_of_all_also_among_ties(kind: Kind, problem: pl.Problem) -> None:
    numbers = numbers_of(problem)
    best = max(all_link(numbers, choice) for choice in all_choices(numbers))
    choice = pl.solve(problem, method=f"lbp:{kind}").choice.tolist()
    assert all_link(numbers, choice) == pytest.approx(best, abs=1e-5)


@given(problem=problems(min_mentions=2, max_mentions=2, max_candidates=4, ties=False, empty_mentions=False))
def test_a_mention_that_nothing_relates_to_decides_alone(problem: pl.Problem) -> None:
    numbers = numbers_of(problem)
    psi = np.zeros((len(problem.local) + 3,) * 2)
    psi[:-3, :-3] = numbers.psi
    alone = pl.Problem([*numbers.local, [0.2, 0.7, 0.3]], psi, problem.beta if problem.beta < 1 else 0.5)
    assert pl.solve(alone, method="lbp:all").choice[-1] == 1


@both
def test_an_answer_that_does_not_settle_comes_with_a_warning(kind: Kind) -> None:
    rng = np.random.default_rng(0)
    upper = np.triu(rng.random((60, 60)), 1)
    problem = pl.Problem(rng.random((15, 4)), upper + upper.T, 0.7)
    with pytest.warns(ConvergenceWarning):
        answer = pl.solve(problem, method=f"lbp:{kind}", max_iterations=1)
    assert all(0 <= a < 4 for a in answer.choice)


@both
@pytest.mark.parametrize("seed", range(3))
def test_long_documents_equal_the_literal_form(kind: Kind, seed: int) -> None:
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((36, 36)), 1)
    problem = pl.Problem(rng.random((12, 3)), upper + upper.T, 0.05 if kind == "all" else 0.3)
    expected = belief_propagation(numbers_of(problem), kind)
    assert expected.converged
    assert all(is_clear(belief) for belief in expected.belief)
    assert pl.solve(problem, method=f"lbp:{kind}").choice.tolist() == expected.choice


@both
@pytest.mark.parametrize(
    "options",
    [
        {"damping": -0.1},
        {"damping": 1.0},
        {"damping": float("nan")},
        {"damping": "half"},
        {"tolerance": -1.0},
        {"tolerance": float("nan")},
        {"max_iterations": 0},
        {"max_iterations": 1.5},
    ],
)
def test_impossible_options_are_refused_by_name(kind: Kind, options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(options))):
        pl.solve(pl.Problem([[0.5]], np.eye(1)), method=f"lbp:{kind}", **options)
