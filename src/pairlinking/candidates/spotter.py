"""Mentions of a text in which none are marked: surface forms that people would link, longest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pairlinking._support.options import check_float
from pairlinking.candidates.spot_rules import ALONE, ALWAYS, SpotRules, without_capital
from pairlinking.text.boundaries import LONGEST, find_boundaries, plain
from pairlinking.text.sentence_case import blind_starts

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["Spotter"]

THRESHOLD: Final = 0.1
_MOST_WORDS = 6  # in a form that is looked up without case


class Spotter:
    """Finds mentions: from left to right the longest surface form whose link probability reaches the threshold.

    Names must reach the threshold. Common words (forms in small letters) need five times its odds; so does a single
    capitalised word next to another one, as it is mostly part of a name that the dictionary does not have. (The first
    word of a sentence does not count as the other one, except in a line where every word is capitalised.) Where a
    capital carries no information, other spellings count too, as if all were one form: without the capital for the
    first word of a sentence, in any case for words in capitals. A form has at least two characters, one of them a
    letter, and does not extend beyond its line.

    In a knowledge base that was built without any text, such as a catalogue of names, a form has the usual probability
    of its shape, which is above the default threshold. If its forms were never counted (an older knowledge base), names
    are spotted, common words are not, and the threshold has no effect.

    Safe to use from many threads.

    Parameters
    ----------
    threshold
        Least link probability of a name: the share of pages with it that link it. 0.1 by default, which finds about
        nine mentions in a hundred words of Wikipedia; a lower threshold finds more.
    numbers
        Whether to spot forms without a letter too, such as years.

    Examples
    --------
    >>> from pairlinking.building import open_sample
    >>> text = "Tiger Woods won at Augusta."
    >>> [text[start:end] for start, end in Spotter(open_sample()).spot(text)]
    ['Tiger Woods', 'Augusta']
    """

    def __init__(self, kb: KnowledgeBase, *, threshold: float | None = None, numbers: bool = False) -> None:
        least = THRESHOLD if threshold is None else check_float("Spotter", "threshold", threshold, "[0, 1]")
        self._dictionary = kb.dictionary
        self._rules = SpotRules(kb, least, numbers=numbers)

    def spot(self, text: str) -> list[tuple[int, int]]:
        """Spans of the mentions in code points, in order and without overlaps. Takes time linear in the text."""
        text = plain(text)
        starts, inside = find_boundaries(text)
        blind = blind_starts(text, starts)
        prefixes, levels = self._dictionary.forms.prefixes, self._rules.levels
        spans: list[tuple[int, int]] = []
        done = 0
        for at, start in enumerate(starts):
            if start < done:
                continue
            if start in blind:
                end = self._longest_blind(text, inside, start, blind[start])
            else:
                end = 0
                for form in prefixes(text[start : start + LONGEST]):
                    stop = start + len(form)
                    if inside[stop]:
                        continue
                    level = levels[form]
                    if level == ALWAYS or (level == ALONE and not _is_part(text, starts, at, stop, blind)):
                        end = stop
            if text[start : start + 2].isupper() and (not end or start in blind):
                end = max(end, self._longest_in_capitals(text, starts, inside, at))
            if end:
                spans.append((start, end))
                done = end
        return spans

    def _longest_blind(self, text: str, inside: bytes, start: int, sentence_end: int) -> int:
        """End of the longest form where the first capital carries no information; 0 if there is none."""
        window = text[start : min(start + LONGEST, sentence_end)]
        prefixes, levels = self._dictionary.forms.prefixes, self._rules.blind_levels
        ends = {start + len(form) for form in (*prefixes(window), *prefixes(without_capital(window)))}
        for end in sorted(ends, reverse=True):
            if inside[end]:
                continue
            form = text[start:end]
            level = levels[form]
            # The capital of the next word is informative, unless both are in capitals.
            is_part = _goes_on(text, end) and not (form.isupper() and text[end + 1 : end + 3].isupper())
            if level == ALWAYS or (level == ALONE and not is_part):
                return end
        return 0

    def _longest_in_capitals(self, text: str, starts: list[int], inside: bytes, at: int) -> int:
        """End of the longest run of words in capitals that is a form only in another case; 0 if there is none."""
        start = starts[at]
        for last in reversed(starts[at : at + _MOST_WORDS]):
            end = inside.find(0, last + 1)
            form = text[start : min(end, start + LONGEST + 1)]
            if len(form) > LONGEST or not form.isupper() or "\n" in form:
                continue
            if form not in self._dictionary and self._rules.blind_levels[form]:
                return end
        return 0


def _goes_on(text: str, end: int) -> bool:
    """Whether a capitalised word follows."""
    return text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()


def _is_part(text: str, starts: list[int], at: int, end: int, blind: dict[int, int]) -> bool:
    """Whether a word is next to another capitalised word.

    The first word of a sentence does not count as such, except in a line of names or a heading.
    """
    if _goes_on(text, end):
        return True
    start, before = starts[at], starts[at - 1]
    if at == 0 or text[start - 1] != " " or not text[start - 2].isalnum() or not text[before].isupper():
        return False
    return before not in blind or text[before : blind[before]].istitle()
