"""Microposts 2014 (NEEL): one tweet per line, then surface forms with entities, separated by tabs, without offsets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention, Notes
from pairlinking.evaluation.formats.files import place, read_lines

__all__ = ["read"]

_ADDRESS = ("http://", "https://")
_LONGEST = 1_000  # characters of a surface form: each becomes a part of a pattern, which takes time to compile


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Tweets in the order of the file; HTML entities such as ``&lt;`` are part of them."""
    for number, line in read_lines(annotations):
        if not line.strip():
            continue
        where = place(annotations, number)
        parts = _parts(line)
        if parts is None:
            raise SourceError(
                f"{where}: a tweet must be an id, a text in quotation marks, and pairs of a surface form and an "
                f"URL, separated by tabs. Got {line[:60]!r}."
            )
        name, text, pairs = parts
        yield AnnotatedDocument(name, text, _mentions(text, pairs, where, notes))


def _parts(line: str) -> tuple[str, str, list[tuple[str, str]]] | None:
    """Name, text, and pairs of surface form and address; None for a line that is not a tweet.

    The text ends at the first quotation mark that only pairs follow: it may hold quotation marks, and even a tab.
    """
    name, tab, rest = line.partition("\t")
    if not name or '"' in name or not tab or rest[:1] != '"':
        return None
    fields = rest[1:].rstrip().split("\t")
    end = None
    for first in range(len(fields), 0, -2):
        if fields[first - 1].endswith('"'):
            end = first
        if first < 3 or not fields[first - 2] or not _is_address(fields[first - 1]):
            break
    if end is None:
        return None
    text = "\t".join(fields[:end])[:-1]
    return name.strip(), text, list(zip(fields[end::2], fields[end + 1 :: 2], strict=True))


def _is_address(field: str) -> bool:
    return any(field.startswith(start) and len(field) > len(start) for start in _ADDRESS)


def _mentions(text: str, pairs: Iterable[tuple[str, str]], where: str, notes: Notes) -> tuple[AnnotatedMention, ...]:
    mentions: list[AnnotatedMention] = []
    after = 0
    for surface, address in pairs:
        span = _find(text, surface.strip(), after, {(each.start, each.end) for each in mentions})
        if span is None:
            notes.skip("the surface form is not in the text", where)
            continue
        if text[slice(*span)] != surface.strip():
            notes.correct("the surface form is spelled differently from the text", where)
        mentions.append(AnnotatedMention(*span, (address.strip(),)))
        after = span[1]
    return tuple(sorted(mentions, key=lambda mention: (mention.start, mention.end)))


def _find(text: str, surface: str, after: int, taken: set[tuple[int, int]]) -> tuple[int, int] | None:
    """The first place after the previous mention, or else the first free one: surface forms go from left to right."""
    letters = [re.escape(character) for character in surface if not character.isspace() and character != "#"]
    if not letters or len(letters) > min(len(text), _LONGEST):
        return None
    loose = r"\s*+(?:#\s*+)?+".join(letters)  # "Rupert Murdoch" for "Rupert #Murdoch"
    for pattern in (re.compile(re.escape(surface)), re.compile(loose, re.IGNORECASE)):
        places = [found.span() for found in pattern.finditer(text)]
        free = [span for span in places if span not in taken]
        if places:
            return next((span for span in free if span[0] >= after), (free or places)[0])
    return None
