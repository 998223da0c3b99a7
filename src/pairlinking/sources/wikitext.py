"""Wikitext to plain text, with every link's exact place in it.

A short chain of linear passes, each a regular expression or a `str.replace` that runs at the speed of C; the links come
last, so that nothing moves once their offsets are known. What is kept:

- Running text: paragraphs, list items and headings, one per line, without their marks.
- Templates, tables (of either markup), references, galleries and captions are not in the text. Their links are told
  all the same, with the `place` they stood in, and -1 as offsets.
- Formulas, code, comments, categories, inter-language links leave nothing.
- Links to other namespaces or wikis, and external links, leave their anchor, without a link.

Markup that is not closed loses its marks and keeps its content, apart from comments and tables, which reach to the end
of the page as they do in MediaWiki.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from pairlinking.sources.disambiguation import is_disambiguation
from pairlinking.sources.marks import clean_marks
from pairlinking.sources.redirects import redirect_target
from pairlinking.sources.regions import (
    Cuttings,
    Place,
    cut_braces,
    cut_files,
    cut_rows,
    cut_tags,
    is_protected,
    may_be_protected,
    restore,
)
from pairlinking.sources.sentences import sentence_spans
from pairlinking.sources.site import Shows, Site

__all__ = ["Link", "Scanned", "scan"]


class Link(NamedTuple):
    """A link to a page of the main namespace.

    ``text[start:end] == anchor`` where `place` is ``"text"``; elsewhere both offsets are -1.
    """

    start: int
    end: int
    target: str
    anchor: str
    place: Place = "text"


@dataclass(frozen=True)
class Scanned:
    """A page's plain text and links; those of the running text come first, in order."""

    text: str
    links: tuple[Link, ...]
    is_disambiguation: bool
    redirect: str | None

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Start and end of each sentence of `text`; none ends within an anchor."""
        return sentence_spans(self.text, [link[:2] for link in self.links if link.start >= 0])


def scan(text: str, site: Site, *, title: str = "") -> Scanned:
    """Read the wikitext of a page; `title` helps to tell a disambiguation page.

    >>> page = scan("'''Tiger''' drove [[bus]]es at [[Augusta, Georgia|Augusta]].{{stub|[[Golf]]}}", Site())
    >>> page.text
    'Tiger drove buses at Augusta.'
    >>> [(link.target, link.anchor, link.start, link.place) for link in page.links]
    [('Bus', 'buses', 12, 'text'), ('Augusta, Georgia', 'Augusta', 21, 'text'), ('Golf', 'Golf', -1, 'template')]
    """
    cuttings: Cuttings = []
    plain = "\n" + (text.replace("\r", "") if "\r" in text else text)  # now every line has one before it
    if "<" in plain:
        plain = cut_tags(plain, cuttings)
    disambiguation = is_disambiguation(plain, title)
    if "{{" in plain or "{|" in plain or "}}" in plain:
        plain = cut_braces(plain, cuttings)
    if "[[" in plain:
        plain = cut_files(plain, site.file_names, cuttings)
    if "\n|" in plain:
        plain = cut_rows(plain, cuttings)
    protected = may_be_protected(text)
    plain, links = _links(clean_marks(plain), site, protected)
    for place in dict.fromkeys(place for place, _ in cuttings):
        cut = "\n".join(content for where, content in cuttings if where == place and "[[" in content)
        if cut:
            _, found = _links(clean_marks(cut), site, protected)
            links += [Link(-1, -1, target, anchor, place) for _, _, target, anchor, _ in found if "{{" not in anchor]
    return Scanned(plain, tuple(links), disambiguation, redirect_target(text, site) if "#" in text[:99] else None)


@lru_cache(maxsize=16)
def _link_pattern(trail: str) -> re.Pattern[str]:
    """Plain target or any other, anchor if there is one, letters after it that belong to the anchor.

    A plain target needs no decoding and names no namespace: nine of ten are, and the loop below is quick with them.
    """
    plain = r"[A-Za-z0-9(][A-Za-z0-9 ,.()'!-]{0,200}+(?<! )(?=[|\]])"
    anchor = r"[^\[\]]*+(?:\[[^\[\]]*+\](?!\][^\]])[^\[\]]*+)*+"
    return re.compile(rf"\[\[(?:({plain})|([^\[\]|\n]*+))(?:\|({anchor}))?\]\]([{trail}]*+)")


def _parts(text: str, site: Site, protected: bool) -> list[str]:
    """Text, plain target, other target, anchor, trail, text ... text, without any marks; None where there is none."""
    parts: list[str] = _link_pattern(site.link_trail).split(text)
    outside = "".join(parts[::5])
    if "[[" in outside or "]]" in outside:
        parts[::5] = [part.replace("[[", "").replace("]]", "") for part in parts[::5]]
    if protected and is_protected(text):
        return [part and restore(part) for part in parts]
    return parts


_LINK, _NOTHING = Shows.LINK, Shows.NOTHING


def _links(text: str, site: Site, protected: bool) -> tuple[str, list[Link]]:
    """Plain text and its links. The loop runs once per link and is most of the cost of `scan`: hence its plainness."""
    parts = _parts(text, site, protected)
    between = parts[::5]
    shown: list[str] = []
    links: list[Link] = []
    resolved = site.resolved
    new = tuple.__new__  # half the time of Link(...)
    position = 0
    any_first_letter = not site.first_letter
    columns = (parts[1::5], parts[2::5], parts[3::5], parts[4::5], map(len, between))
    for plain, raw, own, trail, length in zip(*columns, strict=False):
        if plain:
            shows = _LINK
            # Up to "Z" lie the capitals, digits and the parenthesis a plain target can start with.
            target = plain if plain[0] <= "Z" or any_first_letter else plain[0].upper() + plain[1:]
            anchor = plain
        else:
            shows, target, anchor = resolved[raw]
        if own:
            anchor = own.replace("\n", " ") if "\n" in own else own
        elif own is not None:
            anchor = _pipe_trick(plain or raw)
        if trail:
            anchor += trail
        position += length
        end = position + len(anchor)
        if shows is _LINK:
            stripped = anchor.strip()
            if stripped is anchor:
                if anchor:
                    links.append(new(Link, (position, end, target, anchor, "text")))
            elif stripped:
                start = position + anchor.index(stripped)
                links.append(Link(start, start + len(stripped), target, stripped))
        elif shows is _NOTHING:
            anchor = trail  # letters after a category are no part of it
            end = position + len(anchor)
        shown.append(anchor)
        position = end
    pieces = [""] * (2 * len(between) - 1)
    pieces[::2] = between
    pieces[1::2] = shown
    return "".join(pieces), links


def _pipe_trick(raw: str) -> str:
    """Anchor of ``[[raw|]]``: without namespace, and without parentheses or, failing them, what follows a comma.

    >>> _pipe_trick("Help:Pipe (wiki)"), _pipe_trick("Augusta, Georgia")
    ('Pipe', 'Augusta')
    """
    _, colon, rest = raw.lstrip(":").partition(":")
    name = (rest if colon else raw).strip()
    short = re.sub(r"\s*\([^()]*\)$", "", name)
    return short if short != name else name.partition(", ")[0]
