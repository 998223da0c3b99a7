"""What the dictionary of a knowledge base says about tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pairlinking.detection.tokens import (
    CAPITALS,
    LOWER_CASE,
    NUMBER,
    PLAIN_CASE,
    SMALL,
    SYMBOL,
    UPPER_CASE,
    ByteArray,
    Tokens,
)
from pairlinking.kb.name_parts import base_name
from pairlinking.text.boundaries import LONGEST
from pairlinking.text.fold import fold

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase
    from pairlinking.kb.storage.tries import Trie

__all__ = ["KnownForms", "are_linked", "linked_forms"]

Skip: TypeAlias = Callable[[str], bool]

_BEGINS: Final = 1
_GOES_ON: Final = 16
_ENDS: Final = 4  # added to the last of several
_NO_NAMES = (SYMBOL, NUMBER)
_MOST_WORDS = 3  # longer forms count as this long
_LEVELS = (0.05, 0.2, 0.5)  # of link probability
_UNCOUNTED = len(_LEVELS)  # if forms were never counted in text
_OFTEN, _MOSTLY = 2, 3  # lowest levels of forms that are linked often, and mostly
_MOST_REMEMBERED = 1 << 18


def _level_of(code: int) -> int:
    return (code - (_BEGINS if code < _GOES_ON else _GOES_ON)) % (_UNCOUNTED + 1) if code else -1


_LEVEL_OF = np.array([_level_of(code) for code in range(256)])


def are_linked(codes: ByteArray) -> npt.NDArray[np.bool_]:
    """For each token, by its code, whether it is in a form that pages link often."""
    linked: npt.NDArray[np.bool_] = _LEVEL_OF[codes] >= _OFTEN
    return linked


def linked_forms(tokens: Tokens, codes: ByteArray) -> Iterator[tuple[int, int]]:
    """First token, and token after the last, of forms that pages mostly link, where capitals are informative."""
    return _forms(codes, _is_plain(tokens) & (tokens.begins == 0) & (_LEVEL_OF[codes] >= _MOSTLY))


def _is_plain(tokens: Tokens) -> npt.NDArray[np.bool_]:
    return np.repeat(tokens.modes == PLAIN_CASE, np.diff(tokens.bounds))


def _forms(codes: ByteArray, chosen: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    for first in np.flatnonzero(chosen & (codes < _GOES_ON)).tolist():
        last = first + 1
        while last < len(codes) and codes[last] >= _GOES_ON:
            last += 1
        yield first, last


class KnownForms:
    """Finds the longest surface forms in tokens, from left to right, where a name may begin.

    The code of a token is 0 outside of forms; at the start of a form, it is for the number of its words and its link
    probability; within a form, for its link probability and whether it ends. If case is uninformative, and for words in
    capitals, forms are looked up ignoring case.
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._forms, self._folded = kb.dictionary.forms, kb.dictionary.folded
        self._levels: dict[str, int] = {}
        self._folded_levels: dict[str, int] = {}

    def codes(self, tokens: Tokens, skip: Skip | None = None) -> ByteArray:
        """Code of each token; forms for which `skip` is true count as unknown."""
        found = np.zeros(len(tokens), dtype=np.uint8)
        text, lower = tokens.text, _lower(tokens.text)
        starts, looks, bounds = tokens.starts.tolist(), tokens.looks.tolist(), tokens.bounds.tolist()
        at_end = {end: at for at, end in enumerate(tokens.ends.tolist(), 1)}
        at = 0
        for last, mode in zip(bounds[1:], tokens.modes.tolist(), strict=True):
            is_blind = mode in (UPPER_CASE, LOWER_CASE)
            while at < last:
                look, form, level = looks[at], "", 0
                if look in _NO_NAMES or (look == SMALL and not is_blind):
                    at += 1
                    continue
                start = starts[at]
                if not is_blind:
                    form = _longest(self._forms, text, start, at_end, last, skip)
                    level = self._level(form) if form else 0
                if not form and (is_blind or look == CAPITALS):
                    form = _longest(self._folded, lower, start, at_end, last, skip)
                    level = self._folded_level(form) if form else 0
                end = at_end[start + len(form)] if form else at
                if end > at:
                    found[at] = _BEGINS + (_UNCOUNTED + 1) * (min(end - at, _MOST_WORDS) - 1) + level
                    found[at + 1 : end] = _GOES_ON + level
                    found[end - 1] += _ENDS * (end - at > 1)
                at = max(end, at + 1)
        return found

    def longer_names(self, tokens: Tokens, codes: ByteArray) -> Iterator[tuple[int, int]]:
        """First token, and token after the last, of forms of several tokens that pages often link.

        Such a form is the title of what it mostly means (New York, Higgs boson, but not Israeli army), or an
        abbreviation with its full stop (Calif.).
        """
        several = np.append(codes[1:] >= _GOES_ON, False)
        for first, last in _forms(codes, _is_plain(tokens) & several & (_LEVEL_OF[codes] >= _OFTEN)):
            form = tokens.text[tokens.starts[first] : tokens.ends[last - 1]]
            if (form.endswith(".") and " " not in form) or self._is_title(form):
                yield first, last

    def _is_title(self, form: str) -> bool:
        found = self._kb.dictionary.lookup(form)
        if found is None:
            return False
        title = base_name(self._kb.title(int(found.entities[0])))
        return fold(form) == fold(title.removeprefix("The "))

    def _level(self, form: str) -> int:
        level = self._levels.get(form)
        if level is None:
            level = _remember(self._levels, form, self._kb.link_probability(form))
        return level

    def _folded_level(self, form: str) -> int:
        level = self._folded_levels.get(form)
        if level is None:
            spellings = self._kb.dictionary.folded_like(form)
            level = _remember(self._folded_levels, form, self._kb.link_probability(*spellings))
        return level


def _longest(trie: Trie, text: str, start: int, at_end: dict[int, int], last: int, skip: Skip | None) -> str:
    """The longest form that starts at `start` and ends with a token before `last`; empty if there is none."""
    for form in reversed(trie.prefixes(text[start : start + LONGEST])):
        end = at_end.get(start + len(form))
        if end is not None and end <= last and not (skip and skip(form)):
            return form
    return ""


def _remember(levels: dict[str, int], form: str, probability: float | None) -> int:
    if len(levels) >= _MOST_REMEMBERED:
        levels.clear()
    level = _UNCOUNTED if probability is None else sum(probability >= least for least in _LEVELS)
    levels[form] = level
    return level


def _lower(text: str) -> str:
    """The text in lower case, at the same offsets: İ, which would become two characters, is kept."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)
