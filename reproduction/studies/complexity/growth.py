"""Running times of collective methods on made-up documents of growing size, and the power of their growth."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pairlinking.collective import solve
from pairlinking.errors import ConvergenceWarning
from reproduction.paper import METHODS
from reproduction.studies.complexity.made_problems import MadeDocument, make_document

__all__ = ["Grid", "Power", "exponent", "grow", "time_methods", "usual"]


@dataclass(frozen=True)
class Grid:
    """Sizes of the documents that are timed: one number grows while the other stays.

    Attributes
    ----------
    mentions, candidates
        Numbers of mentions, each with `fixed_candidates`; numbers of candidates of each of `fixed_mentions`.
    documents
        How many of each size.
    rounds, enough
        On each document all methods are run in turn, at most `rounds` times, and until each has taken `enough` seconds.
    """

    mentions: Sequence[int] = (8, 13, 20, 32, 51, 81, 128)
    candidates: Sequence[int] = (16, 25, 40, 64, 102, 161, 256)
    fixed_mentions: int = 8
    fixed_candidates: int = 16
    documents: int = 3
    rounds: int = 10
    enough: float = 0.05

    def sizes(self, axis: str) -> Sequence[int]:
        """What grows along ``"n"`` or ``"k"``."""
        return self.mentions if axis == "n" else self.candidates


class Power(NamedTuple):
    """How time grows: fitted to the mean over documents, and half the spread of the fits to each alone."""

    value: float
    spread: float

    @classmethod
    def of(cls, sizes: Sequence[float], seconds: Sequence[Sequence[float]]) -> Power:
        """From the seconds of each document of each size."""
        alone = [exponent(sizes, each) for each in zip(*seconds, strict=True)]
        return cls(exponent(sizes, usual(seconds)), (max(alone) - min(alone)) / 2)

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.spread:.2f}"


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Power with which the time grows: slope of the logarithms by least squares over the upper half of the sizes.

    Small documents are left out, because a constant cost hides the growth there.

    >>> round(exponent([1, 2, 4, 8], [9.0, 9.0, 16.0, 64.0]), 6)
    2.0
    """
    start = len(sizes) // 2
    slope, _ = np.polyfit(np.log(sizes[start:]), np.log(seconds[start:]), 1)
    return float(slope)


def time_methods(document: MadeDocument, methods: Sequence[str], *, rounds: int, enough: float) -> dict[str, float]:
    """Seconds of the fastest run of each method; they take turns, so that other work affects all in the same way."""
    best = dict.fromkeys(methods, float("inf"))
    spent = dict.fromkeys(methods, 0.0)
    for _ in range(rounds):
        for method in methods:
            if spent[method] < enough or np.isinf(best[method]):
                problem = document.problem()
                started = time.process_time()
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", ConvergenceWarning)
                    solve(problem, method)
                seconds = time.process_time() - started
                best[method], spent[method] = min(best[method], seconds), spent[method] + seconds
    return best


def grow(grid: Grid, axis: str, shape: str, *, beta: float, seed: int) -> dict[str, list[list[float]]]:
    """Seconds of each method for each size and document."""
    seconds: dict[str, list[list[float]]] = {method: [] for method in METHODS}
    for size in grid.sizes(axis):
        n, k = (size, grid.fixed_candidates) if axis == "n" else (grid.fixed_mentions, size)
        documents = [make_document(n, k, shape=shape, beta=beta, seed=seed + at) for at in range(grid.documents)]
        found = [time_methods(each, METHODS, rounds=grid.rounds, enough=grid.enough) for each in documents]
        for method in METHODS:
            seconds[method].append([each[method] for each in found])
    return seconds


def usual(seconds: Sequence[Sequence[float]]) -> list[float]:
    """Geometric mean over documents, for each size."""
    means: list[float] = np.exp(np.log(seconds).mean(axis=1)).tolist()
    return means
