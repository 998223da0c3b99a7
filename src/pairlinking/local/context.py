"""The words around a mention, as one vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pairlinking.local._contexts import around
from pairlinking.local._words import split
from pairlinking.text.words import words
from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["Tokens", "WordContexts", "offsets_of", "tokenize"]

# Arora et al. 2017: a word has weight a / (a + its share of the corpus). On enwik8 no other feature gains more.
_SMOOTHING = 1e-4
_BLOCK = 1 << 12  # words that are summed on their own before they are added to those before them


@dataclass(frozen=True, eq=False)
class Tokens:
    """Words of a document.

    Attributes
    ----------
    distinct
        Each word once, in the order of the document.
    places
        For each word of the document, its index in `distinct`.
    bounds
        For each mention the first of its own words and the first after them.
    """

    distinct: list[str]
    places: IntArray
    bounds: IntArray

    @classmethod
    def of(cls, words: Sequence[str], bounds: IntArray) -> Tokens:
        """Make it from a list of all words."""
        distinct = list(dict.fromkeys(words))
        number = {word: at for at, word in enumerate(distinct)}
        return cls(distinct, np.array([number[word] for word in words], dtype=np.int64), bounds)

    @property
    def words(self) -> list[str]:
        """All words."""
        return [self.distinct[place] for place in self.places.tolist()]


def tokenize(text: str, spans: Sequence[tuple[int, int]]) -> Tokens:
    """Words of a text; `spans` are the mentions in code points, in any order; they may overlap.

    A word ends where a mention begins or ends, so that every word is either inside or outside a mention.

    >>> tokenize("Tiger won at Augusta.", [(0, 5), (13, 20)]).bounds.tolist()
    [[0, 1], [3, 4]]
    """
    return Tokens(*split(text, spans, words))


def offsets_of(mention: IntArray, n_mentions: int) -> IntArray:
    """Where the candidates of each mention begin, followed by where the last ones end.

    >>> offsets_of(np.array([0, 0, 2]), 3).tolist()
    [0, 2, 2, 3]
    """
    return np.searchsorted(mention, np.arange(n_mentions + 1))


class WordContexts:
    """Word vectors of a knowledge base, each of length 1 and weighted by how rare the word is."""

    def __init__(self, kb: KnowledgeBase) -> None:
        assert kb.words is not None, "a knowledge base with vectors"
        self._words = kb.words
        self._vectors: npt.NDArray[np.uint16] = kb.words.vectors.view(np.uint16)
        self._total = float(self._words.counts.sum())

    def around(self, document: Tokens, widths: Sequence[int | None]) -> FloatArray:
        """For each width and each mention, up to `width` words on each side, or all other words, as one vector.

        Vectors have length 1, or 0 if no word around the mention is known. They are padded with zeros.
        """
        ids = self._words.ids(document.distinct)
        wide = np.array([-1 if width is None else width for width in widths], dtype=np.int64)
        words = self._vectors, self._words.counts, self._total, _SMOOTHING
        return around(*words, ids, document.places, document.bounds, wide, _BLOCK)
