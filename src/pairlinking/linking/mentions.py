"""The mentions of a text, in all forms in which users give them, as spans of code points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import Any, TypeAlias, TypeGuard

import numpy as np

from pairlinking.errors import DocumentError

__all__ = ["Fixed", "Mentions", "Span", "read_fixed", "read_marks", "read_mentions", "read_targets"]

Span: TypeAlias = tuple[int, int]
Fixed: TypeAlias = tuple[int, str]  # number of a mention, and the name of the entity that it is known to mean
# Spans, or words to be found in the text one after the other, or the mentions of a JSON document.
Mentions: TypeAlias = Iterable["Span | str | Mapping[str, Any]"]

_MARK = re.compile(r"\[\[(?!\[)((?:(?!\[\[|\]\]).)*)\]\]", re.DOTALL)


def read_marks(text: str) -> tuple[str, list[Span]]:
    """Text without its ``[[marks]]``, and the spans that they enclosed.

    Unpaired brackets stay in the text; of nested marks, the innermost count. Of ``[[Tiger Woods|Tiger]]``, the part
    after the bar is in the text; `TextDocument.of_marked` also reads the part before it, the entity.

    >>> read_marks("[[Tiger]] won in [[Augusta]].")
    ('Tiger won in Augusta.', [(0, 5), (13, 20)])

    Raises
    ------
    DocumentError
        There is nothing to link within a pair of brackets.
    """
    plain, spans, _ = read_targets(text)
    return plain, spans


def read_targets(text: str) -> tuple[str, list[Span], list[Fixed]]:
    """Like `read_marks`, with the entities that marks name before a bar.

    >>> read_targets("[[Tiger Woods|Tiger]] won in [[Augusta]].")
    ('Tiger won in Augusta.', [(0, 5), (13, 20)], [(0, 'Tiger Woods')])
    """
    parts: list[str] = []
    spans: list[Span] = []
    fixed: list[Fixed] = []
    length = done = 0
    for mark in _MARK.finditer(text):
        target, bar, surface = mark[1].partition("|")
        inside = surface if bar else mark[1]
        if not inside:
            raise DocumentError(
                f"{mark[0]!r:.80} at character {mark.start() + 1} has nothing to link. Write [[a name]], or "
                "[[Entity|a name]]."
            )
        if bar and target.strip():
            fixed.append((len(spans), target.strip()))
        before = text[done : mark.start()]
        parts += (before, inside)
        length += len(before)
        spans.append((length, length + len(inside)))
        length += len(inside)
        done = mark.end()
    parts.append(text[done:])
    return "".join(parts), spans, fixed


def read_mentions(text: str, mentions: Mentions) -> list[Span]:
    """Spans of mentions, in the order given; each is checked against the text.

    They may overlap, repeat and be empty: each of them gets an answer.

    Raises
    ------
    DocumentError
        A mention lies outside the text, or a word does not occur in it.

    Examples
    --------
    >>> read_mentions("Tiger won in Augusta.", ["Tiger", "Augusta"])
    [(0, 5), (13, 20)]
    >>> read_mentions("Tiger won in Augusta.", [{"start": 0, "end": 5}, (13, 20)])
    [(0, 5), (13, 20)]
    """
    if isinstance(mentions, str | bytes | Mapping) or not isinstance(mentions, Iterable):
        raise DocumentError(f"'mentions' must be a list of spans or words. Got {mentions!r:.80} instead.")
    spans: list[Span] = []
    behind = 0  # words are searched for after the last one found, so that a repeated word is a repeated mention
    for number, mention in enumerate(mentions):
        if _is_plain(mention) and 0 <= mention[0] <= mention[1] <= len(text):
            spans.append(mention)
        elif isinstance(mention, str):
            spans.append(_find(text, mention, behind, number))
            behind = spans[-1][1]
        else:
            spans.append(_span(text, mention, number))
    return spans


def read_fixed(mentions: Mentions) -> list[Fixed]:
    """Mentions whose entity is given under ``fixed``: the number of each, and the name given.

    >>> read_fixed([{"start": 0, "end": 5, "fixed": "Tiger Woods"}, (13, 20), {"start": 22, "end": 29, "fixed": None}])
    [(0, 'Tiger Woods')]
    """
    found: list[Fixed] = []
    for number, mention in enumerate(mentions):
        name = mention.get("fixed") if isinstance(mention, Mapping) else None
        if name is not None and not isinstance(name, str):
            raise DocumentError(f"Mention {number}: 'fixed' must name an entity, or be null. Got {name!r:.80} instead.")
        if name is not None:
            found.append((number, name))
    return found


def _find(text: str, word: str, behind: int, number: int) -> Span:
    start = text.find(word, behind)
    if not word or start < 0:
        more = " after the previous mention" if behind and word in text else ""
        raise DocumentError(
            f"Mention {number}, {word!r:.80}, does not occur in the text{more}. Give mentions in the order of the "
            "text, or as (start, end)."
        )
    return start, start + len(word)


def _span(text: str, mention: Any, number: int) -> Span:
    try:
        given = (mention["start"], mention["end"]) if isinstance(mention, Mapping) else _pair(mention)
        if any(isinstance(each, bool) for each in given):
            raise TypeError
        start, end = index(given[0]), index(given[1])
    except (TypeError, KeyError, ValueError):
        raise DocumentError(
            f"Mention {number} must be (start, end), a word, or {{'start': ..., 'end': ...}}. Got {mention!r:.80} "
            "instead."
        ) from None
    if not 0 <= start <= end <= len(text):
        raise DocumentError(
            f"Mention {number} must lie within the text of {len(text):,} characters. Got {start} to {end} instead. "
            "Offsets count code points, from 0; the end is the first character after the mention."
        )
    return start, end


def _is_plain(mention: Any) -> TypeGuard[Span]:
    """Whether it is just a tuple of two ints, the usual case, which needs no conversion."""
    return type(mention) is tuple and len(mention) == 2 and type(mention[0]) is int is type(mention[1])


def _pair(mention: Any) -> Sequence[Any]:
    if not isinstance(mention, tuple | list | np.ndarray):  # bytes and sets can be unpacked, too
        raise TypeError
    start, end = mention
    return start, end
