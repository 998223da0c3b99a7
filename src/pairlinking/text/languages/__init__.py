"""Languages: a file for each, and here the words of all of them together.

Every word is tried on every wiki and every text, whatever its language: English words work everywhere in MediaWiki, and
a German word in a Japanese dump does no harm. To add a language, add its file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pairlinking.text.languages.language import Language, read_languages
from pairlinking.text.languages.wikis import LANGUAGE_CODES, NAMESPACES, PROJECT_PREFIXES

__all__ = [
    "ABBREVIATIONS",
    "ARTICLES",
    "DISAMBIGUATION_SUFFIXES",
    "DISAMBIGUATION_TEMPLATES",
    "LANGUAGES",
    "LANGUAGE_CODES",
    "LEGAL_FORMS",
    "LINK_TRAILS",
    "NAMESPACES",
    "NICKNAMES",
    "NOT_NAMES",
    "PROJECT_PREFIXES",
    "REDIRECT_WORDS",
    "SMALL_WORDS",
    "TITLES",
    "WEEKDAYS",
    "Language",
]

LANGUAGES = read_languages()


def _all(words_of: Callable[[Language], Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for language in LANGUAGES for word in words_of(language)))


REDIRECT_WORDS = _all(lambda each: each.redirect_words)
DISAMBIGUATION_TEMPLATES = _all(lambda each: each.disambiguation_templates)
DISAMBIGUATION_SUFFIXES = _all(lambda each: each.disambiguation_suffixes)
ARTICLES = frozenset(_all(lambda each: each.articles))
TITLES = frozenset(_all(lambda each: each.titles))
NICKNAMES = frozenset((short, full) for short, full in map(str.split, _all(lambda each: each.nicknames)))
LEGAL_FORMS = frozenset(_all(lambda each: each.legal_forms))
ABBREVIATIONS = frozenset(_all(lambda each: each.abbreviations))
SMALL_WORDS = frozenset(_all(lambda each: each.small_words))
NOT_NAMES = frozenset(_all(lambda each: (*each.articles, *each.not_names)))
WEEKDAYS = frozenset(_all(lambda each: each.weekdays))
LINK_TRAILS = {code: each.link_trail for each in LANGUAGES for code in each.codes}
