"""The ranker keeps the best of long lists in their order, and leaves short ones alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pairlinking.building import open_sample
from pairlinking.candidates import CandidateGenerator, CandidateList
from pairlinking.candidates.ranker import RANKER_FEATURES, Ranker, ranker_features
from pairlinking.kb import KnowledgeBase
from pairlinking.types import FloatArray

NAMES = ["Tiger", "Zzyzx", "Georgia", "Tiger", "Augusta", ""]


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return open_sample()


@pytest.fixture(scope="module")
def lists(kb: KnowledgeBase) -> list[CandidateList]:
    return CandidateGenerator(kb).generate(NAMES)


class Likes:
    """A booster that likes the last rows, or all rows alike."""

    def __init__(self, *, alike: bool = False) -> None:
        self.alike = alike
        self.asked = 0

    def predict(self, rows: FloatArray, **options: Any) -> FloatArray:
        """Scores that rise."""
        self.asked += 1
        assert rows.shape[1] == len(RANKER_FEATURES)
        assert np.isfinite(rows).all()
        return np.zeros(len(rows)) if self.alike else np.arange(len(rows), dtype=np.float64)


@pytest.mark.parametrize("top_k", [1, 2, 3, 5, 20, 10**9])
@pytest.mark.parametrize("booster", [None, Likes(), Likes(alike=True)], ids=["prior", "last", "alike"])
def test_as_many_as_asked_for_in_their_order(
    kb: KnowledgeBase, lists: list[CandidateList], top_k: int, booster: Any
) -> None:
    cut = Ranker(kb, booster).cut(lists, top_k)
    assert [len(each) for each in cut] == [min(len(each), top_k) for each in lists]
    for before, after in zip(lists, cut, strict=True):
        places = [before.entities.tolist().index(entity) for entity in after.entities.tolist()]
        assert places == sorted(set(places))
        for name in ("prior", "counts", "origins", "expanded_prior"):
            np.testing.assert_array_equal(getattr(after, name), getattr(before, name)[places])
        assert after.forms == before.forms
        assert after.total == before.total
        if len(before) <= top_k:
            assert after is before


def test_the_best_by_the_model_are_kept(kb: KnowledgeBase, lists: list[CandidateList]) -> None:
    (cut,) = Ranker(kb, Likes()).cut(lists[:1], 2)
    np.testing.assert_array_equal(cut.entities, lists[0].entities[-2:])


def test_without_a_model_the_first_are_kept_and_so_are_the_first_of_equals(
    kb: KnowledgeBase, lists: list[CandidateList]
) -> None:
    for booster in (None, Likes(alike=True)):
        (cut,) = Ranker(kb, booster).cut(lists[:1], 2)
        np.testing.assert_array_equal(cut.entities, lists[0].entities[:2])


def test_a_repeated_mention_is_ranked_once(kb: KnowledgeBase) -> None:
    booster = Likes()
    cut = Ranker(kb, booster).cut(CandidateGenerator(kb).generate(["Tiger"] * 10), 2)
    assert booster.asked == 1
    assert all(each is cut[0] for each in cut)


def test_no_lists(kb: KnowledgeBase) -> None:
    assert Ranker(kb).cut([], 20) == []


def test_features_have_a_row_per_candidate_and_a_name_per_column(kb: KnowledgeBase, lists: list[CandidateList]) -> None:
    for each in lists:
        if len(each):
            rows = ranker_features(kb, [each])
            assert rows.shape == (len(each), len(RANKER_FEATURES))
            np.testing.assert_allclose(rows[:, RANKER_FEATURES.index("prior")], each.prior)
    assert len(set(RANKER_FEATURES)) == len(RANKER_FEATURES)
