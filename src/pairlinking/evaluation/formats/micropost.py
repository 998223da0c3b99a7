"""Microposts 2014 (NEEL): a tweet a line, then surface forms with their entities, parted by tabs, without offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention, Notes
from pairlinking.evaluation.formats.files import place, read_lines

__all__ = ["read"]

# The tweet ends at the first quotation mark that only pairs of surface form and address follow: it may hold
# quotation marks, and even a tab.
_TWEET = re.compile(r'([^\t"]+)\t"(.*?)"((?:\t[^\t]+\thttps?://[^\t]+)*)\s*', re.DOTALL)


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Tweets in the order of the file; HTML entities such as ``&lt;`` are part of them."""
    for number, line in read_lines(annotations):
        if not line.strip():
            continue
        where = place(annotations, number)
        found = _TWEET.fullmatch(line)
        if found is None:
            raise SourceError(
                f"{where}: a tweet must be an id, a text in quotation marks, and pairs of a surface form and an "
                f"address, parted by tabs. Got {line[:60]!r}."
            )
        fields = found[3].split("\t")[1:]
        pairs = zip(fields[::2], fields[1::2], strict=True)
        yield AnnotatedDocument(found[1].strip(), found[2], _mentions(found[2], pairs, where, notes))


def _mentions(text: str, pairs: Iterator[tuple[str, str]], where: str, notes: Notes) -> tuple[AnnotatedMention, ...]:
    mentions: list[AnnotatedMention] = []
    after = 0
    for surface, address in pairs:
        span = _find(text, surface.strip(), after, {(each.start, each.end) for each in mentions})
        if span is None:
            notes.skip("the surface form is not in the text", where)
            continue
        if text[slice(*span)] != surface.strip():
            notes.mend("the surface form is spelled unlike the text", where)
        mentions.append(AnnotatedMention(*span, (address.strip(),)))
        after = span[1]
    return tuple(sorted(mentions, key=lambda mention: (mention.start, mention.end)))


def _find(text: str, surface: str, after: int, taken: set[tuple[int, int]]) -> tuple[int, int] | None:
    """The first place behind the mention before, else the first that is free: surface forms come from left to right."""
    letters = [re.escape(character) for character in surface if not character.isspace() and character != "#"]
    if not letters:
        return None
    loose = r"\s*#?\s*".join(letters)  # "Rupert Murdoch" for "Rupert #Murdoch"
    for pattern in (re.compile(re.escape(surface)), re.compile(loose, re.IGNORECASE)):
        places = [found.span() for found in pattern.finditer(text)]
        free = [span for span in places if span not in taken]
        if places:
            return next((span for span in free if span[0] >= after), (free or places)[0])
    return None
