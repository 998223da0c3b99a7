"""Mentions with the same text and the same candidates are one node of the problem."""

from __future__ import annotations

import numpy as np
import pytest

import pairlinking as pl

# "Paris" three times, once written differently; the city is locally best, but "Hilton" speaks for the person.
LOCAL = [[0.6, 0.4], [0.7, 0.3], [0.2, 0.6], [0.5, 0.5]]
CANDIDATES = [["city", "person"], ["city", "person"], ["hotels", "family"], ["city", "person"]]
SURFACES = ["Paris", "PARIS ", "Hilton", " paris"]
PSI = {frozenset(pair): psi for pair, psi in {("person", "family"): 0.9, ("city", "hotels"): 0.2}.items()}


def paris(surfaces: list[str] | None) -> pl.Problem:
    return pl.Problem(
        LOCAL,
        lambda left, right: PSI.get(frozenset((left, right)), 0.0),
        0.5,
        candidates=CANDIDATES,
        surfaces=surfaces,
    )


def test_repeats_become_one_mention_with_the_mean_local_score() -> None:
    merged, place = paris(SURFACES).without_repeats()
    assert place.tolist() == [0, 0, 1, 0]
    assert merged.n_mentions == 2
    assert merged.local == pytest.approx([0.6, 0.4, 0.2, 0.6])
    assert list(merged.entities) == ["city", "person", "hotels", "family"]


def test_problems_without_surfaces_or_repeats_stay_as_they_are() -> None:
    for problem in (paris(None), paris(["a", "b", "c", "d"])):
        same, place = problem.without_repeats()
        assert same is problem
        assert place.tolist() == [0, 1, 2, 3]


def test_same_text_with_other_candidates_is_another_mention() -> None:
    problem = pl.Problem(
        [[0.5, 0.5], [0.5, 0.5], [0.5]],
        lambda left, right: 0.0,
        candidates=[["a", "b"], ["b", "a"], ["a"]],
        surfaces=["x", "x", "x"],
    )
    assert problem.without_repeats()[0] is problem


def test_mentions_without_candidates_may_repeat() -> None:
    problem = pl.Problem([[], [0.5], []], np.eye(1), surfaces=["x", "y", "x"])
    merged, place = problem.without_repeats()
    assert (merged.n_mentions, place.tolist()) == (2, [0, 1, 0])
    assert pl.solve(problem).choice.tolist() == [-1, 0, -1]


def test_unmerged_copies_lock_in_the_locally_best_entity_and_merged_ones_hear_the_evidence() -> None:
    assert pl.solve(paris(SURFACES), merge_repeats=False).entities == ["city", "city", "family", "city"]
    assert pl.solve(paris(SURFACES)).entities == ["person", "person", "family", "person"]


@pytest.mark.parametrize("method", pl.methods())
def test_every_copy_gets_the_answer_and_confidence_of_its_node(method: str) -> None:
    problem = paris(SURFACES)
    merged, place = problem.without_repeats()
    expected = pl.solve(merged, method=method)
    answer = pl.solve(problem, method=method, merge_repeats=True)
    assert answer.choice.tolist() == expected.choice[place].tolist()
    assert answer.confidence.tolist() == expected.confidence[place].tolist()
    assert answer.choice.shape == (4,)


def test_trace_of_a_merged_problem_speaks_of_the_mentions_given() -> None:
    answer = pl.solve(paris(SURFACES))
    assert [step.mentions for step in answer.trace] == [(0, 2)]
    assert [step.entities for step in answer.trace] == [("person", "family")]


def test_merging_keeps_the_matrix_of_a_problem_given_as_matrix() -> None:
    matrix = np.array([[1.0, 0.0, 0.3], [0.0, 1.0, 0.0], [0.3, 0.0, 1.0]])
    problem = pl.Problem([[0.5], [0.5], [0.5]], matrix, candidates=[["a"], ["b"], ["a"]], surfaces=["x", "y", "x"])
    for _ in range(2):  # before and after the matrix is built
        merged, _ = problem.without_repeats()
        assert merged.relatedness_matrix().tolist() == [[1.0, 0.0], [0.0, 1.0]]
        problem.relatedness_matrix()
