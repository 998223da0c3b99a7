"""Vectors of words by the word."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from pairlinking.kb.storage.npy import damaged, open_array
from pairlinking.kb.storage.tries import KeyNumbers, find_key, open_trie
from pairlinking.types import IntArray

__all__ = ["WordVectors"]


class WordVectors:
    """Words and their vectors, in the folder `vectors` of a knowledge base; all files are mapped."""

    def __init__(self, folder: Path) -> None:
        self._trie = open_trie(folder / "words.marisa")
        self._numbers = KeyNumbers(self._trie)
        self.vectors: npt.NDArray[np.float16] = open_array(folder / "words.npy", np.float16, ndim=2)
        self.counts: IntArray = open_array(folder / "word_counts.npy", np.int64)
        for name, found in (("words", len(self.vectors)), ("word_counts", len(self.counts))):
            if found != len(self._trie):
                raise damaged(folder / f"{name}.npy", f"it should describe {len(self._trie)} words, not {found}")

    def __len__(self) -> int:
        return len(self.vectors)

    def ids(self, words: list[str]) -> IntArray:
        """Numbers of words, which must be in lower case; -1 for a word without a vector."""
        return self._numbers.of(words)

    def get(self, word: str) -> npt.NDArray[np.float32] | None:
        """Vector of a word, whatever its case; None if it has none."""
        number = find_key(self._trie, word.lower())
        return None if number is None else self.vectors[number].astype(np.float32)
