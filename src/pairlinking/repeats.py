"""Repeated names of a document: mentions with the same text and the same candidates are solved once."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from pairlinking.types import FloatArray, IntArray

__all__ = ["Repeats"]


@dataclass(frozen=True, eq=False)
class Repeats:
    """Which mentions are the same name.

    Two copies of a name would support each other with psi(e, e) = 1 and lock in the locally best entity before any
    other evidence counts.

    Attributes
    ----------
    place
        Per mention, the number of its name; names are numbered by their first mention.
    first
        Per name, its first mention.
    """

    place: IntArray
    first: IntArray

    @classmethod
    def of(cls, surfaces: Sequence[str], candidates: Sequence[Hashable]) -> Repeats:
        """Find mentions whose texts differ by case, width or spaces only, and whose candidates are equal.

        >>> Repeats.of(["Paris", "Hilton", "PARIS "], [b"12", b"3", b"12"]).place
        array([0, 1, 0])
        """
        names: dict[Hashable, int] = {}
        place: list[int] = []
        first: list[int] = []
        for number, (surface, each) in enumerate(zip(surfaces, candidates, strict=True)):
            name = names.setdefault((_normalize(surface), each), len(first))
            if name == len(first):
                first.append(number)
            place.append(name)
        return cls(np.array(place, dtype=np.int64), np.array(first, dtype=np.int64))

    @classmethod
    def none(cls, n_mentions: int) -> Repeats:
        """Treat every mention as a name of its own."""
        return cls(np.arange(n_mentions), np.arange(n_mentions))

    @classmethod
    def from_place(cls, place: IntArray) -> Repeats:
        """Make it from one number per mention, equal for copies; names are renumbered by their first mention."""
        _, first, inverse = np.unique(place, return_index=True, return_inverse=True)
        rank = np.argsort(np.argsort(first))
        return cls(rank[inverse].astype(np.int64), np.sort(first).astype(np.int64))

    @classmethod
    def joined(cls, parts: Sequence[Repeats]) -> Repeats:
        """Join those of consecutive parts of a document; no name is shared between parts."""
        names = np.cumsum([0, *(len(part) for part in parts[:-1])])
        return cls.from_place(np.concatenate([part.place + at for part, at in zip(parts, names, strict=True)]))

    def __len__(self) -> int:
        """Number of names."""
        return len(self.first)

    @property
    def exist(self) -> bool:
        """Whether any name is repeated."""
        return len(self.first) < len(self.place)

    def means(self, local: Sequence[FloatArray]) -> list[FloatArray]:
        """Local confidence of each name's candidates: the mean over its copies."""
        if not self.exist:
            return list(local)
        copies: list[list[FloatArray]] = [[] for _ in self.first]
        for name, each in zip(self.place.tolist(), local, strict=True):
            copies[name].append(each)
        return [each[0] if len(each) == 1 else np.add.reduce(each) / len(each) for each in copies]


def _normalize(surface: str) -> str:
    if surface.isascii():  # the same result, faster
        return " ".join(surface.lower().split())
    return " ".join(unicodedata.normalize("NFKC", surface).casefold().split())
