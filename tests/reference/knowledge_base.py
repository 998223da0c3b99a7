"""Entities, names, surface forms and in-links from the four tables, in plain dicts, one rule after the other.

Written from docs/reference/tables.md and docs/reference/knowledge-base.md.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass, field

TITLE, REDIRECT, ANCHOR, DISAMBIGUATION, ALIAS = 1, 2, 4, 8, 16
LONGEST_FORM = 200
LONGEST_CHAIN = 64
UNDECOMPOSED = dict(zip("ðøđħłÐØĐĦŁ", "dodhlDODHL", strict=True))  # letters with a stroke
ACCENTED = {*map(chr, range(0xC0, 0x17F)), *"ȘșȚț"}  # of the Latin alphabets of Europe

__all__ = ["Related", "Source", "letters", "relate"]


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
            (anchor, target)
            for page, target, anchor, place, _ in links
            if not lists_meanings[page] and place not in ("alias", "listed")
        ]
        spelled = spellings(counted, lists_meanings, ends, redirecting)
        counted = [(anchor, spelled.get(target, target)) for anchor, target in counted]
        guessed = guesses(counted, {*titles, *redirecting}, set(titles))
        guessed |= {name: guessed.get(other, other) for name, other in spelled.items()}
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

    own = {page for page in titles if page not in held_out}
    in_links: dict[str, set[str]] = {key: {key} & own for key in known}
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


def spellings(
    counted: list[tuple[str, str]], listing: dict[str, bool], ends: dict[str, str], redirecting: set[str]
) -> dict[str, str]:
    """Targets without a page that are other spellings of a name, and where that leads (docs/decisions/0011)."""
    links = Counter(target for _, target in counted)
    small = Counter(t for anchor, t in counted if anchor.lower() == t.lower() and anchor[:1] != t[:1])
    missing = {target for target in links if target not in listing and target not in redirecting}
    leads = {page: page for page in listing} | ends | {name: name for name in missing}
    alike: dict[str, list[str]] = defaultdict(list)
    for name in leads:
        alike[letters(name).lower()].append(name)
    found = {}
    for name in missing:
        others = [
            other
            for other in alike[letters(name).lower()]
            if other != name != leads[other]
            and (other not in missing or (-links[other], other.encode()) < (-links[name], name.encode()))
            and not listing.get(leads[other])
            and are_spellings(name, other, bool(small[name]) == bool(small[other]))
        ]
        if others:
            best = min(others, key=lambda other: (other in missing, -links[other], other.encode()))
            found[name] = leads[best]
    return redirect_ends(list(found.items()), set())


def are_spellings(one: str, other: str, same_begin: bool) -> bool:
    """Whether names with the same letters, but for capitals, are taken for one."""
    words = sorted(len(re.split("[ –-]", name)) for name in (one, other))
    if len(letters(one)) < 4 or one[0] == "." or other[0] == ".":
        return False
    if words[0] != words[1] and re.search("[0-9]", one):
        return False
    if letters(one) == letters(other) and (words[0] > 1 or len(letters(one)) >= 8):
        return True
    return words[0] > 2 or (words == [2, 2] and same_begin)


def letters(name: str) -> str:
    """Name without accents, spaces and the marks that spellings differ by."""
    plain = ""
    if name.startswith("The ") and name.count(" ") >= 3:
        name = name[4:]
    for short in ("U.S. ", "US "):
        if name.startswith(short):
            name = f"United States {name[len(short) :]}"
            break
    for letter in name:
        if letter in " -–’,'.":
            continue
        base = UNDECOMPOSED.get(letter) or unicodedata.normalize("NFD", letter)[0]
        plain += base if base.isascii() and letter in ACCENTED else letter
    return plain


def guesses(counted: list[tuple[str, str]], paged: set[str], articles: set[str]) -> dict[str, str]:
    """Targets without a page that are taken for redirects, and where they lead (docs/decisions/0011)."""
    leads: dict[str, Counter[str]] = defaultdict(Counter)
    for anchor, target in counted:
        leads[anchor.lower()][target] += 1
    written_small = {(a.lower(), target) for a, target in counted if a[:1] != a[:1].upper()}
    links = Counter(target for _, target in counted)
    found: dict[str, str] = {}
    for name in links.keys() - paged:
        others = Counter(leads[name.lower()])
        own = others.pop(name, 0)
        if not others:
            continue
        best = min(others, key=lambda other: (-others[other], other.encode()))
        n = others[best]
        if n < 0.7 * others.total() or best.startswith(f"{name} ("):
            continue
        if (name.lower() == best.lower() and " " not in name) or re.fullmatch("[0-9]*", name):
            continue
        is_plural = name == f"{best}s" or (best.endswith("y") and name == f"{best[:-1]}ies")
        is_plural &= (name.lower(), name) in written_small and len(name) >= 5 and not best.endswith("c")
        lacks_the = best == f"The {name}" and " " in name
        if (is_plural or lacks_the) and n >= 2 and 2 * links[best] >= links[name]:
            found[name] = min(found.get(name, best), best, key=str.encode)
            continue
        agree = is_plural or name.startswith(f"{best}, ") or (n >= 2 and name == f"The {best}")
        agree |= n >= 3 and 5 * n >= own
        is_initials = re.fullmatch("[A-Z]*", name) is not None and re.sub("[a-z ,.'-]", "", best) == name
        is_initials &= n >= 2 or len(name) >= 3
        if is_initials and links[best] < links[name] and best not in articles:
            found[best] = min(found.get(best, name), name, key=str.encode)
        elif is_initials or (links[best] >= links[name] and (agree or (n >= 2 and n >= 0.5 * own))):
            found[name] = min(found.get(name, best), best, key=str.encode)
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
