"""Links of a text without any other markup, and the plain text they leave."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pairlinking.sources._links import walk
from pairlinking.sources.regions import Place, is_protected, restore
from pairlinking.sources.site import Site

__all__ = ["Link", "read_links"]


class Link(NamedTuple):
    """A link to a page of the main namespace.

    ``text[start:end] == anchor`` if `place` is ``"text"``; otherwise both offsets are -1.
    """

    start: int
    end: int
    target: str
    anchor: str
    place: Place = "text"


def read_links(text: str, site: Site, *, protected: bool = False) -> tuple[str, list[Link]]:
    """Plain text and its links; `protected` says whether some characters may be protected (see `regions`).

    A link is ``[[target]]`` or ``[[target|anchor]]``; letters right after it belong to the anchor. A target is one line
    without brackets; an anchor may contain single brackets in pairs. Other ``[[`` and ``]]`` are removed.

    >>> read_links("[[bus]]es of [[Augusta, Georgia|]]", Site())[0]
    'buses of Augusta'
    """
    undo = restore if protected and is_protected(text) else None
    return walk(text, _trails(site.link_trail), site.first_letter, site.resolved, undo, _pipe_trick, Link)


@lru_cache(maxsize=16)
def _trails(characters: str) -> bytes:
    """A 1 for each code point below 0x3000 that belongs to a regular-expression character class."""
    found = re.findall(f"[{characters}]", "".join(map(chr, range(0x3000))))
    flags = bytearray(0x3000)
    for character in found:
        flags[ord(character)] = 1
    return bytes(flags)


def _pipe_trick(raw: str) -> str:
    """Anchor of ``[[raw|]]``: without namespace, and without parentheses or, if it has none, what follows a comma.

    >>> _pipe_trick("Help:Pipe (wiki)"), _pipe_trick("Augusta, Georgia")
    ('Pipe', 'Augusta')
    """
    _, colon, rest = raw.lstrip(":").partition(":")
    name = (rest if colon else raw).strip()
    before, bracket, inside = name[:-1].rpartition("(") if name.endswith(")") else ("", "", "")
    return before.rstrip() if bracket and ")" not in inside else name.partition(", ")[0]
