"""Labels of a page's tokens from its links: what is certain, and what stays open.

A page links a name at its first occurrence. So repeats of linked names, of the page's title and of the first and last
words of both are names as well. For other words with a capital, it depends on the language: if nearly all of them are
names, so are these, with open boundaries; otherwise every label stays possible. The model learns from a sentence only
what is known about it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pairlinking.detection.capitals import are_proper, end_rows
from pairlinking.detection.cases import is_common, is_proper
from pairlinking.detection.lexicon import Lexicon
from pairlinking.detection.tokens import (
    CAPITAL,
    CASELESS,
    LETTER,
    NUMBER,
    SMALL,
    SYMBOL,
    WITH_CAPITAL,
    WITH_DIGIT,
    ByteArray,
    Tokens,
)
from pairlinking.kb.name_parts import base_name

__all__ = ["ANY", "BEGINS", "GOES_ON", "OUTSIDE", "WITHIN", "silver_labels"]

# Bits of the labels that a token may have.
OUTSIDE: Final = 1
BEGINS: Final = 2
GOES_ON: Final = 4
WITHIN: Final = BEGINS | GOES_ON
ANY: Final = OUTSIDE | WITHIN

Span: TypeAlias = tuple[int, int]

_APART = ',;:()[]"'  # marks that separate a name from the next
_KEY = 2  # characters that forms are looked up by
_SHORTEST_PART = 3


def silver_labels(
    tokens: Tokens,
    cases: ByteArray,
    title: str,
    links: Iterable[Span],
    lexicon: Lexicon,
    *,
    capitals_are_names: bool = False,
    common: npt.NDArray[np.uint32] | None = None,
    linked: npt.NDArray[np.bool_] | None = None,
) -> ByteArray:
    """Bits of the labels that each token of a page may have.

    Parameters
    ----------
    cases
        Bucket of each word by how often it is in lower case.
    links
        Spans of the page's links in code points.
    capitals_are_names
        Whether a word that always has a capital, and the last of several in a row, is part of a name.
    common
        Sorted hashes of words that are not names although they always have a capital.
    linked
        For each token, whether it is in a form that pages link often: it may be a name although its words are common.
    """
    page = _Page(tokens, cases, lexicon, [False] * len(tokens) if linked is None else linked.tolist())
    allowed = page.label(title, links)
    if capitals_are_names:
        allowed[(allowed == ANY) & (are_proper(tokens, cases) | end_rows(tokens))] = WITHIN
    if common is not None:
        allowed[(allowed == ANY) & are_proper(tokens, cases) & np.isin(tokens.hashes[:, 0], common)] = OUTSIDE
    return allowed


class _Page:
    def __init__(self, tokens: Tokens, cases: ByteArray, lexicon: Lexicon, linked: list[bool]) -> None:
        self._text, self._lexicon, self._linked = tokens.text, lexicon, linked
        self._starts, self._ends = tokens.starts.tolist(), tokens.ends.tolist()
        self._looks, self._begins = tokens.looks.tolist(), tokens.begins.tolist()
        self._common = [is_common(bucket) for bucket in cases.tolist()]
        self._proper = [is_proper(bucket) for bucket in cases.tolist()]
        self._at_start = {start: at for at, start in enumerate(self._starts)}
        self._at_end = {end: at + 1 for at, end in enumerate(self._ends)}
        self._capital = [look in WITH_CAPITAL for look in self._looks] + [False]  # also at -1
        self._is_known = bytearray(len(tokens))

    def label(self, title: str, links: Iterable[Span]) -> ByteArray:
        self._allowed = bytearray(map(self._by_look, range(len(self._starts))))
        forms: defaultdict[str, set[tuple[str, bool]]] = defaultdict(set)
        for start, end in links:
            first, last = self._at_start.get(start), self._at_end.get(end)
            if first is None or last is None or first >= last:
                continue
            label = self._label_of_link(first, last)
            if label == BEGINS:
                self._mark(first, last)
                _add_forms(forms, self._text[start:end])
            elif label == ANY:
                self._allowed[first:last] = bytes([ANY]) * (last - first)
                self._is_known[first:last] = b"\1" * (last - first)
        if self._is_name(title := base_name(title)):
            _add_forms(forms, title)
        self._mark_repeats({key: sorted(each, key=lambda form: -len(form[0])) for key, each in forms.items()})
        self._mark_titles_of_people()
        self._part_at_links()
        return np.frombuffer(self._allowed, dtype=np.uint8).copy()

    def _by_look(self, at: int) -> int:
        """Labels that a token may have, judging by its look."""
        look, common = self._looks[at], self._common[at]
        before, behind = self._capital[at - 1], self._capital[at + 1]
        word = self._text[self._starts[at] : self._ends[at]]
        if look in (SMALL, SYMBOL) and self._is_hyphened(at, word):
            return ANY
        if look in (SMALL, SYMBOL, NUMBER):
            if not (before and behind) or self._begins[at + 1] == 2:
                return OUTSIDE
            may_connect = word in self._lexicon.connectors if look == SMALL else word not in _APART
            return ANY if may_connect else OUTSIDE
        if look == WITH_DIGIT:
            return ANY if word[0].isalpha() or before or behind else OUTSIDE
        if look == CASELESS or word in self._lexicon.dates:
            return OUTSIDE
        is_alone = not (before or behind or self._linked[at] or self._is_connected(at))
        if look == CAPITAL and common and (self._begins[at] == 2 or is_alone):
            return OUTSIDE
        return OUTSIDE if look == LETTER and common else ANY

    def _is_connected(self, at: int) -> bool:
        """Whether a lower-case word connects it to another one with a capital: Bank of England."""
        if at + 2 >= len(self._starts) or not self._capital[at + 2]:
            return False
        return self._text[self._starts[at + 1] : self._ends[at + 1]] in self._lexicon.connectors

    def _is_hyphened(self, at: int, word: str) -> bool:
        """Whether a hyphen may make it part of a name: Chen Shui-bian, al-Dura; but not Boston-based."""
        if word == "-":
            near = range(max(at - 1, 0), min(at + 2, len(self._starts)))
            is_glued = self._ends[near[0]] == self._starts[at] and self._ends[at] == self._starts[near[-1]]
            rare = any(self._looks[each] == SMALL and self._may_be_hyphened(each) for each in near)
            return is_glued and len(near) == 3 and rare and any(self._capital[each] for each in near)
        text = self._text
        before, behind = text[self._starts[at] - 1 : self._starts[at]], text[self._ends[at] : self._ends[at] + 1]
        is_beside = (before == "-" and at > 1 and self._capital[at - 2]) or (
            behind == "-" and self._capital[min(at + 2, len(self._starts))]
        )
        return is_beside and self._may_be_hyphened(at)

    def _may_be_hyphened(self, at: int) -> bool:
        word = self._text[self._starts[at] : self._ends[at]]
        return not self._common[at] or word in self._lexicon.connectors

    def _label_of_link(self, first: int, last: int) -> int:
        """BEGINS for the link of a name, OUTSIDE for that of something else, ANY if it is unclear."""
        looks = self._looks[first:last]
        text = self._text[self._starts[first] : self._ends[last - 1]]
        if CASELESS in looks:
            return BEGINS
        capitals = [at for at in range(first, last) if self._capital[at]]
        if not capitals or self._lexicon.is_date(text):
            return OUTSIDE
        if looks[0] == SMALL:
            return ANY
        is_sure = any(not self._common[at] and (self._begins[at] != 2 or self._proper[at]) for at in capitals)
        if last - first == 1:
            return BEGINS if is_sure else OUTSIDE if self._begins[first] == 2 else ANY
        if looks[-1] == SMALL:  # Turing machine, English language
            return ANY if is_sure else OUTSIDE
        return BEGINS if is_sure or len(capitals) > 1 else ANY

    def _mark(self, first: int, last: int) -> None:
        self._allowed[first:last] = bytes([BEGINS]) + bytes([GOES_ON]) * (last - first - 1)
        self._is_known[first:last] = b"\1" * (last - first)

    def _is_name(self, title: str) -> bool:
        """Whether a page's title is a name: its last word has a capital; a single word mostly in the text too."""
        words = title.split()
        if not words or self._lexicon.is_date(title):
            return False
        if len(words) == 1:
            return self._text.count(title) > self._text.count(title.lower()) or title.lower() == title.upper()
        return words[-1][:1] != words[-1][:1].lower()

    def _mark_repeats(self, forms: dict[str, list[tuple[str, bool]]]) -> None:
        """Mark repeats of the forms, longest first; next to another word with a capital, one may be part of a name."""
        at = 0
        while at < len(self._starts):
            start = self._starts[at]
            last = None
            if not self._is_known[at] and self._looks[at] not in (SMALL, SYMBOL, NUMBER):
                last = self._end_of_repeat(at, forms.get(self._text[start : start + _KEY], ()))
            if last is None:
                at += 1
                continue
            if self._is_capital(at - 1) or self._is_capital(last):
                self._allowed[at:last] = bytes([ANY]) * (last - at)
            else:
                self._mark(at, last)
            at = last

    def _end_of_repeat(self, at: int, forms: Sequence[tuple[str, bool]]) -> int | None:
        start = self._starts[at]
        for form, is_part in forms:
            if self._text.startswith(form, start) and (not is_part or self._proper[at]):
                last: int | None = self._at_end.get(start + len(form))
                if last is not None and not any(self._is_known[at:last]):
                    return last
        return None

    def _is_capital(self, at: int) -> bool:
        """Whether a token has an informative capital."""
        inside = 0 <= at < len(self._starts)
        return inside and self._capital[at] and not (self._begins[at] == 2 and self._common[at])

    def _mark_titles_of_people(self) -> None:
        """A common word with a capital just before the link of a name is not part of the name (President)."""
        for at in range(1, len(self._starts)):
            is_title = self._looks[at - 1] == CAPITAL and self._common[at - 1] and not self._is_known[at - 1]
            if is_title and self._allowed[at] == BEGINS:
                self._allowed[at - 1] = OUTSIDE

    def _part_at_links(self) -> None:
        """A lower-case word or a mark just before or after a link does not connect it to another name."""
        for at in range(1, len(self._starts) - 1):
            is_open = self._allowed[at] == ANY and not self._is_known[at]
            is_beside = self._is_known[at - 1] or self._allowed[at + 1] == BEGINS
            if is_open and is_beside and self._looks[at] in (SMALL, SYMBOL, NUMBER):
                self._allowed[at] = OUTSIDE


def _add_forms(forms: defaultdict[str, set[tuple[str, bool]]], form: str) -> None:
    """Add a form, and the first and last words of one with several."""
    forms[form[:_KEY]].add((form, False))
    words = form.split(" ")
    if len(words) > 1:
        for part in (words[0], words[-1]):
            if len(part) >= _SHORTEST_PART and part[0].isupper() and part.isalpha():
                forms[part[:_KEY]].add((part, True))
