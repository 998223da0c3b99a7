"""Averages over data sets with paired bootstrap intervals: the same documents are drawn for every method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pairlinking.evaluation.significance import Interval
from pairlinking.types import FloatArray
from reproduction.workbench import Workbench

__all__ = ["Averages", "given_of", "in_points"]

_SAMPLES = 2000


class Averages:
    """Micro F1 of each row, averaged over data sets, with documents resampled within each set.

    Parameters
    ----------
    right
        By row and data set, right answers of each document.
    given
        By data set, gold mentions plus answered ones of each document: F1 is twice the right ones over these.
    """

    def __init__(
        self, right: Mapping[str, Mapping[str, Sequence[float]]], given: Mapping[str, Sequence[int]], seed: int
    ) -> None:
        random = np.random.default_rng(seed)
        drawn: dict[str, FloatArray] = {}
        for name, each in given.items():
            times = random.multinomial(len(each), np.full(len(each), 1 / len(each)), size=_SAMPLES)
            drawn[name] = np.vstack([np.ones(len(each)), times]).astype(np.float64)
        self.f1 = {
            row: {name: 2 * drawn[name] @ np.array(of[name]) / (drawn[name] @ np.array(given[name])) for name in given}
            for row, of in right.items()
        }
        self._average = {row: np.mean(list(of.values()), axis=0) for row, of in self.f1.items()}

    def average(self, row: str) -> Interval:
        """The average of a row over the data sets."""
        return _interval(self._average[row])

    def difference(self, row: str, other: str) -> Interval:
        """How far the average of a row is above that of another."""
        return _interval(self._average[row] - self._average[other])

    def on(self, row: str, name: str) -> float:
        """F1 of a row on one data set."""
        return float(self.f1[row][name][0])


def given_of(bench: Workbench) -> dict[str, list[int]]:
    """By data set, gold mentions plus answered ones of each document: what `Averages` divides by."""
    return {
        name: [sum(map(bool, each.gold)) + sum(map(bool, each.entities)) for each in bench.documents(name)]
        for name in bench.data_sets
    }


def in_points(difference: Interval) -> str:
    """A difference in points of F1 with its interval, in bold where that excludes 0.

    >>> in_points(Interval(0.013, 0.003, 0.023)), in_points(Interval(0.001, -0.008, 0.01))
    ('**+1.3 [+0.3, +2.3]**', '+0.1 [-0.8, +1.0]')
    """
    text = f"{100 * difference.value:+.1f} [{100 * difference.low:+.1f}, {100 * difference.high:+.1f}]"
    return f"**{text}**" if difference.low > 0 or difference.high < 0 else text


def _interval(values: FloatArray) -> Interval:
    low, high = np.quantile(values[1:], [0.025, 0.975])
    return Interval(float(values[0]), float(low), float(high))
