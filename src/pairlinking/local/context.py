"""The words around a mention, as one vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from pairlinking.text.words import words
from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["Tokens", "WordContexts", "tokenize"]

# Arora et al. 2017: a word counts a / (a + its share of the corpus). On enwik8 this gains more than any other feature.
_SMOOTHING = 1e-4
_BLOCK = 1 << 12  # words whose vectors are looked at together


class Tokens(NamedTuple):
    """Words of a document, and for each mention the first of its own words and the first after them."""

    words: list[str]
    bounds: IntArray


def tokenize(text: str, spans: Sequence[tuple[int, int]]) -> Tokens:
    """Words of a text; `spans` are the mentions in code points, in any order; they may overlap.

    A word ends where a mention begins or ends, so that every word is in a mention or not.

    >>> tokenize("Tiger won at Augusta.", [(0, 5), (13, 20)]).bounds.tolist()
    [[0, 1], [3, 4]]
    """
    tokens: list[str] = []
    first_at: dict[int, int] = {}  # the first word behind each end of a mention
    done = 0
    for stop in sorted({end for span in spans for end in span}):
        tokens += words(text[done:stop])
        first_at[stop] = len(tokens)
        done = stop
    tokens += words(text[done:])
    bounds = [(first_at[start], first_at[end]) for start, end in spans]
    return Tokens(tokens, np.array(bounds, dtype=np.int64).reshape(-1, 2))


class WordContexts:
    """Word vectors of a knowledge base, each of length 1 and weighed by how rare the word is."""

    def __init__(self, kb: KnowledgeBase) -> None:
        assert kb.words is not None, "a knowledge base with vectors"
        self._words = kb.words
        self._total = float(self._words.counts.sum())

    def around(self, document: Tokens, widths: Sequence[int | None]) -> list[FloatArray]:
        """For each width and each mention, the words up to `width` to each side, or all others, as one vector.

        Vectors have length 1; 0 where no word around is known.
        """
        found = self._words.ids(document.words)
        known = np.flatnonzero(found >= 0)
        bounds = np.searchsorted(known, document.bounds)
        first, last, n = bounds[:, 0], bounds[:, 1], len(known)
        stretches = [
            (np.maximum(first - width, 0), np.minimum(last + width, n))
            if width is not None
            else (np.zeros_like(first), np.full_like(last, n))
            for width in widths
        ]
        ends = np.unique(np.concatenate([first, last, *(end for stretch in stretches for end in stretch)]))
        sums = self._sums(found[known], ends)

        def between(low: IntArray, high: IntArray) -> FloatArray:
            stretch: FloatArray = sums[np.searchsorted(ends, high)] - sums[np.searchsorted(ends, low)]
            return stretch

        own = between(first, last)
        return [_unit(between(low, high) - own) for low, high in stretches]

    def _sums(self, ids: IntArray, ends: IntArray) -> FloatArray:
        """Sum of the vectors of all words before each end; so every stretch costs two rows.

        By blocks: running sums of a text of megabytes would take gigabytes.
        """
        sums = np.zeros((len(ends), self._words.vectors.shape[1]))
        before = np.zeros(sums.shape[1])
        for begin in range(0, len(ids), _BLOCK):
            running = before + np.cumsum(self._weighed(ids[begin : begin + _BLOCK]), axis=0, dtype=np.float64)
            inside = slice(*np.searchsorted(ends, [begin + 1, begin + len(running) + 1]).tolist())
            sums[inside] = running[ends[inside] - begin - 1]
            before = running[-1]
        return sums

    def _weighed(self, ids: IntArray) -> npt.NDArray[np.float32]:
        vectors = self._words.vectors[ids].astype(np.float32)
        weights = _SMOOTHING / (_SMOOTHING + self._words.counts[ids] / self._total)
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
        vectors *= (weights / np.maximum(lengths, 1e-9)).astype(np.float32)[:, None]
        return vectors


def _unit(vectors: FloatArray) -> FloatArray:
    length = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    return np.where(length > 1e-9, vectors / np.maximum(length, 1e-9), 0.0)
