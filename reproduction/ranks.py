"""Rank statistics: agreement of two orders (Spearman, NDCG), and how well values separate two classes (AUC)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pairlinking._support.arrays import number_array
from pairlinking.errors import ProblemError
from pairlinking.types import FloatArray

__all__ = ["auc", "mean_ranks", "ndcg", "spearman"]


def mean_ranks(values: npt.ArrayLike) -> FloatArray:
    """Ranks from 1 for the smallest; equal values share the mean of their ranks.

    >>> mean_ranks([30, 10, 20, 10]).tolist()
    [4.0, 1.5, 3.0, 1.5]
    """
    array = _numbers(values, "values")
    _, place, counts = np.unique(array, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: FloatArray = (last - (counts - 1) / 2)[place]
    return ranks


def spearman(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Spearman's rank correlation in [-1, 1]: Pearson's of the ranks, equal values sharing theirs.

    NaN if it is undefined: fewer than two values, or all values of one side equal.

    >>> spearman([1, 2, 3, 4], [10, 20, 40, 30])
    0.8
    """
    left, right = _pair(x, "x", y, "y")
    if len(left) < 2:
        return float("nan")
    a, b = mean_ranks(left), mean_ranks(right)
    a, b = a - a.mean(), b - b.mean()
    # Ranks are multiples of a half: the sums are exact, and 0 only where all values are equal.
    spread = float(np.sqrt((a @ a) * (b @ b)))
    return float(np.clip((a @ b) / spread, -1.0, 1.0)) if spread else float("nan")


def ndcg(gains: npt.ArrayLike, scores: npt.ArrayLike) -> float:
    r"""Normalized discounted cumulative gain in [0, 1] of items sorted by decreasing score.

    .. math:: \sum_r g_r / \log_2(r + 1) \,/\, \sum_r g^*_r / \log_2(r + 1)

    with `g_r` the gain at rank r, and `g^*` the gains in decreasing order. Items of equal score get the mean of their
    gains, which is their average over all orders of them. NaN without any gain above 0.

    >>> ndcg([3, 2, 1], [0.9, 0.5, 0.1]), round(ndcg([3, 2, 1], [0.1, 0.5, 0.9]), 3)
    (1.0, 0.79)
    """
    gain, score = _pair(gains, "gains", scores, "scores")
    if (gain < 0).any():
        raise ProblemError(f"'gains' must be 0 or more. The smallest is {gain.min():g}.")
    if not gain.any():
        return float("nan")
    discount = 1 / np.log2(np.arange(2, len(gain) + 2))
    _, place, counts = np.unique(-score, return_inverse=True, return_counts=True)
    means = np.bincount(place, weights=gain) / counts
    found = float(np.repeat(means, counts) @ discount)
    return min(found / float(np.sort(gain)[::-1] @ discount), 1.0)


def auc(low: npt.ArrayLike, high: npt.ArrayLike) -> float:
    """Probability that a value of `high` is above one of `low`, equal ones counting half; NaN if either is empty.

    The area under the ROC curve: 1 if a threshold separates the two, 0.5 for uninformative values.

    >>> auc([0.1, 0.4], [0.3, 0.9])
    0.75
    """
    below, above = _numbers(low, "low"), _numbers(high, "high")
    if not len(below) or not len(above):
        return float("nan")
    ranks = mean_ranks(np.concatenate([above, below]))[: len(above)]
    return float((ranks.sum() - len(above) * (len(above) + 1) / 2) / (len(above) * len(below)))


def _pair(x: npt.ArrayLike, x_name: str, y: npt.ArrayLike, y_name: str) -> tuple[FloatArray, FloatArray]:
    left, right = _numbers(x, x_name), _numbers(y, y_name)
    if len(left) != len(right):
        raise ProblemError(
            f"{x_name!r} has {len(left)} values, but {y_name!r} has {len(right)}. Pass arrays of equal length."
        )
    return left, right


def _numbers(values: npt.ArrayLike, name: str) -> FloatArray:
    array = number_array(values, name, ndim=1).astype(np.float64)
    if np.isnan(array).any():
        raise ProblemError(f"{name!r} has NaN at {int(np.argmax(np.isnan(array)))}, which has no rank. Leave it out.")
    return array
