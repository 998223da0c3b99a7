"""A plug-in that answers with something else than it was asked for is refused, and never crashes a kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pairlinking.collective import COLLECTIVE
from pairlinking.errors import ProblemError
from pairlinking.problem import Problem
from pairlinking.relatedness import MatrixRelatedness
from pairlinking.relatedness.checked import CheckedRelatedness, checked
from pairlinking.types import IntArray

N = 40
_RANDOM = np.random.default_rng(19).random((N, N))
GOOD = (_RANDOM + _RANDOM.T) / 2


class PlugIn:
    """A relatedness object whose blocks are bent by a function."""

    def __init__(self, bend: Callable[[Any], Any]) -> None:
        self.bend = bend

    def score(self, left: int, right: int) -> float:  # noqa: D102
        return float(GOOD[left, right])

    def bound(self, left: int, right: int) -> float:  # noqa: D102
        return 1.0

    def block(self, lefts: IntArray, rights: IntArray) -> Any:  # noqa: D102
        return self.bend(GOOD[np.ix_(lefts, rights)])


def problem(bend: Callable[[Any], Any]) -> Problem:
    rng = np.random.default_rng(7)
    local = [rng.random(4) for _ in range(10)]
    candidates = [list(range(4 * i, 4 * i + 4)) for i in range(10)]
    return Problem(local, PlugIn(bend), candidates=candidates)


METHODS = [name for name in COLLECTIVE.names() if name not in ("local", "exhaustive")]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "bend",
    [
        lambda block: block[:-1],
        lambda block: block[:, :-1],
        lambda block: block[:0],
        lambda block: block.ravel(),
        lambda block: np.zeros((1, 1)) if block.size > 1 else np.zeros((2, 2)),
        lambda block: np.concatenate([block, block]),
        lambda block: block + 1,
        lambda block: block * np.nan,
        lambda block: -block,
        lambda block: block.astype(str),
        lambda block: block.astype(complex),
        lambda block: None,
        lambda block: [[0.1], [0.1, 0.2]],
    ],
)
def test_a_wrong_block_is_refused(method: str, bend: Callable[[Any], Any]) -> None:
    with pytest.raises(ProblemError):
        COLLECTIVE.create(method).solve(problem(bend))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "bend", [lambda block: block.tolist(), np.asfortranarray, lambda block: block[::1, ::-1][:, ::-1]]
)
def test_any_array_of_the_right_numbers_is_taken(method: str, bend: Callable[[Any], Any]) -> None:
    wanted = COLLECTIVE.create(method).solve(problem(lambda block: block)).choice
    assert COLLECTIVE.create(method).solve(problem(bend)).choice.tolist() == wanted.tolist()


@pytest.mark.parametrize("method", METHODS)
def test_float32_is_taken(method: str) -> None:
    assert len(COLLECTIVE.create(method).solve(problem(lambda block: block.astype(np.float32))).choice) == 10


def test_an_asymmetric_plug_in_is_refused_for_squares_and_for_strips() -> None:
    class Leaning(PlugIn):
        def block(self, lefts: IntArray, rights: IntArray) -> Any:
            return np.where(lefts[:, None] < rights, 0.9, 0.1)

    given = checked(Leaning(lambda block: block))
    for lefts, rights in (([1, 2, 3], [1, 2, 3]), ([5], [7, 8, 9]), ([1, 2], [4, 5, 6])):
        with pytest.raises(ProblemError, match="must be symmetric"):
            given.block(np.array(lefts), np.array(rights))


def test_an_array_that_is_changed_later_does_not_change_what_was_checked() -> None:
    kept = np.full((2, 2), 0.5)
    given = CheckedRelatedness(PlugIn(lambda _: kept))
    block = given.block(np.array([0, 1]), np.array([0, 1]))
    kept[:] = 7
    assert block.max() == 0.5


def test_our_own_are_not_wrapped() -> None:
    ours = MatrixRelatedness(GOOD)
    assert checked(ours) is ours
    once = checked(PlugIn(lambda block: block))
    assert checked(once) is once


def test_a_function_that_returns_no_number_is_named() -> None:
    given = Problem([[0.5], [0.5]], lambda left, right: "much", candidates=[["A"], ["B"]])  # type: ignore[arg-type,return-value]
    with pytest.raises(ProblemError, match=r"'much'.*\[0, 1\]|number"):
        COLLECTIVE.create("pair-linking").solve(given)
