"""Decides where exactly a name starts and ends: among its possible readings, the one that links to something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pairlinking.detection.cases import is_common
from pairlinking.detection.tokens import NUMBER, SMALL, SYMBOL, ByteArray, Tokens
from pairlinking.text.languages import ARTICLES, TITLES

if TYPE_CHECKING:
    from pairlinking.detection.lexicon import Lexicon
    from pairlinking.kb import KnowledgeBase

__all__ = ["Readings"]

# Titles that are kept with a name: Queen Victoria and Pope Pius are known by them.
_KEPT = frozenset(
    ["king", "queen", "prince", "princess", "pope", "emperor", "sir", "dame", "lord", "lady", "st", "general", "major"]
)
_DROPPED = TITLES - _KEPT
_DOMAIN = re.compile(r"(?:\.\w+)+")  # of Amazon.com


class Readings:
    """Chooses among the readings of a name: with the full stop of ``Inc.``, without an article, a title or a date.

    "President Bush" is read as "Bush" if both can mean the same entity, or if the dictionary does not have the long
    form; so "General Electric" and "Justice Department" stay whole. "Apple CEO Tim Cook" is two names. A title alone is
    not a name, nor is a date.
    """

    def __init__(self, kb: KnowledgeBase, lexicon: Lexicon) -> None:
        self._dictionary, self._name_parts = kb.dictionary, kb.name_parts
        self._lexicon = lexicon

    def of(self, tokens: Tokens, first: int, last: int, cases: ByteArray) -> Iterator[tuple[int, int]]:
        """Spans of the names that the tokens `first` to `last` are read as.

        Parameters
        ----------
        cases
            Bucket of each word by how often it is in lower case.
        """
        while first < last and tokens.looks[first] == SYMBOL:
            first += 1
        if first == last or self._is_date(tokens, first, last) or self._is_title(tokens, first, last):
            return
        if last - first > 1 and not self._is_known(tokens, first, last):
            last = self._without_end(tokens, first, last)
            parts = self._title_within(tokens, first, last, cases) or self._names_within(tokens, first, last, cases)
            if parts is not None:
                yield from self.of(tokens, first, parts[0], cases)
                yield from self.of(tokens, parts[1], last, cases)
                return
        first = self._without_start(tokens, first, last, cases)
        if first < last:
            yield int(tokens.starts[first]), self._end(tokens, first, last)

    def _without_start(self, tokens: Tokens, first: int, last: int, cases: ByteArray) -> int:
        """First token without the articles and titles before a name."""
        while first < last:
            word = self._word(tokens, first)
            if word not in _DROPPED and not (word in ARTICLES and self._is_apart(tokens, first, cases)):
                break
            inner = first + 1
            while inner < last and tokens.looks[inner] == SYMBOL:
                inner += 1
            if inner < last and not self._goes_without(tokens, first, inner, last, cases):
                break
            first = inner
        return first

    def _is_apart(self, tokens: Tokens, at: int, cases: ByteArray) -> bool:
        """Whether an article is not part of a name: mostly in lower case, and so here, or first in its sentence."""
        return is_common(int(cases[at])) and (tokens.looks[at] == SMALL or tokens.begins[at] > 0)

    def _goes_without(self, tokens: Tokens, first: int, inner: int, last: int, cases: ByteArray) -> bool:
        """Whether a name is better read without its first word."""
        whole = self._dictionary.lookup(self._text(tokens, first, last))
        rest = self._dictionary.lookup(self._text(tokens, inner, last))
        if whole is None:
            return rest is not None or not is_common(int(cases[inner]))
        if rest is None:
            return False
        is_title = self._word(tokens, first) in _DROPPED
        return bool(whole.entities[0] in rest.entities[: None if is_title else 1])

    def _without_end(self, tokens: Tokens, first: int, last: int) -> int:
        """End without titles, words of dates and lower-case words after a name that the dictionary does not have."""
        while last - first > 1:
            at = last - 1
            if tokens.looks[at] == NUMBER or (tokens.looks[at] == SYMBOL and self._is_closed(tokens, first, at)):
                break
            word = self._text(tokens, at, last)
            is_part = tokens.looks[at] == SMALL and word not in self._lexicon.connectors
            if is_part or not (
                tokens.looks[at] in (SYMBOL, SMALL) or word in self._lexicon.dates or word.lower() in _DROPPED
            ):
                break
            last = at
        return last

    def _is_closed(self, tokens: Tokens, first: int, at: int) -> bool:
        """Whether a mark at the end of a name belongs to it: a bracket that was opened, or the full stop of Inc."""
        mark, before = self._text(tokens, at, at + 1), self._text(tokens, first, at)
        if mark == ".":
            return self._text(tokens, first, at + 1).rsplit(" ", 1)[-1] in self._lexicon.endings
        return (mark == ")" and "(" in before) or (mark in "\"'" and mark in before) or mark == "!"

    def _title_within(self, tokens: Tokens, first: int, last: int, cases: ByteArray) -> tuple[int, int] | None:
        """Where a title begins within a name and is followed by another name: Apple | CEO Tim Cook."""
        for at in range(first + 1, last - 1):
            if self._word(tokens, at) in _DROPPED and tokens.looks[at] not in (SMALL, SYMBOL):
                behind = at + 1 if tokens.looks[at + 1] != SYMBOL or at + 2 >= last else at + 2
                if tokens.looks[behind] not in (SMALL, SYMBOL) and not is_common(int(cases[behind])):
                    return at, at
        return None

    def _names_within(self, tokens: Tokens, first: int, last: int, cases: ByteArray) -> tuple[int, int] | None:
        """End of the first and start of the second of two known names that were taken for one.

        Between them is the end of a sentence (World War I. The Treaty of Versailles) or a word that occurs in no name.
        """
        for at in range(first + 1, last - 1):
            word, behind = self._text(tokens, at, at + 1), at + 1
            if tokens.looks[at] == SMALL:
                end, is_between = at, word not in self._lexicon.connectors
            else:
                end, is_between = (at if word == "." else at + 1), word.endswith(".") and is_common(int(cases[behind]))
                if is_between and self._word(tokens, behind) in ARTICLES and behind + 1 < last:
                    behind += 1
            if is_between and self._is_name(tokens, first, end) and self._is_name(tokens, behind, last):
                return end, behind
        return None

    def _is_name(self, tokens: Tokens, first: int, last: int) -> bool:
        """Whether a form is known, perhaps without its full stop, or is a part of known names."""
        form = self._text(tokens, first, last)
        if form in self._dictionary or form.removesuffix(".") in self._dictionary:
            return True
        return self._name_parts is not None and form[:1].isupper() and len(self._name_parts.of(form)) > 0

    def _is_known(self, tokens: Tokens, first: int, last: int) -> bool:
        return self._text(tokens, first, last) in self._dictionary

    def _end(self, tokens: Tokens, first: int, last: int) -> int:
        """End of a name, with the full stop of an abbreviation: within a sentence, or after an ending such as Inc."""
        end = int(tokens.ends[last - 1])
        form = self._text(tokens, first, last)
        if form.endswith(".") and form not in self._dictionary and form[:-1] in self._dictionary:
            return end - 1  # World War I.
        if tokens.text[end : end + 1] != "." or tokens.text[end + 1 : end + 2] == ".":
            return end
        if (domain := _DOMAIN.match(tokens.text, end)) is not None:  # the full stop is within a word
            return domain.end() if form + domain[0] in self._dictionary else end
        word = tokens.text[tokens.starts[first] : end + 1].rsplit(" ", 1)[-1]
        return end + 1 if word in self._lexicon.endings or _goes_on(tokens, last) else end

    def _is_date(self, tokens: Tokens, first: int, last: int) -> bool:
        form = self._text(tokens, first, last)
        if self._lexicon.is_date(form):
            return True
        if last - first > 1 or not self._lexicon.is_short_month(form):
            return False
        behind = last + 1 if tokens.text[tokens.ends[first] : tokens.ends[first] + 1] == "." else last
        return bool(behind < len(tokens) and tokens.looks[behind] == NUMBER)

    def _is_title(self, tokens: Tokens, first: int, last: int) -> bool:
        return all(self._word(tokens, at) in _DROPPED for at in range(first, last) if tokens.looks[at] != SYMBOL)

    def _word(self, tokens: Tokens, at: int) -> str:
        return self._text(tokens, at, at + 1).lower().rstrip(".")

    def _text(self, tokens: Tokens, first: int, last: int) -> str:
        return tokens.text[tokens.starts[first] : tokens.ends[last - 1]]


def _goes_on(tokens: Tokens, point: int) -> bool:
    """Whether a sentence goes on after a full stop."""
    behind = point + 1
    if behind >= len(tokens) or (tokens.text[tokens.starts[behind]] not in "," and tokens.looks[behind] == SYMBOL):
        return False
    return behind not in tokens.bounds
