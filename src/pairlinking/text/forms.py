"""The forms under which a mention is looked up: as it is, with its boundary repaired, and expanded (Sec. 7.1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from pairlinking.text.fold import without_accents
from pairlinking.text.languages import ARTICLES, LEGAL_FORMS, NICKNAMES, TITLES

__all__ = [
    "Expander",
    "Forms",
    "Shortening",
    "Trimmer",
    "expand",
    "given_names",
    "is_behind_article",
    "ngrams",
    "shortening",
    "trim",
    "variants",
]

# Plug-ins: other rules, another language, a spaCy pipeline.
Trimmer: TypeAlias = Callable[[str], Sequence[str]]
Expander: TypeAlias = Callable[[Sequence[str]], Sequence[str | None]]

_EDGES = " \t\n\"'`“”‘’«»()[]{}<>.,;:!?…–—-*_|/"
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$", re.IGNORECASE)
_ES = ("ses", "xes", "zes", "ches", "shes", "oes")  # plurals that need more than an s
_LONGEST_NAME = 12  # words; a longer mention is a sentence, which nobody abbreviates to one of its words
_LONGEST_ARTICLE = max(map(len, ARTICLES))
_HYPHENATED = 4  # words, at most, of a name that is also looked up with a hyphen
_ALSO_CALLED: dict[str, list[str]] = {}
for _short, _full in sorted(NICKNAMES):
    _ALSO_CALLED.setdefault(_short, []).append(_full)
    _ALSO_CALLED.setdefault(_full, []).append(_short)
_INITIALS = re.compile(r"[A-Z][A-Z.&]{1,9}\b\.?")


# Which part of a longer name a shorter one is.
Shortening: TypeAlias = Literal["end", "start", "middle", "initials"]


class Forms(NamedTuple):
    """A mention as it is, reduced to the name itself, and in full as an earlier mention gives it."""

    original: str
    trimmed: str
    expanded: str


def trim(surface: str) -> list[str]:
    """Shorter forms of a mention, from the least to the most changed.

    They lack punctuation, possessive, article, titles, and the legal form of a company.

    >>> trim("the CEO Tim Cook's")
    ['the CEO Tim Cook', 'CEO Tim Cook', 'Tim Cook']
    >>> trim("Japan Air Lines Co. Ltd.")
    ['Japan Air Lines Co. Ltd', 'Japan Air Lines Co', 'Japan Air Lines']
    >>> trim("Augusta")
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
    if len(words) > 1 and words[0].lower() in ARTICLES:
        words = words[1:]
        add(" ".join(words))
    while len(words) > 1 and words[0].rstrip(".").lower() in TITLES:
        words = words[1:]
        add(" ".join(words))
    while len(words) > 1 and words[-1].strip(_EDGES).lower() in LEGAL_FORMS:
        words = words[:-1]
        add(" ".join(words).rstrip(_EDGES))
    return found


def expand(surfaces: Sequence[str]) -> list[str | None]:
    """For each mention of a document, in order, the last longer mention before it that it is a part or initials of.

    >>> expand(["Tiger Woods", "Woods", "Wood", "International Business Machines", "IBM"])
    [None, 'Tiger Woods', None, None, 'International Business Machines']
    """
    by_part: dict[str, str] = {}  # the last longer mention, by each run of its words: no search is needed
    by_initials: dict[str, str] = {}
    expanded: list[str | None] = []
    split = [surface.split() for surface in surfaces]
    firsts = Counter(words[0] for words in split if words)  # runs that begin with other words are never looked up
    has_initials = any(map(str.isupper, surfaces))
    for surface, words in zip(surfaces, split, strict=True):
        longer = by_part.get(" ".join(words))
        if longer is None and surface.isupper() and _INITIALS.fullmatch(surface):
            longer = by_initials.get(re.sub(r"[.&]", "", surface))
        expanded.append(longer)
        if 1 < len(words) <= _LONGEST_NAME:
            bare = [word.strip(_EDGES) or word for word in words]
            for at, word in enumerate(bare):
                if firsts[word] > (word == words[0]):  # another mention begins with it
                    for end in range(at + 1, len(bare) + (at > 0)):  # all but the whole mention
                        by_part[" ".join(bare[at:end])] = surface
            if has_initials:
                initials = "".join(word[0] for word in words if word[0].isupper())
                if len(initials) > 1:
                    by_initials[initials] = surface
    return expanded


