"""What makes a problem, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from pairlinking import Problem
from pairlinking.errors import PairLinkingError, ParameterError, ProblemError, ProblemTooLarge
from pairlinking.relatedness import EES, NJS, InLinks

PAIR = np.array([[1.0, 0.5], [0.5, 1.0]])


def test_lists_and_arrays_make_the_same_problem() -> None:
    made = [
        Problem([[0.9, 0.1], [0.6, 0.4]], np.eye(4)),
        Problem(np.array([[0.9, 0.1], [0.6, 0.4]]), np.eye(4).tolist()),
        Problem([np.array([0.9, 0.1]), np.array([0.6, 0.4])], np.eye(4)),
        Problem(((0.9, 0.1), (0.6, 0.4)), np.eye(4, order="F")),
    ]
    for problem in made:
        assert problem.local.tolist() == [0.9, 0.1, 0.6, 0.4]
        assert problem.offsets.tolist() == [0, 2, 4]
        assert problem.relatedness_matrix().tolist() == np.eye(4).tolist()
        assert problem.beta == 0.5


def test_float32_scores_keep_their_value() -> None:
    assert Problem(np.array([[0.1]], dtype=np.float32), np.eye(1)).local[0] == np.float32(0.1)


def test_mentions_may_have_no_candidates() -> None:
    problem = Problem([[], [0.5], []], np.eye(1))
    assert (problem.n_mentions, problem.sizes.tolist()) == (3, [0, 1, 0])
    assert problem.entity(1, 0) == 0
    assert problem.entity(0, -1) is None


def test_an_empty_problem_is_a_problem() -> None:
    assert Problem([], []).n_mentions == 0
    assert Problem([], np.empty((0, 0))).relatedness_matrix().shape == (0, 0)
    assert repr(Problem([], [])) == "Problem(0 mentions, 0 candidates, beta=0.5)"


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf, -0.01, 1.01, 7])
def test_local_scores_outside_the_unit_interval_are_refused_by_place(score: float) -> None:
    with pytest.raises(ProblemError, match="Mention 1, candidate 0"):
        Problem([[0.5], [score]], PAIR)


@pytest.mark.parametrize(
    "local",
    [
        "scores",
        0.5,
        None,
        ["ab"],
        [["a"]],
        [["0.5"]],
        [0.5, 0.5],
        [[[0.5]]],
        [[0.5, [0.1]]],
        [[1j]],
        [None],
        np.array(0.5),
    ],
)
def test_what_is_no_list_of_scores_per_mention_is_refused(local: Any) -> None:
    with pytest.raises(ProblemError, match="local"):
        Problem(local, lambda left, right: 0.5)


@pytest.mark.parametrize("beta", [-0.1, 1.1, math.nan, math.inf, "0.5", None, [0.5], True, 1j])
def test_beta_must_be_a_number_in_the_unit_interval(beta: Any) -> None:
    with pytest.raises(ParameterError, match="beta"):
        Problem([[0.5], [0.5]], PAIR, beta=beta)


@pytest.mark.parametrize("beta", [0, 1, 0.25, np.float32(0.25), np.float64(1.0)])
def test_beta_takes_whole_numbers_and_numpy_floats(beta: Any) -> None:
    assert Problem([[0.5], [0.5]], PAIR, beta=beta).beta == float(beta)


@pytest.mark.parametrize("matrix", [np.eye(3), np.eye(1), np.ones(4), np.ones((2, 1)), [], "ab", None, [[1, 2], [3]]])
def test_a_matrix_of_the_wrong_shape_is_refused(matrix: Any) -> None:
    with pytest.raises(ProblemError):
        Problem([[0.5], [0.5]], matrix)


@pytest.mark.parametrize("value", [math.nan, math.inf, -0.5, 1.5])
def test_a_matrix_outside_the_unit_interval_is_refused(value: float) -> None:
    with pytest.raises(ProblemError, match=r"\[0, 1\]"):
        Problem([[0.5], [0.5]], [[1.0, value], [value, 1.0]])


@pytest.mark.parametrize("value", [math.nan, math.inf, -0.5, 1.5])
def test_a_function_outside_the_unit_interval_is_refused_when_asked(value: float) -> None:
    problem = Problem([[0.5], [0.5]], lambda left, right: value)
    with pytest.raises(ProblemError, match="relatedness"):
        problem.relatedness_matrix()


def test_names_of_any_kind_are_handed_to_the_function() -> None:
    psi = {("Tiger_Woods", "Augusta"): 0.75}
    problem = Problem([[0.5], [0.5]], lambda left, right: psi[left, right], candidates=[["Tiger_Woods"], ["Augusta"]])
    assert problem.relatedness_matrix().tolist() == [[1.0, 0.75], [0.75, 1.0]]
    assert problem.entity(0, 0) == "Tiger_Woods"


@pytest.mark.parametrize("candidates", [[[1]], [[1], [2], [3]], [[1, 2], [3]], [[], [1]], [1, 2], 5])
def test_candidates_must_match_the_local_scores(candidates: Any) -> None:
    with pytest.raises(ProblemError):
        Problem([[0.5], [0.5]], PAIR, candidates=candidates)


@pytest.mark.parametrize("candidates", [[[0], [3]], [[-1], [0]], [[2**40], [0]], [[2**70], [0]]])
def test_entity_ids_unknown_to_the_measure_are_refused(candidates: Any) -> None:
    links = InLinks.from_lists([[1], [1, 2], [3]], n_pages=4)
    with pytest.raises(PairLinkingError):
        Problem([[0.5], [0.5]], NJS(links), candidates=candidates)


@pytest.mark.parametrize("candidates", [[["a"], ["b"]], [[0.0], [1.0]], None])
def test_a_measure_over_lists_takes_only_whole_numbers_as_entities(candidates: Any) -> None:
    """Names would silently stand for the entities 0, 1, ... in the order in which they appear."""
    links = InLinks.from_lists([[1], [1, 2], [3]], n_pages=4)
    with pytest.raises(PairLinkingError):
        Problem([[0.5], [0.5]], NJS(links), candidates=candidates)


def test_changing_the_callers_arrays_afterwards_changes_nothing() -> None:
    local, psi = np.array([[0.5], [0.5]]), PAIR.copy()
    problem = Problem(local, psi)
    local[:] = 0.1
    psi[:] = math.nan
    assert problem.local.tolist() == [0.5, 0.5]
    assert problem.relatedness_matrix().tolist() == PAIR.tolist()


def test_a_matrix_beyond_two_gibibytes_is_refused_with_a_way_out() -> None:
    ees = EES(np.ones((2, 1)))
    problem = Problem([[0.5, 0.4]] * 10_000, ees, candidates=[[0, 1]] * 10_000)
    with pytest.raises(ProblemTooLarge, match="pair-linking"):
        problem.relatedness_matrix()


def test_surfaces_must_name_every_mention() -> None:
    with pytest.raises(ProblemError, match="surfaces"):
        Problem([[0.5], [0.5]], PAIR, surfaces=["one"])
