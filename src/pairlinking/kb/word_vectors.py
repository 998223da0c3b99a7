"""Vectors of words by the word."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from pairlinking.kb.npy import damaged, open_array
from pairlinking.kb.tries import find_key, open_trie

__all__ = ["WordVectors"]


class WordVectors:
    """Words and their vectors, in the folder `vectors` of a knowledge base; both files are mapped."""

    def __init__(self, folder: Path) -> None:
        self._trie = open_trie(folder / "words.marisa")
        self.vectors: npt.NDArray[np.float16] = open_array(folder / "words.npy", np.float16, ndim=2)
        if len(self.vectors) != len(self._trie):
            raise damaged(folder / "words.npy", f"it should hold {len(self._trie)} vectors, not {len(self.vectors)}")

    def __len__(self) -> int:
        return len(self.vectors)

    def get(self, word: str) -> npt.NDArray[np.float32] | None:
        """Vector of a word, whatever its case; None where it has none."""
        number = find_key(self._trie, word.lower())
        return None if number is None else self.vectors[number].astype(np.float32)
