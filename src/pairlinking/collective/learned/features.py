"""Features for learning coherence: for each of the best candidates, the support of the other mentions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pairlinking.collective.learned._features import support_features
from pairlinking.columns import Columns
from pairlinking.problem import Problem
from pairlinking.types import FloatArray, IntArray

__all__ = ["FEATURES", "SPEAK_FOR", "Contenders", "names_with"]

_LEADING = (
    "local",  # phi of the candidate
    "best",  # the largest support of another mention
    "two_best",  # mean of the two largest
    "three_best",  # mean of the three largest
    "mean",  # mean support of all other mentions
    "near",  # mean support of the three mentions before and the three after
    "share",  # of the mention's phi
)
FEATURES = (
    *_LEADING,
    "others",  # number of other mentions
    "candidates",  # number of contenders
    "rank_of_local",  # contenders with a larger phi
    *(f"margin_of_{name}" for name in _LEADING),  # lead over the mention's other contenders
)
SPEAK_FOR = frozenset(_LEADING)  # a larger value may only speak for a candidate
_MOST = 5  # candidates of a mention that are considered: the right one is hardly ever below them


def names_with(columns: Sequence[str]) -> tuple[str, ...]:
    """Names of the features, followed by those of the problem's columns.

    >>> names_with(["prior", "rank_of_prior"])[-3:]
    ('margin_of_share', 'prior_alone', 'rank_of_prior_alone')
    """
    return (*FEATURES, *(f"{name}_alone" for name in columns))  # both have a column "candidates"


class Contenders(NamedTuple):
    """The candidates of each mention with the largest phi, in falling order, and what supports them.

    Attributes
    ----------
    at
        Their flat positions in the problem, mention by mention.
    offsets
        Those of mention i, of the mentions that have candidates, are at ``at[offsets[i]:offsets[i + 1]]``.
    features
        One row of `FEATURES` for each, followed by the columns of the problem if these are requested.
    """

    at: IntArray
    offsets: IntArray
    features: FloatArray

    @classmethod
    def of(cls, problem: Problem, columns: Columns | None = None) -> Contenders:
        """Find the contenders of a problem. Only the relatedness of contenders with each other is computed."""
        _, offsets = problem.linkable()
        sizes = np.diff(offsets)
        mention = np.repeat(np.arange(len(sizes)), sizes)
        falling = np.lexsort((-problem.local, mention))  # stable: of equals the first
        at = falling[np.arange(len(falling)) - np.repeat(offsets[:-1], sizes) < _MOST]
        bounds = np.concatenate([[0], np.cumsum(np.minimum(sizes, _MOST))]).astype(np.int64)
        psi = problem.relatedness_square(at)
        features = support_features(bounds, np.ascontiguousarray(problem.local[at]), psi)
        return cls(at, bounds, features if columns is None else np.hstack([features, columns.rows[at]]))
