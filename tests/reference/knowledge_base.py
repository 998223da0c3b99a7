"""Entities, names, surface forms and in-links from the four tables, in plain dicts, one rule after the other.

Written from docs/reference/tables.md and docs/reference/knowledge-base.md.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

TITLE, REDIRECT, ANCHOR, DISAMBIGUATION, ALIAS = 1, 2, 4, 8, 16
LONGEST_FORM = 200
LONGEST_CHAIN = 64

__all__ = ["Related", "Source", "relate"]


@dataclass
class Source:
    """Rows of the tables `pages`, `redirects` and `links`."""

    pages: list[tuple[str, str, bool]] = field(default_factory=list)
    redirects: list[tuple[str, str]] = field(default_factory=list)
    links: list[tuple[str, str, str, str, bool]] = field(default_factory=list)


@dataclass
class Related:
    """What a knowledge base holds, with keys in place of numbers."""

    ends: dict[str, str]
    held_out: set[str]
    titles: dict[str, str]
    names: dict[str, str]
    in_links: dict[str, set[str]]
    surfaces: dict[tuple[str, str], tuple[int, int]]

    @property
    def keys(self) -> list[str]:
        """Entities in their order."""
        return sorted(self.titles, key=str.encode)


def relate(
    source: Source, *, entities: str, min_links: int, guess_redirects: bool, holdout: float, learn: float, seed: int
) -> Related:
    """Relate the rows of a source."""
    titles: dict[str, str] = {}
    lists_meanings: dict[str, bool] = {}
    for page, title, is_disambiguation in source.pages:
        if page not in titles:  # of a page that comes twice, the first counts
            titles[page], lists_meanings[page] = title, is_disambiguation
    ends = redirect_ends(source.redirects, set(titles))
    limit = int(holdout * 16**12)
    held_out = {
        page
        for page, listing in lists_meanings.items()
        if not listing and int(hashlib.md5(f"{seed}:{page}".encode()).hexdigest()[:12], 16) < limit
    }
    links = [
        (page, ends.get(target, target), anchor, place, opens)
        for page, target, anchor, place, opens in source.links
        if page in titles and page not in held_out
    ]
    known = {page: title for page, title in titles.items() if not lists_meanings[page]}
    # A redirect that goes in a circle has a page, though it leads nowhere: it is no missing article.
    redirecting = {page for page, _ in source.redirects}
    if entities == "linked" and guess_redirects:
        counted = [
            (anchor.lower(), target)
            for page, target, anchor, place, _ in links
            if not lists_meanings[page] and place not in ("alias", "listed")
        ]
        guessed = guesses(counted, {*titles, *redirecting})
        links = [(page, guessed.get(target, target), *rest) for page, target, *rest in links]  # type: ignore[misc]
        ends = {redirect: guessed.get(end, end) for redirect, end in ends.items()} | guessed
    if entities == "linked":
        linking: dict[str, set[str]] = defaultdict(set)
        for page, target, _, place, _ in links:
            is_missing = target not in titles and target not in redirecting
            if is_missing and not lists_meanings[page] and place != "alias":
                linking[target].add(page)
        known |= {target: target for target, pages in linking.items() if len(pages) >= min_links}

    names = {key: key for key in known}
    for redirect, end in ends.items():
        if end in known:
            names.setdefault(redirect, end)

    in_links: dict[str, set[str]] = {key: set() for key in known}
    counts: Counter[tuple[str, str]] = Counter()
    origins: dict[tuple[str, str], set[int]] = defaultdict(set)

    def call(form: str, entity: str, origin: int) -> None:
        if 0 < len(form) <= LONGEST_FORM:
            origins[form, entity].add(origin)

    for key, title in known.items():
        for form in (title, without_brackets(title)):
            call(form, key, TITLE)
    for redirect, end in ends.items():
        if end in known:
            for form in (redirect, without_brackets(redirect)):
                call(form, end, REDIRECT)
    listing_names: dict[str, list[str]] = defaultdict(list)
    for page, listing in lists_meanings.items():
        if listing:
            listing_names[page].append(page)
    for redirect, end in ends.items():
        if lists_meanings.get(end):
            listing_names[end].append(redirect)
    for page, target, anchor, place, opens in links:
        if target not in known:
            continue
        if place == "alias":
            call(anchor, target, ALIAS)
            continue
        if lists_meanings[page]:
            if opens:
                for name in listing_names[page]:
                    call(without_brackets(name), target, DISAMBIGUATION)
            continue
        if page != target:
            in_links[target].add(page)
        if place != "listed" and 0 < len(anchor) <= LONGEST_FORM:
            counts[anchor, target] += 1
            call(anchor, target, ANCHOR)
    surfaces = {pair: (counts[pair], sum(bits)) for pair, bits in origins.items()}
    return Related(ends, held_out, known, names, in_links, surfaces)


def guesses(counted: list[tuple[str, str]], paged: set[str]) -> dict[str, str]:
    """Targets without a page that are taken for redirects, and where they lead (docs/decisions/0011)."""
    leads: dict[str, Counter[str]] = defaultdict(Counter)
    for form, target in counted:
        leads[form][target] += 1
    links = Counter(target for _, target in counted)
    found = {}
    for name in links.keys() - paged:
        others = Counter(leads[name.lower()])
        own = others.pop(name, 0)
        if not others:
            continue
        best = min(others, key=lambda other: (-others[other], other.encode()))
        n = others[best]
        mostly = n >= 2 and n >= 0.7 * others.total() and n >= 0.5 * own
        if mostly and links[best] >= links[name] and not best.startswith(f"{name} ("):
            found[name] = best
    return {name: best for name, best in found.items() if best not in found}


def redirect_ends(redirects: list[tuple[str, str]], pages: set[str]) -> dict[str, str]:
    """Where each redirect leads in the end; those that go in circles, and those that are pages too, lead nowhere."""
    step: dict[str, str] = {}
    for page, target in redirects:
        if page not in pages and page != target:
            step[page] = min(target, step.get(page, target), key=str.encode)
    ends = {}
    for page in step:
        at, seen = page, {page}
        while at in step and step[at] not in seen:
            at = step[at]
            seen.add(at)
        if at not in step and len(seen) <= LONGEST_CHAIN + 1:
            ends[page] = at
    return ends


def without_brackets(title: str) -> str:
    """Title without the word in brackets at its end that tells it from others."""
    return re.sub(r" \([^()]*\)\Z", "", title)
