"""How often words are in lower case in a corpus, which helps to tell names at starts of sentences and in headlines."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pairlinking.detection._features import case_table
from pairlinking.detection.tokens import CAPITAL, CAPITALS, MIXED, PLAIN_CASE, SMALL, Tokens

__all__ = ["CaseCounter", "is_common", "is_proper"]

# Buckets: 0 for an unknown word; then by its share in lower case, for rare words and again for frequent ones.
_SHARES = (0.02, 0.1, 0.3, 0.6, 0.9, 0.98)
_N_SHARES = len(_SHARES) + 1
_FREQUENT = 6  # occurrences
_LEAST = 2  # occurrences of a word that is kept: half of all words occur once, and say little
_MOST = 1 << 19  # words that are kept, in 4 MB
_ROOM = 1.6  # entries of the table for each word: searches stay short
_LEAST_BITS = 8


def is_proper(bucket: int) -> bool:
    """Whether a word is nearly always written with a capital, or unknown."""
    return bucket == 0 or (bucket - 1) % _N_SHARES < 2


def is_common(bucket: int) -> bool:
    """Whether a word is mostly written in small letters."""
    return bucket > 0 and (bucket - 1) % _N_SHARES >= 4


class CaseCounter:
    """Counts words with and without a capital, where a capital says something: within plain sentences."""

    def __init__(self) -> None:
        self._small: list[npt.NDArray[np.uint32]] = []
        self._large: list[npt.NDArray[np.uint32]] = []

    def add(self, tokens: Tokens) -> None:
        """Count the words of a text."""
        is_plain = np.repeat(tokens.modes == PLAIN_CASE, np.diff(tokens.bounds))
        looks, words = tokens.looks, tokens.hashes[:, 0]
        inner = is_plain & (tokens.begins == 0)
        self._small.append(words[inner & (looks == SMALL)])
        self._large.append(words[inner & ((looks == CAPITAL) | (looks == CAPITALS) | (looks == MIXED))])

    def table(self) -> npt.NDArray[np.uint32]:
        """The buckets of all words, as `pairlinking.detection._features.cases` looks them up."""
        small, n_small = np.unique(np.concatenate([*self._small, _NOTHING]), return_counts=True)
        large, n_large = np.unique(np.concatenate([*self._large, _NOTHING]), return_counts=True)
        words = np.union1d(small, large)
        counts = np.zeros((2, len(words)), np.int64)
        counts[0, np.searchsorted(words, small)] = n_small
        counts[1, np.searchsorted(words, large)] = n_large
        total = counts.sum(axis=0)
        kept = np.argsort(-total, kind="stable")[: min(_MOST, int((total >= _LEAST).sum()))]
        shares = counts[0, kept] / total[kept]
        buckets = 1 + np.searchsorted(_SHARES, shares, side="right") + _N_SHARES * (total[kept] >= _FREQUENT)
        bits = max(_LEAST_BITS, int(np.ceil(np.log2(max(len(kept), 1) * _ROOM))))
        return case_table(words[kept], buckets.astype(np.uint8), bits)


_NOTHING = np.empty(0, np.uint32)
