"""The four objectives and the spanning tree against their literal forms and scipy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse.csgraph import minimum_spanning_tree

import pairlinking as pl
from pairlinking.collective.objectives import (
    all_link,
    chain,
    is_cost,
    mintree,
    objective_value,
    single_link,
    spanning_tree,
)
from pairlinking.errors import ProblemError, UnknownName
from tests.reference.numbers import numbers_of
from tests.reference.objectives import OBJECTIVES, kruskal
from tests.strategies import problems


@st.composite
def problems_with_choice(draw: st.DrawFn) -> tuple[pl.Problem, list[int]]:
    """Draw a problem, and any choice for it: also -1 where there would be candidates."""
    problem = draw(problems(max_mentions=7))
    return problem, [draw(st.integers(-1, int(size) - 1)) for size in problem.sizes]


@pytest.mark.parametrize("name", list(OBJECTIVES))
@given(given_=problems_with_choice())
def test_value_is_that_of_the_literal_form(name: str, given_: tuple[pl.Problem, list[int]]) -> None:
    problem, choice = given_
    choice_array = np.array(choice, dtype=np.int64)
    assert objective_value(problem, choice_array, name) == pytest.approx(OBJECTIVES[name](numbers_of(problem), choice))


@given(given_=problems_with_choice())
def test_each_objective_has_a_function_of_its_own(given_: tuple[pl.Problem, list[int]]) -> None:
    problem, choice = given_[0], np.array(given_[1], dtype=np.int64)
    functions = {"all-link": all_link, "single-link": single_link, "chain": chain, "mintree": mintree}
    for name, function in functions.items():
        assert function(problem, choice) == objective_value(problem, choice, name)
        assert is_cost(name) == (name == "mintree")


@given(given_=problems_with_choice())
def test_tree_is_that_of_kruskal_in_order_and_to_the_last_bit(given_: tuple[pl.Problem, list[int]]) -> None:
    problem, choice = given_
    tree = spanning_tree(problem, np.array(choice, dtype=np.int64))
    assert [(*edge.mentions, edge.confidence) for edge in tree] == kruskal(numbers_of(problem), choice)


@given(given_=problems_with_choice())
def test_tree_spans_the_linked_mentions_and_weighs_what_scipy_says(given_: tuple[pl.Problem, list[int]]) -> None:
    problem, choice = given_[0], np.array(given_[1], dtype=np.int64)
    linked = np.flatnonzero(choice >= 0).tolist()
    tree = spanning_tree(problem, choice)
    numbers = numbers_of(problem)
    weights = np.zeros((len(linked), len(linked)))
    for p, i in enumerate(linked):
        for q, j in enumerate(linked[:p]):
            # scipy takes weight 0 for no edge, hence the 1; a tree has one edge less than it has nodes.
            weights[p, q] = 1 + (1 - numbers.confidence(i, given_[1][i], j, given_[1][j]))
    expected = float(minimum_spanning_tree(weights).sum()) - max(len(linked) - 1, 0)
    assert mintree(problem, choice) == pytest.approx(expected, abs=1e-12)
    assert sum(edge.distance for edge in tree) == pytest.approx(expected, abs=1e-12)
    assert len(tree) == max(len(linked) - 1, 0)
    reached = {i for edge in tree for i in edge.mentions}
    assert reached == (set(linked) if len(linked) > 1 else set())


def test_hand_computed_values() -> None:
    psi = np.array([[1.0, 0.2, 0.4], [0.2, 1.0, 0.6], [0.4, 0.6, 1.0]])
    problem = pl.Problem([[0.5], [0.7], [0.9]], psi, beta=0.25)
    choice = np.zeros(3, dtype=np.int64)
    assert all_link(problem, choice) == pytest.approx(0.75 * 2.1 + 0.25 * 2 * 1.2)
    assert single_link(problem, choice) == pytest.approx(0.75 * 2.1 + 0.25 * (0.4 + 0.6 + 0.6))
    assert chain(problem, choice) == pytest.approx(0.75 * 2.1 + 0.25 * (0.2 + 0.6))
    best = [(0.75 * 1.6 + 0.25 * 0.6) / 1.75, (0.75 * 1.4 + 0.25 * 0.4) / 1.75]
    assert mintree(problem, choice) == pytest.approx(2 - sum(best))


def test_distance_at_beta_one_half_is_equation_13() -> None:
    problem = pl.Problem([[0.3], [0.6]], [[1.0, 0.9], [0.9, 1.0]], beta=0.5)
    assert mintree(problem, [0, 0]) == pytest.approx(1 - (0.3 + 0.9 + 0.6) / 3)


def test_an_unknown_objective_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'mintree'"):
        objective_value(pl.Problem([[0.5]], np.eye(1)), [0], "mintre")


@pytest.mark.parametrize("choice", [[0], [0, 0, 0], [0, 2], [-2, 0], [[0, 0]], [0.0, 0.0], ["a", "b"], 0, None])
def test_what_is_no_choice_is_refused(choice: Any) -> None:
    with pytest.raises(ProblemError):
        objective_value(pl.Problem([[0.5], [0.5, 0.1]], np.eye(3)), choice, "all-link")
