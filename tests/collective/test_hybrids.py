"""Pair-Linking with sweeps, and with Forward-Backward: the literal forms' answers, and no more psi than needed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pairlinking as pl
from pairlinking.collective import SweptPairs
from tests.reference.hybrids import agreeing_pairs, swept_pairs
from tests.reference.numbers import numbers_of
from tests.strategies import LinkData, link_data, measures, problems

HYBRIDS = ("pair-linking+sweep", "fwbw+pair-linking")


@settings(max_examples=200)
@given(problem=problems(max_mentions=7), sweeps=st.integers(1, 3), reach=st.sampled_from([0.0, 0.25, 1.0]))
def test_sweeps_equal_the_literal_form(problem: pl.Problem, sweeps: int, reach: float) -> None:
    expected = swept_pairs(numbers_of(problem), sweeps, reach)
    assert SweptPairs(sweeps=sweeps, reach=reach).solve(problem).choice.tolist() == expected


@given(problem=problems(max_mentions=7))
def test_at_full_reach_no_candidate_that_could_win_is_left_out(problem: pl.Problem) -> None:
    everything = swept_pairs(numbers_of(problem), 2, reach=1e9)
    assert SweptPairs(reach=1.0).solve(problem).choice.tolist() == everything


@settings(max_examples=200)
@given(problem=problems(max_mentions=7))
def test_agreeing_pairs_equal_the_literal_form(problem: pl.Problem) -> None:
    assert pl.solve(problem, method="fwbw+pair-linking").choice.tolist() == agreeing_pairs(numbers_of(problem))


@given(data=link_data(max_mentions=6, ties=False), name=measures)
def test_lists_and_vectors_give_the_literal_answer(data: LinkData, name: str) -> None:
    numbers = numbers_of(data.problem(name))
    assert pl.solve(data.problem(name), method="pair-linking+sweep").choice.tolist() == swept_pairs(numbers, 2, 0.25)
    assert pl.solve(data.problem(name), method="fwbw+pair-linking").choice.tolist() == agreeing_pairs(numbers)


@pytest.mark.parametrize("name", HYBRIDS)
@given(problem=problems(max_mentions=6))
def test_where_nothing_changes_the_trace_is_that_of_pair_linking(name: str, problem: pl.Problem) -> None:
    answer, pairs = pl.solve(problem, method=name), pl.solve(problem, method="pair-linking")
    if answer.trace:
        assert answer.trace == pairs.trace
        assert answer.choice.tolist() == pairs.choice.tolist()
    elif len(problem.linkable()[0]) > 1:
        assert answer.decisions is None or not pairs.trace


def test_a_pair_off_the_topic_is_corrected_by_all_others() -> None:
    """Two mentions form the best pair, but one of them has a candidate that goes with the whole document."""
    psi = np.eye(6)
    psi[0, 2] = psi[2, 0] = 0.9
    psi[1, 3:] = psi[3:, 1] = 0.8
    psi[1, 2] = psi[2, 1] = 0.1
    problem = pl.Problem([[0.5, 0.5], [0.9], [0.6], [0.6], [0.6]], psi, 0.5)
    assert pl.solve(problem, method="pair-linking").choice[0] == 0
    assert pl.solve(problem, method="pair-linking+sweep").choice[0] == 1


def test_sweeps_read_nothing_where_phi_is_out_of_reach() -> None:
    asked: set[tuple[str, str]] = set()

    def psi(left: str, right: str) -> float:
        asked.add((left, right))
        return 0.5

    names = [[f"{i}a", f"{i}b"] for i in range(5)]
    problem = pl.Problem([[1.0, 0.0]] * 5, psi, 0.3, candidates=names)
    paired = pl.solve(problem, method="pair-linking")
    assert pl.solve(problem, method="pair-linking+sweep").n_relatedness == paired.n_relatedness
