"""What differs between languages: one file, and one object, for each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Language", "read_languages"]


@dataclass(frozen=True)
class Language:
    """Words and letters of one language: the keys of its JSON file, of which only `codes` is required.

    Attributes
    ----------
    codes
        Of its Wikipedias.
    link_trail
        Letters that belong to the anchor when they directly follow ``]]``, as a class of a regular expression.
    redirect_words
        Magic words after ``#``, in lower case.
    disambiguation_templates
        Names in lower case. Any name that ends in "disambig" or "disambiguation" counts anyway.
    disambiguation_suffixes
        The text in parentheses at the end of the title of a disambiguation page, in lower case.
    articles, titles
        Words before a name that are not part of it, in lower case; "prime minister" is removed word by word.
    nicknames
        Short given names with what they are short for, as in ``"bob robert"``, in lower case.
    legal_forms
        Words after the name of a company, in lower case and without a full stop.
    abbreviations
        Words before a full stop that do not end a sentence.
    small_words
        Words within names that initials skip.
    not_names
        Words, besides articles, that begin or end the titles of pages but are not parts of names.
    weekdays
        Only for languages that capitalise them, so that they could be taken for names. Months are learnt.
    """

    codes: tuple[str, ...]
    link_trail: str = "a-z"
    redirect_words: tuple[str, ...] = ()
    disambiguation_templates: tuple[str, ...] = ()
    disambiguation_suffixes: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    legal_forms: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    small_words: tuple[str, ...] = ()
    not_names: tuple[str, ...] = ()
    weekdays: tuple[str, ...] = ()


def read_languages() -> tuple[Language, ...]:
    """All languages of this folder, by file name."""
    paths = sorted(Path(__file__).parent.glob("*.json"))
    # JSON, as it is read many times faster than TOML: every import of the package waits for it.
    return tuple(_language(json.loads(path.read_bytes())) for path in paths)


def _language(table: dict[str, Any]) -> Language:
    lists: dict[str, Any] = {name: tuple(value) for name, value in table.items() if isinstance(value, list)}
    return Language(**(table | lists))
