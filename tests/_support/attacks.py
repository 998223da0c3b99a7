"""Strings that make a careless regular expression slow: made from the expression itself."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

__all__ = ["attacks"]

# The parser of `re` is private, but the only thing that knows what each part of a pattern matches.
_parser: Any = importlib.import_module("re._parser")

_MEMBERS = {"CATEGORY_SPACE": " ", "CATEGORY_DIGIT": "1", "CATEGORY_WORD": "a", "CATEGORY_NOT_SPACE": "x"}
_OUTSIDE = "ax1 -\t\n.é"


def attacks(pattern: re.Pattern[Any], length: int) -> Iterator[str]:
    """Beginnings of what the pattern matches, each followed by a run of about `length` characters that leads on."""
    pieces = list(_pieces(_parser.parse(_text(pattern), pattern.flags & ~re.UNICODE)))
    units = {"", " ", *pieces, *("".join(pair) for pair in pairwise(pieces))}
    for end in range(min(len(pieces), 12) + 1):
        start = "".join(pieces[:end])
        for unit in {start, *sorted(units, key=len)[:24]} - {""}:
            run = unit * (length // len(unit))
            yield start + run
            yield start + run + "\0"


def _text(pattern: re.Pattern[Any]) -> str:
    source = pattern.pattern
    return source.decode("latin-1") if isinstance(source, bytes) else str(source)


def _pieces(parsed: Any) -> Iterator[str]:
    """One short match of every part, in order; of a choice, of each branch. Letters in a row are one part."""
    word = ""
    for kind, argument in parsed:
        if str(kind) == "LITERAL":
            word += chr(argument)
            continue
        if word:
            yield word
            word = ""
        match str(kind):
            case "NOT_LITERAL" | "ANY":
                yield "a"
            case "IN":
                yield _member(argument)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                yield "".join(_pieces(argument[2]))[:40]
            case "SUBPATTERN":
                yield from _pieces(argument[3])
            case "BRANCH":
                for branch in argument[1][:4]:
                    yield "".join(_pieces(branch))[:40]
            case "ATOMIC_GROUP":
                yield from _pieces(argument)
    if word:
        yield word


def _member(items: Any) -> str:
    if str(items[0][0]) == "NEGATE":
        test = re.compile("[^" + "".join(_class_source(item) for item in items[1:]) + "]")
        return next(each for each in _OUTSIDE if test.match(each))
    kind, argument = items[0]
    return {"LITERAL": lambda: chr(argument), "RANGE": lambda: chr(argument[0])}.get(
        str(kind), lambda: _MEMBERS.get(str(argument), "x")
    )()


def _class_source(item: Any) -> str:
    kind, argument = item
    if str(kind) == "CATEGORY":
        return {"CATEGORY_SPACE": r"\s", "CATEGORY_DIGIT": r"\d", "CATEGORY_WORD": r"\w", "CATEGORY_NOT_WORD": r"\W"}[
            str(argument)
        ]
    first, last = argument if str(kind) == "RANGE" else (argument, argument)
    return f"{re.escape(chr(first))}-{re.escape(chr(last))}"
