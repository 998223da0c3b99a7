"""Offsets checked against the text: right ones kept, wrong ones corrected by the surface form, others left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from pairlinking.evaluation.documents import Notes
from pairlinking.text.escapes import unescape

__all__ = ["locate"]

_PLAIN_QUOTES = str.maketrans("‘’‚“”„`", "'''\"\"\"'")


def locate(text: str, start: int, end: int, surface: str | None, place: str, notes: Notes) -> tuple[int, int] | None:
    """Span of a mention in code points, or None if the text does not have it.

    Parameters
    ----------
    start, end
        As the data set gives them.
    surface
        The mention as the data set spells it, if it does.
    place
        Where it is, for `notes`.
    """
    fits = 0 <= start < end <= len(text)
    if surface is None or not surface.strip():
        if not fits:
            notes.skip("the offsets are outside the text", place)
        return (start, end) if fits else None
    if fits and text[start:end] == surface:
        return start, end
    content = text.encode(errors="surrogatepass")
    if 0 <= start < end <= len(content) and content[start:end] == surface.encode(errors="surrogatepass"):
        notes.correct("the offsets count UTF-8 bytes", place)
        before = len(content[:start].decode(errors="surrogatepass"))
        return before, before + len(surface)
    if fits and _is_alike(text[start:end], surface):
        notes.correct("the surface form is spelled differently from the text; its offsets are right", place)
        return start, end
    found = min(_occurrences(text, surface), key=lambda at: (abs(at - start), at), default=None)
    if found is None:
        notes.skip("the surface form is not in the text", place)
        return None
    notes.correct(
        "the length is wrong" if found == start else "the offset is wrong; the nearest occurrence was taken", place
    )
    return found, found + len(surface)


def _occurrences(text: str, surface: str) -> Iterator[int]:
    at = text.find(surface)
    while at >= 0:
        yield at
        at = text.find(surface, at + 1)


def _is_alike(left: str, right: str) -> bool:
    """Whether two spellings differ only by HTML entities, kinds of quotation mark or space, or a wrong decoding."""
    return _plain(left) == _plain(right)


def _plain(text: str) -> str:
    with suppress(UnicodeError):
        text = text.encode("cp1252").decode("utf-8")  # "â€™": UTF-8 that was read as Windows-1252
    return re.sub(r"\s", " ", unescape(text).translate(_PLAIN_QUOTES))
