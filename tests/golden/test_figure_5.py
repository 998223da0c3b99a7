"""The walk through Fig. 5 of the paper (Sec. 6), with made-up weights in the order of its text."""

from __future__ import annotations

import numpy as np
import pytest

import pairlinking as pl
from tests.reference.numbers import numbers_of
from tests.reference.pair_linking import pair_linking

# Five mentions with two candidates each. (mention, candidate) are counted from 1, as in the figure.
EDGES = {
    ((1, 2), (2, 2)): 0.9,  # taken first
    ((2, 1), (3, 1)): 0.8,  # second lowest distance, but m2 is already e_2^2: skipped
    ((4, 1), (5, 1)): 0.7,  # taken
    ((3, 1), (4, 1)): 0.6,  # taken last: now all five are decided
    ((1, 1), (5, 2)): 0.5,  # never looked at
}
NAMES = [[f"e_{i}^{a}" for a in (1, 2)] for i in range(1, 6)]


def figure_5(beta: float) -> pl.Problem:
    psi = np.eye(10)
    for ((i, a), (j, b)), weight in EDGES.items():
        p, q = 2 * (i - 1) + a - 1, 2 * (j - 1) + b - 1
        psi[p, q] = psi[q, p] = weight
    return pl.Problem([[0.5, 0.5]] * 5, psi, beta, candidates=NAMES)


@pytest.mark.parametrize("beta", [0.3, 0.5, 0.7, 1.0])
def test_pair_linking_decides_in_the_order_of_the_text(beta: float) -> None:
    answer = pl.solve(figure_5(beta), method="pair-linking")
    assert [step.entities for step in answer.trace] == [("e_1^2", "e_2^2"), ("e_4^1", "e_5^1"), ("e_3^1", "e_4^1")]
    assert [step.mentions for step in answer.trace] == [(0, 1), (3, 4), (2, 3)]
    assert answer.choice.tolist() == [1, 1, 0, 0, 0]
    assert answer.entities == ["e_1^2", "e_2^2", "e_3^1", "e_4^1", "e_5^1"]


def test_confidences_are_those_of_equation_13() -> None:
    answer = pl.solve(figure_5(0.5), method="pair-linking")
    expected = [(0.5 + psi + 0.5) / 3 for psi in (0.9, 0.7, 0.6)]
    assert [step.confidence for step in answer.trace] == pytest.approx(expected, abs=1e-15)
    assert answer.confidence == pytest.approx([expected[0]] * 2 + [expected[2]] + [expected[1]] * 2, abs=1e-15)


def test_evidence_tree_continues_until_all_are_connected() -> None:
    """The text: 'it can be done by continuing picking up latter edges until a connected tree is formed'."""
    answer = pl.solve(figure_5(0.5), method="pair-linking")
    tree = answer.tree()
    assert [edge.mentions for edge in tree] == [(0, 1), (3, 4), (2, 3), (0, 2)]
    assert answer.objective == pytest.approx(sum(edge.distance for edge in tree))
    assert tree[-1].distance == pytest.approx(1 - 1 / 3)


def test_the_literal_algorithm_walks_the_same_way() -> None:
    choice, trace = pair_linking(numbers_of(figure_5(0.5)))
    assert choice == [1, 1, 0, 0, 0]
    assert [decision.mentions for decision in trace] == [(0, 1), (3, 4), (2, 3)]