def is_behind_article(text: str, start: int) -> bool:
    """Whether the word before a mention is an article.

    >>> is_behind_article("On the Bank", 7), is_behind_article("On Bank", 3)
    (True, False)
    """
    end = start - 1
    if end < 0 or text[end] != " ":
        return False
    earliest = max(0, end - _LONGEST_ARTICLE - 1)
    space = text.rfind(" ", earliest, end)
    return text[earliest if space < 0 else space + 1 : end].lower() in ARTICLES


def shortening(surface: str, longer: str) -> Shortening | None:
    """Which part of the longer name found by `expand` a mention is; None where such parts are names of others.

    What follows a small word or a comma is mostly another name: "University of Alabama", "Augusta, Georgia".

    >>> [shortening(*each) for each in (("Woods", "Tiger Woods"), ("Bank", "Bank of England"), ("IBM", "Int. B. M."))]
    ['end', 'start', 'initials']
    >>> print(shortening("Georgia", "Augusta, Georgia"), shortening("England", "Bank of England"))
    None None
    """
    short, words = surface.split(), longer.split()
    n = len(short)
    bare = [word.strip(_EDGES) or word for word in words]
    if bare[:n] == short:
        return "start"
    for at in range(1, len(words) - n + 1):
        if bare[at : at + n] == short:
            is_new = words[at - 1][:1].islower() or words[at - 1].endswith(",")
            return None if is_new else "end" if at + n == len(words) else "middle"
    return "initials"


def variants(surface: str) -> list[str]:
    """Other spellings of a form: singular or plural, without accents, points and hyphens, or with a hyphen.

    >>> variants("naval batteries")
    ['naval battery', 'naval batterie', 'naval-batteries']
    >>> variants("U.S. Ski-Team")
    ['US Ski-Team', 'U.S. Ski Team', 'U.S. SkiTeam', 'U.S. Ski-Teams', 'U.S.-Ski-Team']
    """
    found: list[str] = []
    if surface.endswith("s") and not surface.endswith("ss"):
        if surface.endswith("ies"):
            found.append(f"{surface[:-3]}y")
        found.append(surface[:-1])
        if surface.endswith(_ES):
            found.append(surface[:-2])
    if not surface.isascii():
        found.append(without_accents(surface))
    if "." in surface:
        found.append(surface.replace(".", ""))
    if "-" in surface:
        found += [surface.replace("-", " "), surface.replace("-", "")]
    if surface[-1:].isalpha() and not surface.endswith("s"):
        found.append(f"{surface}s")
    words = surface.split()
    if len(words) <= _HYPHENATED:
        found += ["-".join((" ".join(words[:at]), " ".join(words[at:]))) for at in range(1, len(words))]
    return [form for form in dict.fromkeys(found) if len(form) > 1 and form != surface]


def given_names(name: str) -> tuple[str, ...]:
    """Given names that a person with this one may go by, in lower case: itself, and its short and long forms.

    >>> given_names("Steve"), given_names("Zaphod")
    (('steve', 'stephen', 'steven'), ('zaphod',))
    """
    name = name.lower()
    return (name, *_ALSO_CALLED.get(name, ()))


def ngrams(surface: str, longest: int = 6) -> list[list[str]]:
    """Runs of words within a mention, grouped by length, longest first; without the mention itself.

    Punctuation around words is removed.

    >>> ngrams("New York, Giants")
    [['New York', 'York Giants'], ['New', 'York', 'Giants']]
    """
    words = [word.strip(_EDGES) or word for word in surface.split()]
    lengths = range(min(len(words) - 1, longest), 0, -1)
    return [[" ".join(words[i : i + n]) for i in range(len(words) - n + 1)] for n in lengths]
