"""The forms under which a mention is looked up: as it stands, with its boundary mended, and expanded (Sec. 7.1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

__all__ = ["Expander", "Forms", "Mender", "expand", "mend", "ngrams"]

# Plug-ins: other rules, another language, a spaCy pipeline.
Mender: TypeAlias = Callable[[str], Sequence[str]]
Expander: TypeAlias = Callable[[Sequence[str]], Sequence[str | None]]

_ARTICLES = {"the", "a", "an"}
# Words before a name that are no part of it; "prime minister" is taken away word by word.
_TITLE_WORDS = """
    mr mrs ms miss dr prof professor sir dame lord lady rev reverend fr father sr sister st president ceo cfo cto
    chairman chairwoman chair chief executive director manager minister prime vice deputy senator sen rep representative
    congressman congresswoman governor gov mayor king queen prince princess pope emperor general gen colonel col captain
    capt lieutenant lt sergeant sgt major admiral judge justice secretary former late coach author actor singer
"""
_TITLES = frozenset(_TITLE_WORDS.split())
_EDGES = " \t\n\"'`“”‘’«»()[]{}<>.,;:!?…–—-*_|/"
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$", re.IGNORECASE)
_INITIALS = re.compile(r"[A-Z][A-Z.&]{1,9}\b\.?")


class Forms(NamedTuple):
    """A mention as it stands, without what is no part of the name, and as an earlier mention has it in full."""

    original: str
    mended: str
    expanded: str


def mend(surface: str) -> list[str]:
    """Shorter forms of a mention, from the least changed to the most: without marks, possessive, article, titles.

    >>> mend("the CEO Tim Cook's")
    ['the CEO Tim Cook', 'CEO Tim Cook', 'Tim Cook']
    >>> mend("Augusta")
    []
    """
    found: list[str] = []

    def add(form: str) -> str:
        if form and form != surface and form not in found:
            found.append(form)
        return form

    form = add(" ".join(surface.strip(_EDGES).split()))
    form = add(_POSSESSIVE.sub("", form).rstrip(_EDGES))
    words = form.split(" ")
    if len(words) > 1 and words[0].lower() in _ARTICLES:
        words = words[1:]
        add(" ".join(words))
    while len(words) > 1 and words[0].rstrip(".").lower() in _TITLES:
        words = words[1:]
        add(" ".join(words))
    return found


def expand(surfaces: Sequence[str]) -> list[str | None]:
    """For each mention of a document, in order, the last longer one before it that contains it, or that it abbreviates.

    >>> expand(["Tiger Woods", "Woods", "Wood", "International Business Machines", "IBM"])
    [None, 'Tiger Woods', None, None, 'International Business Machines']
    """
    by_word: dict[str, list[str]] = {}  # longer mentions so far, by each of their words
    by_initials: dict[str, str] = {}
    expanded: list[str | None] = []
    for surface in surfaces:
        words = surface.split()
        expanded.append(_longer(surface, words, by_word, by_initials))
        if len(words) > 1:
            for word in set(words):
                by_word.setdefault(word, []).append(surface)
            initials = "".join(word[0] for word in words if word[0].isupper())
            if len(initials) > 1:
                by_initials[initials] = surface
    return expanded


def _longer(surface: str, words: list[str], by_word: dict[str, list[str]], by_initials: dict[str, str]) -> str | None:
    if not words:
        return None
    for longer in reversed(by_word.get(words[0], ())):
        if len(longer) > len(surface) and f" {' '.join(words)} " in f" {' '.join(longer.split())} ":
            return longer
    if _INITIALS.fullmatch(surface):
        return by_initials.get(re.sub(r"[.&]", "", surface))
    return None


def ngrams(surface: str, longest: int = 6) -> list[list[str]]:
    """Runs of words within a mention, all of one length together, longest first; without the mention itself.

    >>> ngrams("New York Giants")
    [['New York', 'York Giants'], ['New', 'York', 'Giants']]
    """
    words = surface.split()
    lengths = range(min(len(words) - 1, longest), 0, -1)
    return [[" ".join(words[i : i + n]) for i in range(len(words) - n + 1)] for n in lengths]
