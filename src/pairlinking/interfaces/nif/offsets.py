"""Offsets of a document's mentions in code points, whatever units the sender counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from pairlinking.linking.mentions import Span
from pairlinking.types import IntArray

__all__ = ["Given", "Located", "locate"]

_CODE_POINTS, _UTF_16, _UTF_8 = "code points", "UTF-16 units", "UTF-8 bytes"
# The first code points that take more than one unit, more than two, and so on.
_LONGER_FROM = {_UTF_16: (0x10000,), _UTF_8: (0x80, 0x800, 0x10000)}

_LONGEST_SPACE = 1000  # characters by which an anchor may be shorter than its text


class Given(NamedTuple):
    """Offsets of a mention as they were sent, and its text if given (`nif:anchorOf`)."""

    start: int
    end: int
    anchor: str | None = None


class Located(NamedTuple):
    """A mention in code points; with the correction in words, if there was one."""

    span: Span
    corrected: str | None = None


def locate(text: str, mentions: Sequence[Given]) -> list[Located | None]:
    """Where each mention is; None for those that the text does not have at their offsets.

    NIF counts code points. Java and JavaScript count UTF-16 units, others bytes, which makes no difference until a text
    contains an accent or an emoji. If anchors give the texts of mentions, the unit that fits all of them is used; if
    none does, each mention is tried on its own. White space may differ between anchor and text.

    >>> locate("Köln und Ulm", [Given(0, 5, "Köln")])
    [Located(span=(0, 4), corrected='offsets count UTF-8 bytes')]
    """
    if not mentions:
        return []
    finder = _Finder(text)
    units = (_CODE_POINTS, *_LONGER_FROM)
    if text.isascii() or all(each.anchor is None for each in mentions):
        units = units[:1]  # without an anchor, there is no reason to count another way
    for unit in units:
        found = [finder.find(unit, each) for each in mentions]
        if None not in found:
            return found
    return [finder.find_any(units, each) for each in mentions]


class _Finder:
    def __init__(self, text: str) -> None:
        self._text = text
        self._boundaries = cache(self._find_boundaries)

    def find_any(self, units: Sequence[str], given: Given) -> Located | None:
        for unit in units if given.anchor is not None else units[:1]:
            found = self.find(unit, given)
            if found is not None:
                return found
        if self._has(given.start, given.end, given.anchor, loosely=True):
            return Located((given.start, given.end), "nif:anchorOf has other white space than the text")
        return None

    def find(self, unit: str, given: Given) -> Located | None:
        start, end = given.start, given.end
        if unit != _CODE_POINTS:
            start, end = (self._code_points(unit, offset) for offset in (start, end))
        if not self._has(start, end, given.anchor):
            return None
        is_same = (start, end) == (given.start, given.end)
        return Located((start, end), None if is_same else f"offsets count {unit}")

    def _has(self, start: int, end: int, anchor: str | None, *, loosely: bool = False) -> bool:
        if not 0 <= start < end <= len(self._text):
            return False
        # Anchors are compared only with text of about their length, so that many long mentions take no longer.
        if anchor is None or end - start > _LONGEST_SPACE + 2 * len(anchor):
            return anchor is None
        surface = self._text[start:end]
        return surface.split() == anchor.split() if loosely else surface == anchor

    def _code_points(self, unit: str, offset: int) -> int:
        """An offset in code points; -1 for one outside of the text or within a character."""
        boundaries = self._boundaries(unit)
        at = int(np.searchsorted(boundaries, offset))
        return at if at < len(boundaries) and boundaries[at] == offset else -1

    def _find_boundaries(self, unit: str) -> IntArray:
        """Offset of every character and of the end of the text; once per text, so that many mentions take no longer."""
        codes = np.frombuffer(self._text.encode("utf-32-le"), dtype="<u4")
        widths = 1 + sum((codes >= first).astype(np.int64) for first in _LONGER_FROM[unit])
        return np.concatenate([np.zeros(1, np.int64), np.cumsum(widths)])
