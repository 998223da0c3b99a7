"""What a scanner must know about a wiki: its namespaces, its language, how it spells titles."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from enum import IntEnum
from functools import cached_property
from typing import Any, TypeAlias
from urllib.parse import unquote

from pairlinking._support.addresses import is_web_address
from pairlinking.text.escapes import unescape
from pairlinking.text.languages import LANGUAGE_CODES, LINK_TRAILS, NAMESPACES, PROJECT_PREFIXES

__all__ = ["Resolved", "Shows", "Site", "normalize_title"]

FILE, CATEGORY = 6, 14
_CACHED = 1 << 15  # unusual link targets remembered per process: about 8 MB
_DIRECTION_MARKS = dict.fromkeys(map(ord, "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff"))
_NOT_IN_TITLES = re.compile(r"[<>\[\]{}|\x00-\x1f\x7f\ufffd]")
_LONGEST = 255  # bytes of a title in MediaWiki's database


class Shows(IntEnum):
    """What a ``[[...]]`` leaves in the text."""

    LINK = 0  # its anchor, as a link to a page of the main namespace
    ANCHOR = 1  # its anchor, but not a link: other namespaces, other wikis, a section of the same page
    NOTHING = 2  # nothing: categories, files, the same page in another language


# What a link shows, the title it points to, and its anchor if it has none of its own.
Resolved: TypeAlias = tuple[Shows, str, str]


class _Targets(dict[str, Resolved]):
    """A dictionary that fills itself, and is emptied when full."""

    def __init__(self, resolve: Callable[[str], Resolved]) -> None:
        self._resolve = resolve

    def __missing__(self, raw: str) -> Resolved:
        if len(self) >= _CACHED:
            self.clear()
        found = self[raw] = self._resolve(raw)
        return found


def normalize_title(raw: str, *, first_letter: bool = True) -> str:
    """The canonical spelling of a title, shared by all its variants.

    Percent signs and entities are decoded, underscores become spaces, runs of spaces become one, a leading colon and
    the section are removed, and the first letter is a capital unless the wiki has ``<case>case-sensitive</case>``.

    >>> normalize_title(":pair_%28set%20theory%29#History")
    'Pair (set theory)'
    """
    title = raw.partition("#")[0] if "&" not in raw else unescape(raw).partition("#")[0]
    if "%" in title:
        with suppress(UnicodeDecodeError):  # "100%-ly" and the like: the percent sign is literal
            title = unquote(title, errors="strict").partition("#")[0]
    if not title.isascii():
        title = title.translate(_DIRECTION_MARKS)
    title = " ".join(title.replace("_", " ").split())
    if title[:1] == ":":
        title = title.lstrip(": ")
    if first_letter and title and not title[0].isupper():
        # "ß" would become two letters; MediaWiki keeps such a letter as it is.
        capital = title[0].upper()
        title = capital + title[1:] if len(capital) == 1 else title
    return title


@dataclass(frozen=True)
class Site:
    """A wiki, as described by the <siteinfo> of its dump; by default an English Wikipedia.

    Attributes
    ----------
    language
        Code such as ``"en"``; decides which letters after a link belong to its anchor.
    namespaces
        Number by name, as the dump spells it. English names also work in every wiki.
    first_letter
        Whether the first letter of a title is always a capital (everywhere but in Wiktionaries).
    database
        Name of its database, such as ``"enwiki"``; dumps of its tables contain it too.
    main_page
        Address of the main page; those of other pages differ in the last part.
    """

    name: str = "Wikipedia"
    language: str = "en"
    namespaces: Mapping[str, int] = field(default_factory=dict)
    first_letter: bool = True
    main_page: str | None = None
    database: str = ""

    @property
    def page_url(self) -> str | None:
        """Prefix of the address of every page; None if it is unknown.

        >>> Site(main_page="https://en.wikipedia.org/wiki/Main_Page").page_url
        'https://en.wikipedia.org/wiki/'
        """
        if not is_web_address(self.main_page):
            return None
        address = self.main_page.partition("?")[0].partition("#")[0]
        found = address[: address.rindex("/") + 1]
        return found if is_web_address(found) else None  # None for a host alone

    @cached_property
    def namespace_numbers(self) -> dict[str, int]:
        """Number by lower-case name, without the main namespace."""
        own = {normalize_title(name).casefold(): number for name, number in self.namespaces.items() if name}
        return {**NAMESPACES, **own}

    @cached_property
    def file_names(self) -> tuple[str, ...]:
        """Names of the file namespace, in lower case."""
        return tuple(name for name, number in self.namespace_numbers.items() if number == FILE)

    @cached_property
    def link_trail(self) -> str:
        """Letters that follow a link and belong to its anchor, as a regular-expression character class."""
        return LINK_TRAILS.get(self.language.partition("-")[0], "a-z")

    @cached_property
    def resolved(self) -> Mapping[str, Resolved]:
        """What ``[[raw]]`` shows, by `raw`: filled on access, at the speed of a dictionary.

        >>> Site().resolved["pair_(set theory)#History"]
        (<Shows.LINK: 0>, 'Pair (set theory)', 'pair (set theory)#History')
        >>> Site().resolved["category:Tigers"][0], Site().resolved[":Category:Tigers"][0]
        (<Shows.NOTHING: 2>, <Shows.ANCHOR: 1>)
        """
        return _Targets(self._resolve)

    def __getstate__(self) -> dict[str, Any]:
        # Worker processes get the fields, not what this process has cached.
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __hash__(self) -> int:
        return hash((self.name, self.language, self.first_letter, tuple(self.namespaces.items())))

    def normalize(self, raw: str) -> str:
        """Spell a title as this wiki does; see `normalize_title`."""
        return normalize_title(raw, first_letter=self.first_letter)

    def namespace_of(self, title: str) -> int:
        """Number of the namespace that the prefix of a title names; 0 if it names none.

        >>> Site().namespace_of("Image:Tiger.jpg"), Site().namespace_of("Alien: Resurrection")
        (6, 0)
        """
        prefix, colon, _ = title.partition(":")
        return self.namespace_numbers.get(prefix.replace("_", " ").strip().casefold(), 0) if colon else 0

    def _resolve(self, raw: str) -> Resolved:
        title = self.normalize(raw)
        return self._shows(raw, title), title, raw.strip().removeprefix(":").replace("_", " ").strip()

    def _shows(self, raw: str, title: str) -> Shows:
        if not title or _NOT_IN_TITLES.search(title) or len(title.encode(errors="replace")) > _LONGEST:
            return Shows.ANCHOR
        prefix, colon, _ = title.partition(":")
        if not colon:
            return Shows.LINK
        hidden = Shows.ANCHOR if raw.lstrip()[:1] == ":" else Shows.NOTHING
        prefix = prefix.strip().casefold()
        number = self.namespace_numbers.get(prefix)
        if number is not None:
            return hidden if number in (FILE, CATEGORY) else Shows.ANCHOR
        if prefix in LANGUAGE_CODES:
            return hidden
        return Shows.ANCHOR if prefix in PROJECT_PREFIXES else Shows.LINK
