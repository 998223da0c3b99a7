"""Differences between thresholds and between criteria, averaged over data sets, and their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pairlinking.evaluation.metrics import scores_of
from pairlinking.evaluation.significance import Interval
from pairlinking.types import FloatArray
from reproduction.studies.nil_detection.scores import CRITERIA, GRID, AtThreshold, Judged

__all__ = ["known_mean", "links_change", "plateau", "separation_advantage"]

_CONFIDENCE, *_, _PAIR = CRITERIA
_SAMPLES = 1000
_FEWER_SAMPLES = 300  # each sorts all mentions again


def links_change(after: Mapping[str, AtThreshold], before: Mapping[str, AtThreshold], seed: int) -> Interval:
    """Difference of the F1 of links, average of the data sets, with its interval when documents are resampled."""
    random = np.random.default_rng(seed)

    def f1(times: FloatArray, at: AtThreshold) -> FloatArray:
        found: FloatArray = scores_of(times @ at.tables[1])[:, 2]
        return found

    changes = []
    for name in after:
        n = len(after[name].tables[1])
        drawn = random.multinomial(n, np.full(n, 1 / n), size=_SAMPLES).astype(np.float64)
        times = np.vstack([np.ones(n), drawn])
        changes.append(f1(times, after[name]) - f1(times, before[name]))
    return _interval(np.mean(changes, axis=0))


def plateau(judged: Mapping[str, Judged], within: float) -> tuple[float, float]:
    """Range of thresholds on confidence around the best whose F1 of links is `within` that distance of the best."""
    f1 = np.mean([[each.at(_CONFIDENCE, float(at)).links.f1 for at in GRID] for each in judged.values()], axis=0)
    far = np.flatnonzero(f1 < f1.max() - within)
    best = int(np.argmax(f1))
    low = far[far < best].max(initial=-1) + 1
    high = far[far > best].min(initial=len(GRID)) - 1
    return float(GRID[low]), float(GRID[high])


def separation_advantage(judged: Mapping[str, Judged], seed: int) -> Interval | None:
    """How much better confidence separates NIL from the others than pair confidence (AUC), average of the data sets.

    None if no data set has anything to separate.
    """
    random = np.random.default_rng(seed)

    def advantage(sets: Sequence[Judged]) -> float:
        return known_mean([each.separation(_CONFIDENCE) - each.separation(_PAIR) for each in sets])

    whole = [each for each in judged.values() if not np.isnan(each.separation(_CONFIDENCE))]
    if not whole:
        return None
    drawn = np.array([advantage([each.resampled(random) for each in whole]) for _ in range(_FEWER_SAMPLES)])
    return _interval(np.concatenate([[advantage(whole)], drawn[~np.isnan(drawn)]]))


def known_mean(values: Sequence[float]) -> float:
    """Mean of the values that are numbers; NaN if none is."""
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else float("nan")


def _interval(values: FloatArray) -> Interval:
    low, high = np.quantile(values[1:] if len(values) > 1 else values, [0.025, 0.975])
    return Interval(float(values[0]), float(low), float(high))
