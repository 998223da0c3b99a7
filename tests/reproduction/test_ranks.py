"""Rank correlation, NDCG and AUC: by hand, and against other implementations."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr

from pairlinking.errors import ProblemError
from reproduction.ranks import auc, mean_ranks, ndcg, spearman


def test_equal_values_share_the_mean_of_their_ranks() -> None:
    assert mean_ranks([5, 1, 5, 5, 0]).tolist() == [4, 2, 4, 4, 1]
    assert mean_ranks([]).tolist() == []


def test_spearman_of_the_same_and_of_the_reversed_order() -> None:
    assert spearman([1, 2, 3], [0.1, 0.2, 0.9]) == 1.0
    assert spearman([1, 2, 3], [9, 5, 1]) == -1.0


def test_spearman_by_hand() -> None:
    # 1 - 6 * sum(d^2) / (n (n^2 - 1)) with d = 0, 2, -1, -1
    assert spearman([1, 2, 3, 4], [1, 4, 2, 3]) == pytest.approx(1 - 6 * 6 / (4 * 15))


def test_spearman_says_nothing_of_equal_values_or_of_a_single_one() -> None:
    assert math.isnan(spearman([1, 2, 3], [4, 4, 4]))
    assert math.isnan(spearman([1], [1]))
    assert math.isnan(spearman([], []))


@pytest.mark.parametrize("seed", range(20))
def test_spearman_and_ranks_equal_those_of_scipy(seed: int) -> None:
    draw = np.random.default_rng(seed)
    x = draw.integers(0, 8, size=30)
    y = x * draw.integers(0, 2) + draw.integers(0, 8, size=30)
    assert mean_ranks(x) == pytest.approx(rankdata(x))
    assert spearman(x, y) == pytest.approx(spearmanr(x, y).statistic, abs=1e-12)


def test_ndcg_by_hand() -> None:
    # order by score: gains 1, 3, 0; at best 3, 1, 0
    expected = (1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3))
    assert ndcg([3, 0, 1], [0.5, 0.1, 0.9]) == pytest.approx(expected)


def test_equal_scores_get_the_mean_of_their_gains_whatever_their_order() -> None:
    assert ndcg([2, 0, 1], [0.5, 0.5, 0.1]) == ndcg([0, 2, 1], [0.5, 0.5, 0.1])


@pytest.mark.parametrize("seed", range(20))
def test_ndcg_equals_that_of_scikit_learn(seed: int) -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    draw = np.random.default_rng(seed)
    gains, scores = draw.integers(0, 5, size=20) + 1.0, draw.integers(0, 10, size=20) / 10
    assert ndcg(gains, scores) == pytest.approx(sklearn.ndcg_score([gains], [scores]))


def test_ndcg_without_any_gain_is_not_a_number() -> None:
    assert math.isnan(ndcg([0, 0], [1, 2]))
    assert math.isnan(ndcg([], []))


def test_auc_counts_pairs_in_the_right_order_and_equal_ones_half() -> None:
    # of six pairs: 0.5 > 0.2, 0.5 = 0.5, 0.9 > all three, 0.5 < 0.6
    assert auc([0.2, 0.5, 0.6], [0.5, 0.9]) == pytest.approx((1 + 0.5 + 3) / 6)
    assert math.isnan(auc([], [1.0]))
    assert math.isnan(auc([1.0], []))


@pytest.mark.parametrize("seed", range(10))
def test_auc_equals_that_of_scikit_learn(seed: int) -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    draw = np.random.default_rng(seed)
    low, high = draw.integers(0, 9, size=20), draw.integers(3, 12, size=15)
    expected = sklearn.roc_auc_score(np.repeat([0, 1], [20, 15]), np.concatenate([low, high]))
    assert auc(low, high) == pytest.approx(expected)


def test_what_cannot_be_ranked_is_refused() -> None:
    with pytest.raises(ProblemError, match="'x' has 2 values, but 'y' has 3"):
        spearman([1, 2], [1, 2, 3])
    with pytest.raises(ProblemError, match="NaN at 1"):
        spearman([1, float("nan")], [1, 2])
    with pytest.raises(ProblemError, match="0 or more"):
        ndcg([-1, 2], [1, 2])
