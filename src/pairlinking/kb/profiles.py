"""Profiles of entities: the words that distinguish an entity from others, in its own text and in linking pages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from pairlinking.kb.storage.bounds import check_bounds
from pairlinking.kb.storage.npy import damaged, open_array
from pairlinking.kb.storage.tries import KeyNumbers, open_trie
from pairlinking.types import IdArray, IntArray

__all__ = ["Profiles", "places_of"]


class Profiles:
    """The most characteristic words of each entity, in the folder `profiles` of a knowledge base; all files are mapped.

    Attributes
    ----------
    idf
        How rare each word is among pages, by its number: log(1 + (N - n + 0.5) / (n + 0.5)) if n of N pages have it.
    indptr
        The profile of entity e is at ``indptr[e]`` to ``indptr[e + 1]`` of the next two. It may be empty.
    words, weights
        Numbers of words, rising within a profile, and their weights: a unit vector for every profile.
    """

    def __init__(self, folder: Path) -> None:
        self._trie = open_trie(folder / "words.marisa")
        self._numbers = KeyNumbers(self._trie)
        self.idf: npt.NDArray[np.float32] = open_array(folder / "idf.npy", np.float32)
        self.indptr: IntArray = open_array(folder / "indptr.npy", np.int64)
        self.words: IdArray = open_array(folder / "words.npy", np.int32)
        self.weights: npt.NDArray[np.float16] = open_array(folder / "weights.npy", np.float16)
        if len(self.idf) != len(self._trie):
            raise damaged(folder / "idf.npy", f"it should describe {len(self._trie)} words, not {len(self.idf)}")
        check_bounds(folder / "indptr.npy", self.indptr, len(self.words))
        if len(self.weights) != len(self.words):
            raise damaged(folder / "weights.npy", f"it should hold {len(self.words)} numbers, not {len(self.weights)}")

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def ids(self, words: list[str]) -> IntArray:
        """Numbers of words, which must be in lower case; -1 for a word that occurs in no text of the knowledge base."""
        return self._numbers.of(words)

    def of(self, entity: int) -> list[tuple[str, float]]:
        """Words of an entity with their weights, the heaviest first."""
        part = slice(*self.indptr[entity : entity + 2].tolist())
        found = zip(map(self._trie.restore_key, self.words[part].tolist()), self.weights[part].tolist(), strict=True)
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))


def places_of(starts: IntArray, ends: IntArray) -> IntArray:
    """Numbers from each start up to, but not including, its end; one list after the other.

    >>> places_of(np.array([5, 0, 2]), np.array([7, 0, 5])).tolist()
    [5, 6, 2, 3, 4]
    """
    sizes = ends - starts
    before = np.cumsum(sizes) - sizes
    places: IntArray = np.arange(int(sizes.sum())) + np.repeat(starts - before, sizes)
    return places
