"""What differs between languages: one object, and one file, for each."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Language", "words"]


@dataclass(frozen=True)
class Language:
    """Words and letters of one language. A new one needs nothing but its codes; every list makes some text read better.

    Attributes
    ----------
    codes
        Of its Wikipedias.
    link_trail
        Letters that, straight after ``]]``, belong to the anchor, as a class of a regular expression.
    redirect_words
        Magic words after ``#``, in lower case.
    disambiguation_templates
        Names in lower case. Any name that ends in "disambig" or "disambiguation" counts anyway.
    disambiguation_suffixes
        What is in parentheses at the end of the title of a disambiguation page, in lower case.
    articles, titles
        Words before a name that are not part of it, in lower case; "prime minister" is taken away word by word.
    abbreviations
        Words before a full stop that do not end a sentence.
    small_words
        Words within names that count for no initial.
    not_names
        Words, besides articles, that begin or end the titles of pages but are not parts of names.
    """

    codes: tuple[str, ...]
    link_trail: str = "a-z"
    redirect_words: tuple[str, ...] = ()
    disambiguation_templates: tuple[str, ...] = ()
    disambiguation_suffixes: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    small_words: tuple[str, ...] = ()
    not_names: tuple[str, ...] = ()


def words(text: str) -> tuple[str, ...]:
    """Words between spaces."""
    return tuple(text.split())
