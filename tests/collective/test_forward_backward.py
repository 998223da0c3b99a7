"""FwBw reaches the optimum of the chain, and reads only neighbours."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

import pairlinking as pl
from tests.reference.forward_backward import forward_backward
from tests.reference.numbers import numbers_of
from tests.reference.objectives import all_choices, best_choice, chain
from tests.strategies import LinkData, link_data, measures, problems


@settings(max_examples=100)
@given(problem=problems(max_mentions=5))
def test_no_other_choice_makes_a_better_chain(problem: pl.Problem) -> None:
    numbers = numbers_of(problem)
    answer = pl.solve(problem, method="fwbw")
    best = max(chain(numbers, choice) for choice in all_choices(numbers))
    assert chain(numbers, answer.choice.tolist()) == pytest.approx(best, abs=1e-12)
    assert answer.objective_name == "chain"
    assert answer.objective == pytest.approx(best, abs=1e-12)


@settings(max_examples=100)
@given(problem=problems(max_mentions=8, max_candidates=6, ties=False))
def test_choice_equals_the_literal_form(problem: pl.Problem) -> None:
    assert pl.solve(problem, method="fwbw").choice.tolist() == forward_backward(numbers_of(problem))


@settings(max_examples=100)
@given(problem=problems(max_mentions=6, ties=True))
def test_of_equally_good_chains_the_one_with_the_lowest_positions_wins(problem: pl.Problem) -> None:
    numbers = numbers_of(problem)
    first_of_the_best = best_choice(numbers, "chain")
    assert forward_backward(numbers) == first_of_the_best
    assert pl.solve(problem, method="fwbw").choice.tolist() == first_of_the_best


@given(data=link_data(max_mentions=6), name=measures)
def test_lists_and_vectors_give_the_literal_answer(data: LinkData, name: str) -> None:
    numbers = data.numbers(name)
    answer = pl.solve(data.problem(name), method="fwbw")
    best = chain(numbers, forward_backward(numbers))
    assert chain(numbers, answer.choice.tolist()) == pytest.approx(best, abs=1e-12)


def test_only_neighbours_are_asked() -> None:
    asked: set[tuple[str, str]] = set()

    def psi(left: str, right: str) -> float:
        asked.add((left, right))
        return 0.5

    names = [[f"{i}a", f"{i}b"] for i in range(5)]
    pl.solve(pl.Problem([[0.5, 0.4]] * 5, psi, candidates=names), method="fwbw")
    assert len(asked) == 4 * 4
    assert all(abs(int(left[0]) - int(right[0])) == 1 for left, right in asked)


def test_relatedness_across_a_mention_without_candidates_counts() -> None:
    psi = np.eye(4)
    psi[1, 3] = psi[3, 1] = 1.0
    assert pl.solve(pl.Problem([[0.5, 0.4], [], [0.5, 0.4]], psi), method="fwbw").choice.tolist() == [1, -1, 1]
