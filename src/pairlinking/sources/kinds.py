"""Kinds of entities by the nouns that name them, from a table that ships with the package and can be extended."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pairlinking.errors import SourceError
from pairlinking.sources.name_tables import read_names
from pairlinking.sources.streams import AnyPath

__all__ = ["OTHER", "PERSON", "kind_of_name", "kind_of_plural", "read_kinds"]

PERSON, OTHER = "person", "other"
_WORDS = re.compile(r"[^\W\d_]+")
_BEFORE = re.compile(r"\s(?:in|of|from|by|at|on|for|with|established|disestablished|based|introduced|about|who)\s")
_LONGEST = 3  # most words of a noun, such as "video game series"


@cache
def _shipped() -> dict[str, str]:
    table = (files("pairlinking") / "data" / "kinds.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return {noun: kind for noun, kind in rows}  # noqa: C416


def read_kinds(path: AnyPath | None = None) -> dict[str, str]:
    """The table of kinds, in which the rows of a file (noun, tab, kind) override those of the package.

    >>> read_kinds()["city"]
    'place'
    """
    if path is None:
        return _shipped()
    own = {row.name.casefold(): row.target for row in read_names(path, on_damage=_refuse)}
    return _shipped() | own


def kind_of_name(name: str, kinds: Mapping[str, str]) -> str:
    """Kind named by a phrase or an infobox, from the longest known noun at its end; empty if there is none.

    >>> kind_of_name("Seaport city", read_kinds()), kind_of_name("football biography", read_kinds())
    ('place', 'person')
    """
    words = [word.casefold() for word in _WORDS.findall(name)]
    for first in range(max(0, len(words) - _LONGEST), len(words)):
        noun = " ".join(words[first:])
        if found := kinds.get(noun) or kinds.get(_singular(noun)):
            return found
    return PERSON if words and words[-1].endswith("ologist") else ""


def kind_of_plural(category: str, kinds: Mapping[str, str]) -> str:
    """Kind of the members of a category, from its head noun: "Rivers of France" contains rivers.

    >>> kind_of_plural("1997 films", read_kinds()), kind_of_plural("cities in france", read_kinds())
    ('work', 'place')
    """
    head = _BEFORE.split(f"{category} ", maxsplit=1)[0]
    return kind_of_name(head, kinds) if head.rstrip().endswith(("s", "people", "men", "women")) else ""


def _singular(noun: str) -> str:
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    if noun.endswith(("sses", "ches", "shes", "xes")):
        return noun[:-2]
    if noun.endswith("men"):
        return f"{noun[:-2]}an"
    return noun[:-1] if noun.endswith("s") else noun


def _refuse(damage: object) -> None:
    raise SourceError(f"{damage} The table of kinds needs a noun, a tab and a kind on each line.")
