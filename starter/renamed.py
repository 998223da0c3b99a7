"""Titles of one entity in several sources: renamed pages, and redirects that a source does not mark as such.

- A current title that is not a page of the old dump, but is the text of links there that nearly always lead to the same
  page, is the new title of that page, unless the old title still exists today.
- Two titles that differ only in punctuation or case are the same entity.
- In a list of links, a redirect looks like a page whose only link is to its target.
- A link target of one word without a page ("Stalin") is a redirect to the person with that surname to whom links with
  this word also lead.

Pairs that no rule can find are in `renamed.tsv`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from pairlinking.kb import KnowledgeBase
from pairlinking.kb.dictionary import ALIAS
from pairlinking.kb.name_parts import base_name

__all__ = ["find_renamed"]

TABLE = Path(__file__).parent / "renamed.tsv"
_SHARE = 0.75  # of the links with this text
_LINKS = 2
_MARKS = re.compile(r"[\W_]+")
_EVERYWHERE, _MANY = 0.01, 20  # a share and a number of pages; with more links ("AllMusic"), one link says nothing
_OTHERS = 0.6  # of the links with a surname that do not lead to its own title


def find_renamed(
    large: KnowledgeBase,
    old: KnowledgeBase,
    former: set[str],
    pages: set[str],
    lists: Mapping[str, Sequence[str]],
) -> dict[int, int]:
    """Entities of `large` that have another title today, each with the entity of that title.

    Parameters
    ----------
    old
        A knowledge base of the old dump alone.
    former
        Titles of pages in the old dump.
    pages
        Titles of pages in later sources.
    lists
        Later lists of links, by title, in which redirects look like pages.
    """
    today = pages | set(lists)
    found: dict[int, int] = {}
    for title in sorted(today):
        entity, earlier = large.get(title), _called_before(old, title)
        before = None if earlier is None else large.get(earlier)
        if entity is None or before is None or entity == before or large.key(entity) != title:
            continue
        was_redirect = old.get(title) is not None
        if title in pages:
            if earlier not in (pages if was_redirect else today):
                found[before] = entity
        elif earlier not in today or was_redirect:  # the link list may not show that it still is a redirect
            found[entity] = before
    found |= _redirects(large, former | pages, lists)
    found |= _surnames(large, former | today)
    found |= _spelled_alike(large, today)
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        one, other = (large.get(title) for title in line.split("\t"))
        if one is not None and other is not None and one != other:
            found[one] = other
            found.pop(other, None)
    # An entity into which another one is merged must not be merged itself.
    return {one: other for one, other in found.items() if other not in found}


def _called_before(old: KnowledgeBase, title: str) -> str | None:
    """The page to which this title led in the old dump: as a redirect, or as the text of nearly all links."""
    entity = old.get(title)
    if entity is not None:
        return None if old.key(entity) == title else old.key(entity)
    for form in (title, title[:1].lower() + title[1:]):
        candidates = old.dictionary.lookup(form)
        if candidates is not None and candidates.counts[0] >= _LINKS and candidates.prior[0] >= _SHARE:
            return old.key(int(candidates.entities[0]))
    return None


def _redirects(large: KnowledgeBase, pages: set[str], lists: Mapping[str, Sequence[str]]) -> dict[int, int]:
    """Titles in lists of links that link to a single other title, and are not pages in other sources."""
    n_links = Counter(target for targets in lists.values() for target in targets)
    many = max(_MANY, _EVERYWHERE * len(lists))
    found = {}
    for title, targets in lists.items():
        if len(targets) != 1 or title in pages:
            continue
        entity, target = large.get(title), large.get(targets[0])
        if entity is None or target is None or entity == target or large.key(entity) != title:
            continue
        if n_links[targets[0]] <= many or _names_agree(title, targets[0]):
            found[entity] = target
    return found


def _surnames(large: KnowledgeBase, pages: set[str]) -> dict[int, int]:
    """Entities without a page whose title is the surname of a person with more links, to whom it also leads as a link.

    In Wikipedia such a title is a redirect or a list of people; nobody links to the list on purpose. A word that is
    also the text of links in lower case is not a surname.
    """
    found = {}
    n_links = np.diff(large.in_link_indptr)
    look = large.dictionary.lookup
    for entity, title in enumerate(large.keys):
        if not title.isalpha() or not title[0].isupper() or title in pages or look(title.lower()) is not None:
            continue
        candidates = look(title)
        if candidates is None or not np.any(candidates.counts[candidates.entities == entity]):
            continue
        others = candidates.entities != entity
        people = [at for at in np.flatnonzero(others) if _is_person(large, int(candidates.entities[at]), title)]
        if not people:
            continue
        best = max(people, key=lambda at: (candidates.counts[at], n_links[candidates.entities[at]]))
        person, n = int(candidates.entities[best]), int(candidates.counts[best])
        is_sure = n >= _LINKS or candidates.origins[best] & ALIAS or (n and n_links[person] >= 4 * n_links[entity])
        if is_sure and n >= _OTHERS * candidates.counts[others].sum() and n_links[person] >= n_links[entity]:
            found[entity] = person
    return found


def _is_person(kb: KnowledgeBase, entity: int, surname: str) -> bool:
    """Whether the last word of an entity's name is this surname, and the entity may be a person."""
    words = kb.key(entity).split()
    if len(words) < 2 or words[-1] != surname or not words[0][0].isupper() or words[0] == "The" or "of" in words:
        return False
    return kb.fact_columns is None or kb.fact_columns.kind_names[kb.fact_columns.kinds[entity]] in ("", "person")


def _names_agree(one: str, other: str) -> bool:
    """Whether two titles share a word, or one has the initials of the other."""
    words = [{word for word in _MARKS.split(title.casefold()) if len(word) > 1} for title in (one, other)]
    initials = ["".join(word[0] for word in base_name(title).split() if word[0].isupper()) for title in (one, other)]
    return bool(words[0] & words[1]) or _MARKS.sub("", one) == initials[1] or _MARKS.sub("", other) == initials[0]


def _spelled_alike(large: KnowledgeBase, today: set[str]) -> dict[int, int]:
    """Entities whose titles differ from exactly one current title in punctuation or, with several words, in case."""
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
