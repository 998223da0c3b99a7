"""Hill climbing: the literal form's answer, and no substitution left that would help."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

import pairlinking as pl
from pairlinking.relatedness import NJS, InLinks
from tests.reference.iterative_substitution import iterative_substitution, substitutions
from tests.reference.numbers import numbers_of
from tests.reference.objectives import OBJECTIVES
from tests.strategies import problems

both = pytest.mark.parametrize(
    ("method", "objective"), [("iter-sub:all", "all-link"), ("iter-sub:single", "single-link")]
)


@both
@settings(max_examples=100)
@given(problem=problems(max_mentions=6))
def test_choice_equals_the_literal_form(method: str, objective: str, problem: pl.Problem) -> None:
    expected = iterative_substitution(numbers_of(problem), OBJECTIVES[objective])
    assert pl.solve(problem, method=method).choice.tolist() == expected


@both
@given(problem=problems(max_mentions=8, max_candidates=5))
def test_no_single_substitution_improves_the_answer(method: str, objective: str, problem: pl.Problem) -> None:
    numbers, value = numbers_of(problem), OBJECTIVES[objective]
    choice = pl.solve(problem, method=method).choice.tolist()
    reached = value(numbers, choice)
    assert all(value(numbers, other) <= reached + 2e-9 for other in substitutions(numbers, choice))


@both
@given(problem=problems(max_mentions=6))
def test_answer_is_no_worse_than_the_start(method: str, objective: str, problem: pl.Problem) -> None:
    answer = pl.solve(problem, method=method)
    value, numbers = OBJECTIVES[objective], numbers_of(problem)
    assert answer.objective_name == objective
    start = pl.solve(problem, method="local").choice.tolist()
    assert answer.objective >= value(numbers, start) - 1e-9


@both
@pytest.mark.parametrize("seed", range(3))
def test_long_documents_equal_the_literal_form(method: str, objective: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((60, 60)), 1)
    problem = pl.Problem(rng.random((15, 4)), upper + upper.T, 0.5)
    expected = iterative_substitution(numbers_of(problem), OBJECTIVES[objective])
    assert pl.solve(problem, method=method).choice.tolist() == expected


@both
def test_of_two_equal_gains_the_lower_mention_substitutes(method: str, objective: str) -> None:
    psi = np.zeros((4, 4))
    psi[0, 3] = psi[3, 0] = psi[1, 2] = psi[2, 1] = 1.0  # either mention can meet the other; once is enough
    problem = pl.Problem([[0.5, 0.25], [0.5, 0.25]], psi, 0.5)
    assert pl.solve(problem, method=method).choice.tolist() == [1, 0]


@pytest.mark.parametrize("method", ["iter-sub:all", "iter-sub:single"])
def test_the_matrix_stays_as_it_was_when_the_chosen_candidates_are_neighbours(method: str) -> None:
    """Positions 1, 2, 3 are one piece of the matrix: its rows must be copied before they are replaced."""
    psi = np.eye(5)
    psi[0, 2] = psi[2, 0] = 0.9
    problem = pl.Problem(local=[[0.4, 0.5], [1.0], [0.5, 0.4]], relatedness=psi)
    assert pl.solve(problem, method).choice.tolist() == [0, 0, 0]
    assert np.array_equal(problem.relatedness_matrix(), psi)


def test_a_few_rows_of_long_lists_are_not_mistaken_for_the_whole_matrix() -> None:
    """The rows of the best candidates read every list, but share few ids with them: no reason to build a matrix."""
    n_mentions, n_candidates, n_pages = 20, 4, 200_000
    rng = np.random.default_rng(3)
    lists = [np.unique(rng.integers(n_pages, size=20_000)) for _ in range(n_mentions * n_candidates)]
    indptr = np.concatenate([[0], np.cumsum([len(ids) for ids in lists])])
    relatedness = NJS(InLinks(indptr, np.concatenate(lists).astype(np.int32), n_pages=n_pages))
    candidates = np.arange(len(lists)).reshape(n_mentions, n_candidates)
    local = [[0.9] + [0.01] * (n_candidates - 1)] * n_mentions
    problem = pl.Problem(local, relatedness, 0.1, candidates=candidates.tolist())
    assert pl.solve(problem, method="iter-sub:single").n_relatedness == n_mentions * len(lists)
