"""PageRank: stationary scores that sum to 1, and the decisions of the literal form."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pairlinking as pl
from pairlinking.collective.pagerank import walk
from pairlinking.errors import ConvergenceWarning, ParameterError
from pairlinking.types import FloatArray
from tests.reference.numbers import numbers_of
from tests.reference.pagerank import pagerank, stationary
from tests.strategies import problems


@st.composite
def graphs(draw: st.DrawFn) -> tuple[FloatArray, FloatArray]:
    """Draw edge weights, some of them and some whole rows 0, and where jumps lead."""
    n = draw(st.integers(1, 12))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    weights = rng.random((n, n)) * (rng.random((n, n)) < 0.5) * (rng.random((n, 1)) < 0.8)
    jumps = rng.random(n) * (rng.random(n) < 0.7)
    jumps[rng.integers(n)] = 1.0
    return weights, jumps


@given(graph=graphs(), jump=st.sampled_from([0.05, 0.1, 0.5, 1.0]))
def test_mass_sums_to_one_and_is_never_negative(graph: tuple[FloatArray, FloatArray], jump: float) -> None:
    scores = walk(*graph, jump=jump)
    assert scores.sum() == pytest.approx(1, abs=1e-12)
    assert (scores >= 0).all()


@given(graph=graphs(), jump=st.sampled_from([0.05, 0.1, 0.5, 1.0]))
def test_scores_solve_the_equation_of_the_walk(graph: tuple[FloatArray, FloatArray], jump: float) -> None:
    weights, jumps = graph
    expected = stationary(weights.tolist(), jumps.tolist(), jump)
    assert walk(weights, jumps, jump=jump, tolerance=1e-13) == pytest.approx(expected, abs=1e-11)


@settings(max_examples=20)
@given(graph=graphs())
def test_scores_are_those_of_networkx(graph: tuple[FloatArray, FloatArray]) -> None:
    weights, jumps = graph
    network = nx.from_numpy_array(weights, create_using=nx.DiGraph)
    expected = nx.pagerank(network, alpha=0.9, personalization=dict(enumerate(jumps)), tol=1e-12, max_iter=1000)
    scores = walk(weights, jumps, jump=0.1, tolerance=1e-12)
    assert scores == pytest.approx([expected[i] for i in range(len(jumps))], abs=1e-9)


@given(graph=graphs())
def test_where_a_walk_starts_does_not_matter(graph: tuple[FloatArray, FloatArray]) -> None:
    weights, jumps = graph
    elsewhere = np.arange(1.0, len(jumps) + 1)
    expected = walk(weights, jumps, tolerance=1e-13)
    assert walk(weights, jumps, tolerance=1e-13, start=elsewhere) == pytest.approx(expected, abs=1e-11)


@settings(max_examples=80)
@given(problem=problems(max_mentions=6, ties=False))
def test_choice_equals_the_literal_form(problem: pl.Problem) -> None:
    assert pl.solve(problem, method="pagerank").choice.tolist() == pagerank(numbers_of(problem))


@settings(max_examples=80)
@given(problem=problems(max_mentions=5, ties=True))
def test_choice_equals_the_literal_form_with_ties(problem: pl.Problem) -> None:
    answer = pl.solve(problem, method="pagerank", tolerance=1e-13)
    assert answer.choice.tolist() == pagerank(numbers_of(problem))


@pytest.mark.parametrize("seed", range(3))
def test_long_documents_equal_the_literal_form(seed: int) -> None:
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((80, 80)) ** 2, 1)
    problem = pl.Problem(rng.random((20, 4)), upper + upper.T, [0.3, 0.5, 0.8][seed])
    assert pl.solve(problem, method="pagerank").choice.tolist() == pagerank(numbers_of(problem))


def test_a_certain_mention_decides_an_uncertain_one() -> None:
    psi = np.eye(3)
    psi[0, 2] = psi[2, 0] = 0.9
    problem = pl.Problem([[0.9], [0.5, 0.5]], psi, 0.5)
    assert pl.solve(problem, method="pagerank").choice.tolist() == [0, 1]


def test_a_walk_that_does_not_settle_warns_and_is_returned() -> None:
    weights, jumps = np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([1.0, 0.0])
    with pytest.warns(ConvergenceWarning, match="2 steps"):
        scores = walk(weights, jumps, jump=0.01, max_iterations=2)
    assert scores.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    "options",
    [
        {"jump": 0.0},
        {"jump": 1.5},
        {"jump": float("nan")},
        {"decide_fraction": 0.0},
        {"decide_fraction": 2.0},
        {"tolerance": 0.0},
        {"tolerance": float("nan")},
        {"max_iterations": 0},
        {"max_iterations": 1.5},
        {"jump": "0.1"},
        {"tolerance": None},
    ],
)
def test_impossible_options_are_refused_by_name(options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(options))):
        pl.solve(pl.Problem([[0.5]], np.eye(1)), method="pagerank", **options)


@pytest.mark.parametrize(
    ("weights", "jumps"),
    [(np.ones((2, 3)), np.ones(2)), (np.ones((2, 2)), np.zeros(2)), (np.ones((2, 2)), np.array([1.0, -0.5]))],
)
def test_what_is_no_walk_is_refused(weights: FloatArray, jumps: FloatArray) -> None:
    with pytest.raises(ParameterError):
        walk(weights, jumps)


@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf")])
def test_edges_that_are_no_weights_are_refused(value: float) -> None:
    with pytest.raises(ParameterError, match="weights"):
        walk(np.array([[0.0, value], [1.0, 0.0]]), np.ones(2))
