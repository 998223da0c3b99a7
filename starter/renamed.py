"""Pages that were renamed between the sources: one entity under its title of 2006 and under that of today.

A title of today that the old dump does not have as a page, but has as the words of links that lead nearly always to one
page, is that page, unless that one still has its old title today. So are two titles that differ only in marks or case.
What no rule can know is in `renamed.tsv`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from pairlinking.kb import KnowledgeBase

__all__ = ["find_renamed"]

TABLE = Path(__file__).parent / "renamed.tsv"
_SHARE = 0.75  # of the links with these words
_LINKS = 2
_MARKS = re.compile(r"[\W_]+")


def find_renamed(large: KnowledgeBase, old: KnowledgeBase, pages: set[str], listed: set[str]) -> dict[int, int]:
    """Entities of `large` under another title, with the entity that has the title of today.

    Parameters
    ----------
    old
        A knowledge base of the old dump alone.
    pages
        Titles of pages in later sources.
    listed
        Titles in later lists of links, in which redirects look like pages.
    """
    today = pages | listed
    found: dict[int, int] = {}
    for title in sorted(today):
        entity, former = large.get(title), _called_before(old, title)
        before = None if former is None else large.get(former)
        if entity is None or before is None or entity == before or large.key(entity) != title:
            continue
        was_redirect = old.get(title) is not None
        if title in pages:
            if former not in (pages if was_redirect else today):
                found[before] = entity
        elif former not in today or was_redirect:  # the link list may not say that it still is one
            found[entity] = before
    found |= _spelled_alike(large, today)
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        one, other = (large.get(title) for title in line.split("\t"))
        if one is not None and other is not None and one != other:
            found[one] = other
            found.pop(other, None)
    # What another one is merged into must stay itself.
    return {one: other for one, other in found.items() if other not in found}


def _called_before(old: KnowledgeBase, title: str) -> str | None:
    """The page that this title led to in the old dump: as a redirect, or as the words of nearly all links."""
    entity = old.get(title)
    if entity is not None:
        return None if old.key(entity) == title else old.key(entity)
    for form in (title, title[:1].lower() + title[1:]):
        candidates = old.dictionary.lookup(form)
        if candidates is not None and candidates.counts[0] >= _LINKS and candidates.prior[0] >= _SHARE:
            return old.key(int(candidates.entities[0]))
    return None


def _spelled_alike(large: KnowledgeBase, today: set[str]) -> dict[int, int]:
    """Entities whose titles differ from just one title of today in marks or, with several words, in case."""
    groups: dict[str, list[int]] = defaultdict(list)
    for entity, title in enumerate(large.keys):
        plain = _MARKS.sub(" ", title).strip()
        groups[plain.casefold() if " " in plain else plain].append(entity)
    found: dict[int, int] = {}
    for entities in groups.values():
        new = [entity for entity in entities if large.key(entity) in today]
        if len(new) == 1 < len(entities):
            found |= {entity: new[0] for entity in entities if entity != new[0]}
    return found
