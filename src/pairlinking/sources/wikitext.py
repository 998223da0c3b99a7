"""Plain text of wikitext, with the exact place of every link in it.

A short chain of linear passes, each a regular expression or compiled, runs at the speed of C; links come last, so
that nothing moves once their offsets are known. What is kept:

- Running text: paragraphs, list items and headings, one per line, without their marks.
- Templates, tables (of either markup), references, galleries and captions are not in the text. Their links are
  still kept, with the `place` they came from, and -1 as offsets.
- Formulas, code, comments, categories and inter-language links leave nothing.
- Links to other namespaces or wikis, and external links, leave their anchor, without a link.

Unclosed markup loses its marks and keeps its content, except for comments and tables, which extend to the end of the
page, as in MediaWiki.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pairlinking.sources.disambiguation import is_disambiguation
from pairlinking.sources.links import Link, read_links
from pairlinking.sources.marks import clean_marks
from pairlinking.sources.redirects import redirect_target
from pairlinking.sources.regions import (
    Cuttings,
    cut_braces,
    cut_files,
    cut_rows,
    cut_tags,
    may_be_protected,
)
from pairlinking.sources.site import Site
from pairlinking.text.sentences import sentence_spans

__all__ = ["Link", "Scanned", "scan"]


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
        return sentence_spans(self.text, [link for link in self.links if link.start >= 0])


def scan(text: str, site: Site, *, title: str = "") -> Scanned:
    """Text and links of a page; `title` helps to recognise a disambiguation page.

    >>> page = scan("'''Tiger''' drove [[bus]]es at [[Augusta, Georgia|Augusta]].{{stub|[[Golf]]}}", Site())
    >>> page.text
    'Tiger drove buses at Augusta.'
    >>> [(link.target, link.anchor, link.start, link.place) for link in page.links]
    [('Bus', 'buses', 12, 'text'), ('Augusta, Georgia', 'Augusta', 21, 'text'), ('Golf', 'Golf', -1, 'template')]
    """
    cuttings: Cuttings = []
    plain = "\n" + (text.replace("\r", "") if "\r" in text else text)  # now every line follows a line break
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
    plain, links = read_links(clean_marks(plain), site, protected=protected)
    for place in dict.fromkeys(place for place, _ in cuttings):
        cut = "\n".join(content for where, content in cuttings if where == place and "[[" in content)
        if cut:
            _, found = read_links(clean_marks(cut), site, protected=protected)
            links += [Link(-1, -1, target, anchor, place) for _, _, target, anchor, _ in found if "{{" not in anchor]
    return Scanned(plain, tuple(links), disambiguation, redirect_target(text, site) if "#" in text[:99] else None)
