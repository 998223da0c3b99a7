"""Relatedness that the user brings: a matrix or a function."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pairlinking.errors import ProblemError
from pairlinking.relatedness import CallableRelatedness, MatrixRelatedness
from pairlinking.stages import Relatedness


def test_matrix_gives_its_values_in_all_forms() -> None:
    values = np.array([[1.0, 0.25, 0.5], [0.25, 1.0, 0.0], [0.5, 0.0, 1.0]])
    relatedness = MatrixRelatedness(values)
    assert isinstance(relatedness, Relatedness)
    assert relatedness.score(0, 2) == relatedness.bound(0, 2) == 0.5
    assert relatedness.block(np.array([0, 2]), np.array([1])).tolist() == [[0.25], [0.0]]


def test_a_row_major_and_a_column_major_matrix_are_the_same() -> None:
    values = np.array([[1.0, 0.25], [0.25, 1.0]], order="F")
    assert MatrixRelatedness(values).block(np.arange(2), np.arange(2)).tolist() == values.tolist()


@pytest.mark.parametrize(
    "matrix",
    [
        [[1.0, float("nan")], [float("nan"), 1.0]],
        [[1.0, float("inf")], [float("inf"), 1.0]],
        [[1.0, -0.1], [-0.1, 1.0]],
        [[1.0, 1.1], [1.1, 1.0]],
        [[1.0, 0.2], [0.3, 1.0]],
        [[1.0, 0.2]],
        [1.0, 1.0, 1.0, 1.0],
        np.ones((2, 2, 1)),
        np.ones((3, 3)),
        np.empty((0, 0)),
        [["a", "b"], ["c", "d"]],
        [[1.0], [1.0, 1.0]],
        "psi",
        None,
        1.0,
    ],
)
def test_what_is_no_symmetric_matrix_in_the_unit_interval_is_refused(matrix: Any) -> None:
    with pytest.raises(ProblemError):
        MatrixRelatedness(matrix, n_candidates=2)


def test_asymmetry_is_reported_with_place_and_remedy() -> None:
    with pytest.raises(ProblemError, match=r"0 and 1 have 0\.2 one way and 0\.3 the other.*m\.T"):
        MatrixRelatedness([[1.0, 0.2], [0.3, 1.0]])


def test_function_is_asked_once_per_unordered_pair_and_never_about_one_entity() -> None:
    asked: list[tuple[str, str]] = []

    def psi(left: str, right: str) -> float:
        asked.append((left, right))
        return 0.5

    relatedness = CallableRelatedness(psi, {0: "a", 1: "b"})
    assert isinstance(relatedness, Relatedness)
    assert relatedness.block(np.array([0, 1]), np.array([0, 1])).tolist() == [[1.0, 0.5], [0.5, 1.0]]
    assert relatedness.score(1, 0) == 0.5
    assert asked == [("a", "b")]
    assert relatedness.bound(0, 1) == 1
