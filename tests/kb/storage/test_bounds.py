"""Bounds: all of few are looked at when a file is opened, and some of many."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.storage.bounds import check_bounds, falling_place

PATH = Path("indptr.npy")


@pytest.mark.parametrize("n", [1, 2, 1000, 1 << 20, (1 << 20) + 1, 3_000_000])
def test_bounds_that_never_fall_are_fine(n: int) -> None:
    check_bounds(PATH, np.arange(n), n - 1)
    check_bounds(PATH, np.zeros(n, dtype=np.uint64), 0)


@pytest.mark.parametrize("bounds", [[], [1, 2], [0, 1], [0, 3]])
def test_other_ends_are_refused(bounds: list[int]) -> None:
    with pytest.raises(KnowledgeBaseError, match="run from 0 to 2"):
        check_bounds(PATH, np.array(bounds, dtype=np.int64), 2)


@pytest.mark.parametrize("at", [1, 500_000, (1 << 20) - 2])
def test_any_fall_of_few_bounds_is_found(at: int) -> None:
    bounds = np.arange(1 << 20)
    bounds[at] = len(bounds)
    with pytest.raises(KnowledgeBaseError, match=f"do after {at}\\."):
        check_bounds(PATH, bounds, len(bounds) - 1)


@pytest.mark.parametrize("at", [100, 2_999_900])
def test_a_fall_of_many_bounds_is_found_in_some_places(at: int) -> None:
    bounds = np.arange(3_000_000)
    bounds[at] = 10**9
    with pytest.raises(KnowledgeBaseError, match=f"do after {at}\\."):
        check_bounds(PATH, bounds, len(bounds) - 1)


def test_a_fall_from_one_of_these_places_to_the_next_is_found() -> None:
    bounds = np.arange(3_000_000)
    bounds[1_000_000:2_000_000] = 0
    assert falling_place(bounds) == 999_999
    with pytest.raises(KnowledgeBaseError, match="never fall"):
        check_bounds(PATH, bounds, len(bounds) - 1)
