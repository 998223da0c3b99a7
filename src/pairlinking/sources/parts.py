"""Parts of a dump, such as ``enwiki-20260101-pages-articles2.xml-p41243p151573.bz2``: none missing, all of one date."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from os import fspath
from pathlib import Path
from typing import NamedTuple

from pairlinking.errors import SourceError
from pairlinking.sources.streams import AnyPath

__all__ = ["check_parts"]

_PART = re.compile(
    r"(?P<wiki>[a-z_]+)-(?P<date>\d{8}|latest)-(?P<what>[a-z-]+?)\d*\.xml-p(?P<first>\d+)p(?P<last>\d+)\b"
)


# All pages of a wiki are in one file of this name, or in the parts of one kind.
_WHOLE = re.compile(r"(?P<wiki>[a-z_]+)-(?P<date>\d{8}|latest)-(?P<what>pages-articles(-multistream)?)\.xml\b(?!-p)")


class _Part(NamedTuple):
    first: int
    last: int
    date: str
    name: str  # with its folder


def check_parts(paths: Sequence[AnyPath]) -> str | None:
    """Raise `SourceError` if a file is given twice, or parts of a dump overlap, are missing, or have several dates.

    A single part is accepted, for trying things out; a sentence that says so is then returned.
    """
    seen: set[Path] = set()
    groups: dict[tuple[str, str], list[_Part]] = defaultdict(list)
    holds_pages: dict[str, dict[str, str]] = defaultdict(dict)  # first file by wiki and kind of dump
    for path in paths:
        if (real := Path(path).resolve()) in seen:
            raise SourceError(f"{fspath(path)} is given twice. Name every file once.")
        seen.add(real)
        if "-multistream-index" in Path(path).name:
            raise SourceError(f"{fspath(path)} is the index of a multistream dump, which is not needed. Leave it out.")
        if found := _PART.match(Path(path).name):
            part = _Part(int(found["first"]), int(found["last"]), found["date"], fspath(path))
            groups[found["wiki"], found["what"]].append(part)
        if (found := found or _WHOLE.match(Path(path).name)) and found["what"].startswith("pages-articles"):
            kind = f"{found['what']}, {'parts' if 'first' in found.groupdict() else 'whole'}"
            holds_pages[found["wiki"]].setdefault(kind, fspath(path))
    for first, *others in (list(names.values()) for names in holds_pages.values()):
        if others:
            raise SourceError(
                f"{first} and {others[0]} are dumps of different kinds, which contain the same pages. Use one kind."
            )
    for parts in groups.values():
        _check_group(sorted(parts))
    single = [parts[0].name for parts in groups.values() if len(parts) == 1]
    return f"{single[0]} is one part of a dump; the other parts were not given." if single else None


def _check_group(parts: list[_Part]) -> None:
    dates = sorted({part.date for part in parts})
    if len(dates) > 1:
        odd = next(part for part in parts if part.date != parts[0].date)
        raise SourceError(
            f"{parts[0].name} and {odd.name} are parts of dumps of different dates. Use those of one date."
        )
    if len(parts) > 1 and parts[0].first != 1:
        raise SourceError(f"The part of the dump before {parts[0].name} is missing. Download it too.")
    for one, two in pairwise(parts):
        if two.first <= one.last:
            raise SourceError(
                f"{one.name} and {two.name} overlap: both have page {two.first:,}. Use parts of one dump."
            )
        if two.first != one.last + 1:
            raise SourceError(
                f"The part of the dump between {one.name} and {two.name} is missing: pages {one.last + 1:,} to "
                f"{two.first - 1:,}. Download it too."
            )
