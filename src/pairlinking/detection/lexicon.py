"""Words with a role in names, learned from the dictionary of a knowledge base in any language."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pairlinking.text.languages import WEEKDAYS

__all__ = ["NO_LEXICON", "Lexicon", "learn_lexicon"]

_DAYS = frozenset(range(1, 32))
_ENOUGH_DAYS = 25
_OTHERS = 3  # numbers above: May 68, but not Route 66
_ENOUGH = 3  # names with a word, for it to count as a connector or an ending
_SHORTEST_MONTH = 3


@dataclass(frozen=True)
class Lexicon:
    """Words of dates; lower-case words in names (``of``, ``von``); last words of names with a full stop (``Inc.``)."""

    dates: frozenset[str]
    connectors: frozenset[str]
    endings: frozenset[str]

    def is_short_month(self, word: str) -> bool:
        """Whether a word is an abbreviated month, as it is written before a day (``Aug. 5``)."""
        return 3 <= len(word) <= 4 and any(month.startswith(word) for month in self.dates)

    def is_date(self, text: str) -> bool:
        """Whether a text consists of numbers and words of dates only.

        >>> lexicon = Lexicon(frozenset({"May", "Friday"}), frozenset(), frozenset())
        >>> [lexicon.is_date(text) for text in ("May 5, 1999", "Friday", "the 1990s", "Theresa May", "Brian May")]
        [True, True, False, False, False]
        """
        words = text.replace("-", " ").replace("/", " ").split()
        return all(word[0].isdigit() or word.strip(".,'") in self.dates or not word.strip(".,'&") for word in words)


NO_LEXICON: Final = Lexicon(WEEKDAYS, frozenset(), frozenset())


def learn_lexicon(forms: Iterable[str]) -> Lexicon:
    """Learn from surface forms: a word that goes with each day of a month is a month.

    >>> days = [f"May {day}" for day in range(1, 32)] + [f"{day}. März" for day in range(1, 32)]
    >>> sorted(learn_lexicon(days).dates - NO_LEXICON.dates)
    ['May', 'März']
    """
    days: defaultdict[str, set[int]] = defaultdict(set)
    connectors: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for form in forms:
        words = form.split(" ")
        if len(words) < 2:
            continue
        first, last = words[0], words[-1]
        for word, number in ((first, last), (last, first)):
            day = number.rstrip(".")
            if day.isdecimal() and len(day) < 3 and word[0].isalpha() and len(word) >= _SHORTEST_MONTH:
                days[word].add(int(day))
        if last[-1:] == "." and len(last) > 2 and last[0].isupper():
            endings[last] += 1
        if len(words) > 2 and first[:1].isupper() and last[:1].isupper():
            connectors.update({word for word in words[1:-1] if word.islower()})
    months = {
        word for word, found in days.items() if len(found & _DAYS) >= _ENOUGH_DAYS and len(found - _DAYS) <= _OTHERS
    }
    return Lexicon(
        NO_LEXICON.dates | months,
        frozenset(word for word, count in connectors.items() if count >= _ENOUGH),
        frozenset(word for word, count in endings.items() if count >= _ENOUGH),
    )
