"""WLM and NJS where the paper's formulas are silent, and in-links that are none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from pairlinking.errors import KnowledgeBaseError, PairLinkingError, ProblemError
from pairlinking.relatedness import NJS, WLM, InLinks, nearest


def links(*lists: list[int], n_pages: int = 10) -> InLinks:
    return InLinks.from_lists(lists, n_pages=n_pages)


def test_njs_is_equation_10() -> None:
    assert NJS(links([1, 2, 3], [2, 3, 4])).score(0, 1) == math.log(3) / math.log(5)


def test_wlm_is_equation_9() -> None:
    expected = 1 - (math.log(4) - math.log(3)) / (math.log(11) - math.log(3))
    assert WLM(links([1, 2, 3], [2, 3])).score(0, 1) == expected


def test_njs_of_two_entities_without_in_links_is_zero() -> None:
    njs = NJS(links([], [], [1]))
    assert njs.score(0, 1) == 0
    assert njs.score(0, 2) == 0
    assert njs.matrix(np.arange(3)).tolist() == np.eye(3).tolist()


def test_an_entity_without_in_links_is_still_itself() -> None:
    assert NJS(links([])).score(0, 0) == 1
    assert WLM(links([])).score(0, 0) == 1


def test_wlm_of_popular_entities_that_share_nothing_is_zero_instead_of_negative() -> None:
    popular = links([0, 1, 2, 3, 4], [5, 6, 7, 8, 9])
    assert 1 - (math.log(6) - math.log(1)) / (math.log(11) - math.log(6)) < 0
    assert WLM(popular).score(0, 1) == 0


def test_wlm_with_divisor_zero_is_zero() -> None:
    everywhere = list(range(10))
    assert WLM(links(everywhere, everywhere)).score(0, 1) == 0
    assert WLM(links(everywhere, everywhere)).score(0, 0) == 1


def test_equal_lists_of_different_entities_are_fully_related() -> None:
    same = links([3, 5, 7], [3, 5, 7])
    assert NJS(same).score(0, 1) == 1
    assert WLM(same).score(0, 1) == 1


def test_lists_may_come_unsorted_and_with_repeats_through_from_lists() -> None:
    made = links([3, 1, 3, 2], [])
    assert made.ids.tolist() == [1, 2, 3]
    assert made.indptr.tolist() == [0, 3, 3]


def test_no_entities_at_all_is_allowed() -> None:
    assert NJS(InLinks([0], [], n_pages=1)).matrix(np.empty(0, dtype=np.int64)).shape == (0, 0)
    assert NJS(links()).n_entities == 0


@pytest.mark.parametrize(
    ("indptr", "ids"),
    [
        ([0, 2], [1]),  # too long
        ([0, 1], [1, 2]),  # too short
        ([1, 2], [1, 2]),  # does not begin at 0
        ([0, 3, 1, 4], [1, 2, 3, 4]),  # falls
        ([0, -5, 2], [1, 2]),  # negative
        ([], []),
        ([[0, 1]], [1]),  # two dimensions
        ([0, 1], [[1]]),
        ([0, 1], [1.5]),
        ([0, 1], ["a"]),
        ([0, 2], [2, 1]),  # unsorted
        ([0, 2], [1, 1]),  # repeated
        ([0, 1], [-1]),
        ([0, 1], [10]),  # n_pages is 10
        ([0, 1], [2**40]),
        (["a", "b"], [1]),
        ([0.0, float("nan")], [1]),
    ],
)
def test_bad_rows_are_refused(indptr: Any, ids: Any) -> None:
    with pytest.raises(ProblemError):
        InLinks(indptr, ids, n_pages=10)


def test_unsigned_ids_beyond_the_signed_range_are_refused() -> None:
    with pytest.raises(ProblemError):
        InLinks([0, 1], np.array([2**32 - 1], dtype=np.uint32), n_pages=10)


def test_two_lists_may_fall_from_one_to_the_next() -> None:
    assert InLinks([0, 2, 2, 4], [5, 6, 1, 2], n_pages=10).indptr.tolist() == [0, 2, 2, 4]


@pytest.mark.parametrize("n_pages", [0, -1, 2**31, "ten", None, float("nan")])
def test_impossible_numbers_of_pages_are_refused(n_pages: Any) -> None:
    with pytest.raises(PairLinkingError):
        InLinks([0, 1], [0], n_pages=n_pages)


@pytest.mark.parametrize("entity", [-1, 2, 10**9])
def test_ids_outside_the_entities_are_refused_everywhere(entity: int) -> None:
    njs = NJS(links([1], [2]))
    with pytest.raises(ProblemError, match=r"\[0, 2\)"):
        njs.score(0, entity)
    with pytest.raises(ProblemError):
        njs.bound(entity, 0)
    with pytest.raises(ProblemError):
        njs.block(np.array([0]), np.array([entity]))
    with pytest.raises(ProblemError):
        njs.matrix(np.array([0, entity]))


def test_wlm_calls_nothing_near_that_shares_no_in_link() -> None:
    links = InLinks.from_lists([[1], [2], [1, 3], []], n_pages=1000)
    assert WLM(links).score(0, 1) > 0
    assert [entity for entity, _ in nearest(WLM(links), 0)] == [2]


@pytest.mark.parametrize(
    ("indptr", "ids"),
    [
        ([0, 1, 3], [1, 2, 2]),  # repeated
        ([0, 1, 3], [1, 3, 2]),  # unsorted
        ([0, 1, 3], [1, -1, 2]),
        ([0, 1, 3], [1, 2, 10]),  # n_pages is 10
        ([0, 1, 0, 3], [1, 2, 3]),  # falls
        ([0, 1, 2**40, 3], [1, 2, 3]),
        ([0, 1, -(2**40), 3], [1, 2, 3]),
        ([0, 1, 60], [1, *range(29), 9, *range(30, 59)]),  # long enough for an index
    ],
)
def test_a_list_that_was_not_checked_before_is_when_it_is_used(indptr: list[int], ids: list[int]) -> None:
    n_pages = 100 if len(ids) > 10 else 10
    njs = NJS(InLinks(indptr, np.array(ids, dtype=np.int32), n_pages=n_pages, check=False))
    assert njs.score(0, 0) == 1.0
    for _ in range(2):
        with pytest.raises(KnowledgeBaseError, match="in-links of entity 1 are damaged"):
            njs.score(0, 1)


def test_lists_that_are_checked_when_they_are_used_give_the_same_scores() -> None:
    rng = np.random.default_rng(1)
    lists = [np.unique(rng.integers(5000, size=size)) for size in (0, 1, 10, 48, 49, 50, 500, 4000)]
    indptr, ids = np.cumsum([0, *map(len, lists)]), np.concatenate(lists)
    rows = np.arange(len(lists))
    both = [NJS(InLinks(indptr, ids, n_pages=5000, check=check)).matrix(rows) for check in (True, False)]
    expected = [[len(np.intersect1d(left, right)) for right in lists] for left in lists]
    assert (both[0] == both[1]).all()
    assert NJS(InLinks(indptr, ids, n_pages=5000, check=False)).source.common(rows, rows).tolist() == expected


@pytest.mark.parametrize(("indptr", "ids"), [([0, 2], [1]), ([1, 1], [1]), ([], [])])
def test_ends_of_lists_are_checked_in_any_case(indptr: list[int], ids: list[int]) -> None:
    with pytest.raises(ProblemError):
        InLinks(indptr, ids, n_pages=10, check=False)
