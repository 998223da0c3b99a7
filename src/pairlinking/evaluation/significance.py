"""How certain a figure is: bootstrap intervals over documents, and the paper's one-tailed paired t-test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairlinking._support.options import check_float, check_int
from pairlinking.errors import ParameterError
from pairlinking.evaluation.metrics import Tally, count_table, scores_of
from pairlinking.types import FloatArray

__all__ = ["Interval", "PairedTest", "bootstrap_f1", "paired_t_test"]


@dataclass(frozen=True)
class Interval:
    """A figure and the ends of its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class PairedTest:
    """Mean difference of the first from the second, Student's t, and how likely such a large one is by chance."""

    difference: float
    t: float
    p: float


def bootstrap_f1(
    tallies: Sequence[Tally],
    rule: str = "in-kb",
    *,
    macro: bool = False,
    level: float = 0.95,
    samples: int = 2000,
    seed: int = 1,
) -> Interval:
    """F1 with its percentile interval, from resampling documents with replacement.

    Documents are resampled, not mentions, because the mentions of one document are right or wrong together.
    """
    check_float("bootstrap_f1", "level", level, "(0, 1)")
    check_int("bootstrap_f1", "samples", samples, 1)
    table = count_table(tallies, rule)
    n = len(table)
    if n == 0:
        return Interval(0.0, 0.0, 0.0)
    drawn = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=samples).astype(np.float64)
    f1 = _f1(np.vstack([np.ones(n), drawn]), table, macro=macro)
    low, high = np.quantile(f1[1:], [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(f1[0]), float(low), float(high))


def _f1(times: FloatArray, table: FloatArray, *, macro: bool) -> FloatArray:
    """F1 if each document is taken a number of times, one value per row of `times`."""
    f1: FloatArray = times @ scores_of(table)[:, 2] / len(table) if macro else scores_of(times @ table)[:, 2]
    return f1


def paired_t_test(better: npt.ArrayLike, worse: npt.ArrayLike) -> PairedTest:
    """One-tailed paired t-test that `better` is greater than `worse`, with one value of each per document.

    The t distribution comes from the regularised incomplete beta function, implemented below: SciPy is needed to
    develop this package, not to run it. If all differences are equal, t is infinite or, for no difference, 0.

    >>> paired_t_test([0.9, 0.8, 0.7, 0.9], [0.8, 0.8, 0.5, 0.6]).p.__round__(4)
    0.0514
    """
    first, second = np.asarray(better, dtype=np.float64), np.asarray(worse, dtype=np.float64)
    if first.shape != second.shape or first.ndim != 1 or len(first) < 2:
        raise ParameterError(f"A paired test needs two equally long lists. Got shapes {first.shape}, {second.shape}.")
    differences = first - second
    mean = float(differences.mean())
    error = float(differences.std(ddof=1)) / math.sqrt(len(differences))
    if error == 0:
        return PairedTest(mean, math.copysign(math.inf, mean) if mean else 0.0, 0.5 if mean == 0 else float(mean < 0))
    t = mean / error
    return PairedTest(mean, t, _upper_tail(t, len(differences) - 1))


def _upper_tail(t: float, freedom: int) -> float:
    half = 0.5 * _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))
    return half if t > 0 else 1 - half


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """I_x(a, b), from its continued fraction (Lentz's method); relative error about 1e-12."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on this side only
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    tiny = 1e-300
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, 500):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away_from_zero(1 + term * d, tiny)
            c = _away_from_zero(1 + term / c, tiny)
            value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return front * value / a


def _away_from_zero(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny
