"""What capitals say about names, which depends on the language: in German, every noun has one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from pairlinking.detection.cases import is_proper
from pairlinking.detection.tokens import CAPITAL, PLAIN_CASE, WITH_CAPITAL

if TYPE_CHECKING:
    from pairlinking.detection.tokens import ByteArray, Tokens

__all__ = ["NameRates", "are_proper", "end_rows"]

_ENOUGH = 5  # occurrences of a word
_RARELY = 0.1  # share of them in names, below which a word with a capital is a common noun
_MOSTLY = 0.5  # share of words with a capital that are in names: in enwik8 it is 0.68

BoolArray: TypeAlias = npt.NDArray[np.bool_]

_PROPER: BoolArray = np.array([is_proper(bucket) for bucket in range(256)])
_WITH_CAPITAL: BoolArray = np.array([look in WITH_CAPITAL for look in range(256)])


class NameRates:
    """How often words that always have a capital are in names, counted from certain labels."""

    def __init__(self) -> None:
        self._words: list[npt.NDArray[np.uint32]] = []
        self._in_names: list[BoolArray] = []

    def add(self, tokens: Tokens, cases: ByteArray, in_names: BoolArray) -> None:
        """Count the words of a page; `in_names` says which tokens are certainly part of a name."""
        proper = are_proper(tokens, cases)
        self._words.append(tokens.hashes[proper, 0])
        self._in_names.append(in_names[proper])

    def are_names(self) -> bool:
        """Whether such words are mostly names in this language: in English, not in German."""
        in_names = np.concatenate([*self._in_names, np.empty(0, np.bool_)])
        return bool(in_names.sum() >= _MOSTLY * max(len(in_names), 1))

    def common(self) -> npt.NDArray[np.uint32]:
        """Sorted hashes of words that occur often, and hardly ever in names."""
        words, place = np.unique(np.concatenate([*self._words, np.empty(0, np.uint32)]), return_inverse=True)
        in_names = np.bincount(place, np.concatenate([*self._in_names, np.empty(0)]), minlength=len(words))
        counts = np.bincount(place, minlength=len(words))
        return words[(counts >= _ENOUGH) & (in_names < _RARELY * counts)]


def are_proper(tokens: Tokens, cases: ByteArray) -> BoolArray:
    """For each token, whether its word always has a capital, in a place where that is informative."""
    proper: BoolArray = _inner(tokens) & (tokens.looks == CAPITAL) & _PROPER[cases]
    return proper


def end_rows(tokens: Tokens) -> BoolArray:
    """For each token, whether it is the last of several in a row with a capital."""
    capital: BoolArray = _inner(tokens) & _WITH_CAPITAL[tokens.looks]
    ends: BoolArray = capital & np.roll(capital, 1) & ~np.roll(capital, -1)
    return ends


def _inner(tokens: Tokens) -> BoolArray:
    """For each token, whether it is within a plain sentence, not at its start."""
    is_plain = np.repeat(tokens.modes == PLAIN_CASE, np.diff(tokens.bounds))
    inner: BoolArray = is_plain & (tokens.begins == 0)
    return inner
