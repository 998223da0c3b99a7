"""Which surface forms are worth spotting: by link probability and shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar
from unicodedata import category

from pairlinking.kb.occurrences import shape

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["ALONE", "ALWAYS", "NEVER", "SpotRules", "without_capital"]

T = TypeVar("T")

# How a form is treated: never spotted, spotted unless it is part of a longer name, always spotted.
NEVER: Final = 0
ALONE: Final = 1
ALWAYS: Final = 2

_STRICT = 5.0  # times the odds of the threshold, for forms that are not names, or perhaps parts of names
_MOST_REMEMBERED = 1 << 20  # answers, in some 100 MB
_SINGLE_NAME = shape("Name")  # the shapes below it are in small letters
_OPENING, _CLOSING = "([{<\"'", ")]}>\"'"


class _Remembered(dict[str, T]):
    """Answers about strings: computed once, by `answer`, and then looked up at the speed of a dict."""

    def __init__(self, answer: Callable[[str], T]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, string: str) -> T:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        answer = self[string] = self._answer(string)
        return answer


class SpotRules:
    """How surface forms of the dictionary are treated; `pairlinking.candidates.Spotter` states the rules.

    Attributes
    ----------
    levels
        NEVER, ALONE or ALWAYS of each form.
    blind_levels
        The same where its capitals carry no information.
    """

    def __init__(self, kb: KnowledgeBase, threshold: float, *, numbers: bool) -> None:
        self._kb = kb
        self._threshold = threshold
        self._strict = _STRICT * threshold / (1 + (_STRICT - 1) * threshold)
        self._numbers = numbers
        self.levels = _Remembered(lambda form: self._level([form]))
        self.blind_levels = _Remembered(lambda form: self._level(self._spellings(form)))

    def _level(self, spellings: Sequence[str]) -> int:
        """Level of forms that look the same in this place."""
        if not spellings or not self._is_sensible(spellings[0]):
            return NEVER
        shapes = [shape(form) for form in spellings]
        is_common = min(shapes) < _SINGLE_NAME
        probability = self._kb.link_probability(*spellings)
        if probability is not None and probability >= self._strict:
            return ALWAYS
        if is_common or (probability is not None and probability < self._threshold):
            return NEVER
        return ALONE if _SINGLE_NAME in shapes else ALWAYS

    def _spellings(self, form: str) -> list[str]:
        """Forms of the dictionary that it may be: any case if it is in capitals, else with or without its capital."""
        dictionary = self._kb.dictionary
        if len(form) > 1 and form.isupper():
            return dictionary.folded_like(form)
        return [each for each in dict.fromkeys((form, without_capital(form))) if each in dictionary]

    def _is_sensible(self, form: str) -> bool:
        if not self._numbers and not any(char.isalpha() for char in form):
            return False
        if form[0] in _OPENING and form[-1] in _CLOSING:
            return False
        if form.endswith("'s") and self._n_anchors(form[:-2]) >= self._n_anchors(form):
            return False  # Darwin's, but not McDonald's
        return sum(category(char)[0] not in "MZ" for char in form) > 1

    def _n_anchors(self, form: str) -> int:
        found = self._kb.dictionary.lookup(form)
        return -1 if found is None else found.total


def without_capital(text: str) -> str:
    """Return the text with a small first letter, at the same length: İ, which would become two characters, stays."""
    first = text[:1].lower()
    return first + text[1:] if len(first) == 1 else text
