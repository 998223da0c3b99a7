"""Tries on disk: string to number and back, without reading them into memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import marisa_trie
import numpy as np

from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.storage._numbers import numbers_of
from pairlinking.kb.storage.npy import damaged
from pairlinking.types import IntArray

__all__ = ["KeyNumbers", "Trie", "find_key", "key_ids", "open_trie", "write_trie"]

# One trie in the file instead of three nested ones, and the largest cache: twice as fast for six more bytes per key.
_LAYOUT = {"num_tries": 1, "cache_size": marisa_trie.HUGE_CACHE}

_MOST_KEPT = 1 << 15  # keys whose numbers are kept: a few megabytes, and most words of most texts


class Trie(Protocol):
    """The part of `marisa_trie.Trie` that is used. Its keys are numbered from 0, in an order of its own."""

    def __len__(self) -> int: ...
    def __contains__(self, key: str) -> bool: ...
    def __getitem__(self, key: str) -> int: ...
    def key_id(self, key: str) -> int:
        """Number of a key; KeyError if it is not in the trie."""

    def get(self, key: str | bytes) -> int | None:
        """Number of a key, or None; bytes are UTF-8."""

    def restore_key(self, index: int) -> str:
        """Key with this number."""

    def iterkeys(self, prefix: str = ...) -> Iterator[str]:
        """Keys that begin with the prefix, one at a time."""

    def prefixes(self, key: str) -> list[str]:
        """Keys that `key` begins with, the shortest first."""


def write_trie(path: Path, keys: Iterable[str]) -> Trie:
    """Write the trie of `keys` and open it. The same keys give the same file, in whatever order they come.

    A key may come more than once; it is then placed where it is found faster.
    """
    trie = marisa_trie.Trie(_without_nul(path, keys), **_LAYOUT)
    trie.save(str(path))
    return open_trie(path)


def open_trie(path: Path) -> Trie:
    """Map the trie in `path`, or raise `KnowledgeBaseError` if the file is not a trie or is cut short."""
    if not path.is_file():
        raise KnowledgeBaseError(f"Cannot read {path}: there is no such file. Build or copy the folder again.")
    try:
        # Every section of the file states its size, which marisa compares with the rest of the file.
        trie: Trie = marisa_trie.Trie().mmap(str(path))
    except (RuntimeError, OSError, MemoryError):
        raise damaged(path, "it is not a complete marisa-trie") from None
    return trie


def find_key(trie: Trie, key: str) -> int | None:
    """Number of a key, or None, even if the key has half of a surrogate pair, or a NUL, where marisa stops reading."""
    try:
        number = trie.get(key)
    except UnicodeEncodeError:
        return None
    return None if "\0" in key else number


class KeyNumbers(dict[str, int]):
    """Numbers of keys by key, -1 for unknown keys; recent answers are kept, as texts repeat their words.

    >>> import marisa_trie
    >>> numbers = KeyNumbers(marisa_trie.Trie(["won"]))
    >>> numbers.of(["won", "lost", "won"])
    array([ 0, -1,  0])
    """

    def __init__(self, trie: Trie) -> None:
        super().__init__()
        self._get = trie.get

    def __missing__(self, key: str) -> int:
        number = self._get(key)
        if len(self) >= _MOST_KEPT:
            self.clear()
        self[key] = found = -1 if number is None else number
        return found

    def of(self, keys: list[str]) -> IntArray:
        """Numbers of many keys."""
        return numbers_of(self, keys)


def key_ids(trie: Trie, keys: Iterable[str]) -> IntArray:
    """Numbers of keys of the trie."""
    return np.fromiter(map(trie.key_id, keys), dtype=np.int64)


def _without_nul(path: Path, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        if "\0" in key:  # marisa would find it, but return it truncated there
            raise KnowledgeBaseError(f"Cannot write {path}: {key!r} contains a NUL. Remove it from the source.")
        yield key
