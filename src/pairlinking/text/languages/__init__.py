"""Languages: a file for each, and here what all of them know together.

Every word is tried on every wiki and every text, whatever its language: English words work everywhere in MediaWiki, and
a German word in a Japanese dump does no harm. To add a language, write its file and name it below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pairlinking.text.languages import (
    arabic,
    bulgarian,
    catalan,
    chinese,
    croatian,
    czech,
    danish,
    dutch,
    english,
    finnish,
    french,
    german,
    greek,
    hebrew,
    hungarian,
    indonesian,
    italian,
    japanese,
    korean,
    norwegian,
    persian,
    polish,
    portuguese,
    romanian,
    russian,
    serbian,
    spanish,
    swedish,
    turkish,
    ukrainian,
    vietnamese,
)
from pairlinking.text.languages.language import Language
from pairlinking.text.languages.wikis import LANGUAGE_CODES, NAMESPACES, PROJECT_PREFIXES

__all__ = [
    "ABBREVIATIONS",
    "ARTICLES",
    "DISAMBIGUATION_SUFFIXES",
    "DISAMBIGUATION_TEMPLATES",
    "LANGUAGES",
    "LANGUAGE_CODES",
    "LINK_TRAILS",
    "NAMESPACES",
    "NOT_NAMES",
    "PROJECT_PREFIXES",
    "REDIRECT_WORDS",
    "SMALL_WORDS",
    "TITLES",
    "Language",
]

LANGUAGES: tuple[Language, ...] = (
    arabic.LANGUAGE,
    bulgarian.LANGUAGE,
    catalan.LANGUAGE,
    chinese.LANGUAGE,
    croatian.LANGUAGE,
    czech.LANGUAGE,
    danish.LANGUAGE,
    dutch.LANGUAGE,
    english.LANGUAGE,
    finnish.LANGUAGE,
    french.LANGUAGE,
    german.LANGUAGE,
    greek.LANGUAGE,
    hebrew.LANGUAGE,
    hungarian.LANGUAGE,
    indonesian.LANGUAGE,
    italian.LANGUAGE,
    japanese.LANGUAGE,
    korean.LANGUAGE,
    norwegian.LANGUAGE,
    persian.LANGUAGE,
    polish.LANGUAGE,
    portuguese.LANGUAGE,
    romanian.LANGUAGE,
    russian.LANGUAGE,
    serbian.LANGUAGE,
    spanish.LANGUAGE,
    swedish.LANGUAGE,
    turkish.LANGUAGE,
    ukrainian.LANGUAGE,
    vietnamese.LANGUAGE,
)


def _all(words_of: Callable[[Language], Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for language in LANGUAGES for word in words_of(language)))


REDIRECT_WORDS = _all(lambda each: each.redirect_words)
DISAMBIGUATION_TEMPLATES = _all(lambda each: each.disambiguation_templates)
DISAMBIGUATION_SUFFIXES = _all(lambda each: each.disambiguation_suffixes)
ARTICLES = frozenset(_all(lambda each: each.articles))
TITLES = frozenset(_all(lambda each: each.titles))
ABBREVIATIONS = frozenset(_all(lambda each: each.abbreviations))
SMALL_WORDS = frozenset(_all(lambda each: each.small_words))
NOT_NAMES = frozenset(_all(lambda each: (*each.articles, *each.not_names)))
LINK_TRAILS = {code: each.link_trail for each in LANGUAGES for code in each.codes}
