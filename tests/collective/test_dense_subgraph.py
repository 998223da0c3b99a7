"""Dense subgraph: the literal steps' answer, and a search no worse than trying all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import pairlinking as pl
from pairlinking.errors import ParameterError
from tests.reference.dense_subgraph import best_within, closest, dense_subgraph, densest
from tests.reference.iterative_substitution import substitutions
from tests.reference.numbers import numbers_of
from tests.reference.objectives import all_link
from tests.strategies import problems


def random_problem(seed: int, n: int, k: int, beta: float = 0.5) -> pl.Problem:
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((n * k, n * k)), 1)
    return pl.Problem(rng.random((n, k)), upper + upper.T, beta)


@settings(max_examples=60)
@given(problem=problems(max_mentions=5, ties=False))
def test_choice_equals_the_literal_form_when_nothing_is_pruned(problem: pl.Problem) -> None:
    assert pl.solve(problem, method="dense-subgraph").choice.tolist() == dense_subgraph(numbers_of(problem))


@pytest.mark.parametrize("per_mention", [1, 2, 3])
@settings(max_examples=30)
@given(problem=problems(max_mentions=4, max_candidates=5, ties=False))
def test_choice_equals_the_literal_form_when_pruned(per_mention: int, problem: pl.Problem) -> None:
    answer = pl.solve(problem, method="dense-subgraph", candidates_per_mention=per_mention)
    assert answer.choice.tolist() == dense_subgraph(numbers_of(problem), per_mention)


@settings(max_examples=60)
@given(problem=problems(max_mentions=4, max_candidates=5, ties=True))
def test_choice_equals_the_literal_form_with_ties(problem: pl.Problem) -> None:
    answer = pl.solve(problem, method="dense-subgraph", candidates_per_mention=2)
    assert answer.choice.tolist() == dense_subgraph(numbers_of(problem), 2)


@pytest.mark.parametrize("seed", range(4))
def test_search_finds_the_best_assignment_that_trying_all_finds(seed: int) -> None:
    problem = random_problem(seed, n=5, k=4, beta=0.3)
    tried = pl.solve(problem, method="dense-subgraph")
    searched = pl.solve(problem, method="dense-subgraph", max_exhaustive=1)
    assert searched.choice.tolist() == tried.choice.tolist()


@pytest.mark.parametrize("seed", range(3))
def test_search_leaves_no_improving_substitution_within_the_subgraph(seed: int) -> None:
    problem = random_problem(seed, n=12, k=3, beta=0.1)
    numbers = numbers_of(problem)
    graph = densest(numbers, closest(numbers, 5))
    choice = pl.solve(problem, method="dense-subgraph", max_exhaustive=1, iterations=20).choice.tolist()
    reached = all_link(numbers, choice)
    assert all((i, a) in graph for i, a in enumerate(choice))
    for other in substitutions(numbers, choice):
        if all((i, a) in graph for i, a in enumerate(other)):
            assert all_link(numbers, other) <= reached + 1e-9


def test_search_is_the_same_for_the_same_seed_and_needs_no_draws() -> None:
    problem = random_problem(7, n=30, k=5, beta=0.2)
    answers = [pl.solve(problem, method="dense-subgraph", seed=3, iterations=50) for _ in range(2)]
    assert answers[0].choice.tolist() == answers[1].choice.tolist()
    without = pl.solve(problem, method="dense-subgraph", iterations=0)
    assert answers[0].objective >= without.objective - 1e-9


def test_the_answer_lies_within_the_densest_subgraph() -> None:
    problem = random_problem(1, n=4, k=4, beta=0.1)
    numbers = numbers_of(problem)
    graph = densest(numbers, closest(numbers, 5))
    assert len(graph) < 16
    assert pl.solve(problem, method="dense-subgraph").choice.tolist() == best_within(numbers, graph)


def test_a_mention_far_from_all_others_keeps_its_closest_candidate() -> None:
    psi = np.zeros((9, 9))
    psi[:6, :6] = 1.0
    problem = pl.Problem([[0.9, 0.9, 0.9], [0.9, 0.9, 0.9], [0.0, 0.1, 0.05]], psi, 0.5)
    answer = pl.solve(problem, method="dense-subgraph", candidates_per_mention=1)
    assert answer.choice[2] == 1


@pytest.mark.parametrize(
    "options",
    [
        {"candidates_per_mention": 0},
        {"candidates_per_mention": 2.5},
        {"max_exhaustive": 0},
        {"iterations": -1},
        {"seed": -1},
        {"seed": "1"},
        {"iterations": True},
    ],
)
def test_impossible_options_are_refused_by_name(options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(options))):
        pl.solve(pl.Problem([[0.5]], np.eye(1)), method="dense-subgraph", **options)
