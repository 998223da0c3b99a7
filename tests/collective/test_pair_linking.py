"""Pair-Linking from a ready matrix: the literal algorithm to the last bit, and what always holds for it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pairlinking as pl
from pairlinking.errors import ParameterError, ProblemError
from tests.reference.numbers import Numbers, numbers_of
from tests.reference.pair_linking import decisions_of, pair_linking
from tests.strategies import problems


def assert_is_literal(problem: pl.Problem, numbers: Numbers, strategy: str = "auto") -> None:
    answer = pl.solve(problem, method="pair-linking", strategy=strategy)
    choice, trace = pair_linking(numbers)
    assert decisions_of(answer) == trace
    assert answer.choice.tolist() == choice


@settings(max_examples=150)
@given(problem=problems(max_mentions=7, max_candidates=5, ties=False))
def test_choice_trace_and_confidence_equal_the_literal_algorithm(problem: pl.Problem) -> None:
    assert_is_literal(problem, numbers_of(problem))


@settings(max_examples=300)
@given(problem=problems(max_mentions=7, max_candidates=5, ties=True))
def test_choice_trace_and_confidence_equal_the_literal_algorithm_with_ties(problem: pl.Problem) -> None:
    assert_is_literal(problem, numbers_of(problem))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ties", [False, True])
def test_long_documents_equal_the_literal_algorithm(seed: int, ties: bool) -> None:
    rng = np.random.default_rng(seed)
    n, k = 30, 6
    upper = np.triu(rng.integers(0, 5, (n * k, n * k)) / 4 if ties else rng.random((n * k, n * k)) ** 3, 1)
    local = rng.integers(0, 5, (n, k)) / 4 if ties else rng.random((n, k)) ** 3
    problem = pl.Problem(local, upper + upper.T, beta=[0.3, 0.5, 0.75][seed])
    assert_is_literal(problem, numbers_of(problem))


@pytest.mark.parametrize("strategy", ["auto", "lazy", "full"])
@settings(max_examples=30)
@given(problem=problems(max_mentions=6))
def test_the_strategy_changes_nothing_for_a_matrix_or_a_function(strategy: str, problem: pl.Problem) -> None:
    numbers = numbers_of(problem)
    assert_is_literal(problem, numbers, strategy)
    psi = [[1.0 if p == q else value for q, value in enumerate(row)] for p, row in enumerate(numbers.psi)]
    by_function = pl.Problem(numbers.local, lambda left, right: psi[left][right], numbers.beta)
    assert_is_literal(by_function, Numbers(numbers.local, psi, numbers.beta), strategy)


@given(problem=problems(max_mentions=6, ties=False, empty_mentions=False), seed=st.integers(0, 2**32 - 1))
def test_reordering_mentions_moves_no_answer_when_scores_are_distinct(problem: pl.Problem, seed: int) -> None:
    order = np.random.default_rng(seed).permutation(problem.n_mentions)
    flat = [p for i in order for p in range(problem.offsets[i], problem.offsets[i + 1])]
    numbers = numbers_of(problem)
    moved = pl.Problem(
        [numbers.local[i] for i in order], problem.relatedness_matrix()[np.ix_(flat, flat)], problem.beta
    )
    answer, again = pl.solve(problem), pl.solve(moved)
    assert again.choice.tolist() == answer.choice[order].tolist()
    assert [{int(order[i]) for i in step.mentions} for step in again.trace] == [
        set(step.mentions) for step in answer.trace
    ]


def test_of_equally_confident_pairs_the_lowest_mentions_then_candidates_win() -> None:
    psi = np.zeros((6, 6))
    for p, q in [(1, 3), (0, 4), (3, 5), (0, 2)]:  # m0: 0 1, m1: 2 3, m2: 4 5
        psi[p, q] = psi[q, p] = 0.5
    problem = pl.Problem([[0.5, 0.5]] * 3, psi, beta=0.5)
    # (m0, m1) comes before (m0, m2) and (m1, m2); there (0, 0) comes before (1, 1); then (m0, m2) before (m1, m2).
    assert [each[:2] for each in decisions_of(pl.solve(problem))] == [((0, 1), (0, 0)), ((0, 2), (0, 0))]


@given(problem=problems(max_mentions=7))
def test_every_decision_is_an_edge_of_the_evidence_tree(problem: pl.Problem) -> None:
    answer = pl.solve(problem)
    assert set(answer.trace) <= set(answer.tree())


@given(problem=problems(max_mentions=7))
def test_confidence_of_a_mention_is_that_of_its_best_pair(problem: pl.Problem) -> None:
    """The pair that decided a mention is the best it forms with any other chosen entity."""
    answer, numbers = pl.solve(problem), numbers_of(problem)
    choice = answer.choice.tolist()
    linked = [i for i, a in enumerate(choice) if a >= 0]
    for i in linked:
        pairs = [numbers.confidence(i, choice[i], j, choice[j]) for j in linked if j != i]
        assert answer.confidence[i] == max(pairs, default=numbers.local[i][choice[i]])


@given(problem=problems(max_mentions=7))
def test_trace_decides_every_mention_with_falling_confidence(problem: pl.Problem) -> None:
    answer = pl.solve(problem)
    confidences = [step.confidence for step in answer.trace]
    assert confidences == sorted(confidences, reverse=True)
    decided: set[int] = set()
    for step in answer.trace:
        assert not set(step.mentions) <= decided
        decided |= set(step.mentions)
        flat = [int(problem.offsets[i] + answer.choice[i]) for i in step.mentions]
        assert step.relatedness == problem.relatedness_of(*flat)
        assert step.entities == tuple(answer.entities[i] for i in step.mentions)
    linked = {i for i, a in enumerate(answer.choice) if a >= 0}
    assert decided == (linked if len(linked) > 1 else set())


def test_the_example_of_the_issue() -> None:
    psi = np.eye(4)
    psi[0, 3] = psi[3, 0] = 0.9
    problem = pl.Problem(local=[[0.6, 0.5], [0.55, 0.5]], relatedness=psi, beta=0.5)
    assert pl.solve(problem, method="pair-linking").choice.tolist() == [0, 1]


@pytest.mark.parametrize("value", [float("nan"), -0.5, 1.5, float("inf")])
def test_a_function_outside_the_unit_interval_is_refused(value: float) -> None:
    with pytest.raises(ProblemError, match="relatedness"):
        pl.solve(pl.Problem([[0.5], [0.5]], lambda left, right: value))


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(ParameterError, match="strategy"):
        pl.solve(pl.Problem([[0.5]], np.eye(1)), strategy="eager")
