"""Finds the entity of a knowledge base that a data set means by a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import unquote

from pairlinking.evaluation.documents import AnnotatedDocument
from pairlinking.sources import normalize_title
from pairlinking.text.escapes import unescape

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["gold_entity", "language_of", "plain_name", "with_plain_names"]

_WIKIPEDIA = re.compile(r"https?://(?:(?P<language>[a-z-]+)\.)?(?:m\.)?wikipedia\.org/wiki/(?P<title>.+)")
_DBPEDIA = re.compile(r"https?://(?:(?P<language>[a-z-]+)\.)?dbpedia\.org/(?:resource|page)/(?P<title>.+)")
_WIKIDATA = re.compile(r"https?://(?:www\.)?wikidata\.org/(?:entity|wiki)/(?P<id>Q\d+)")


def gold_entity(kb: KnowledgeBase, name: str) -> int | None:
    """The entity that a name in a data set refers to, or None if the knowledge base lacks it.

    Names are keys, titles and redirects, with spaces or underscores, percent-encoded or not, with a lower-case first
    letter or with HTML entities; or URLs of Wikipedia or DBpedia in the knowledge base's language (``dbpedia.org`` is
    English), or of Wikidata if its ids are the keys. A title in another language is not a name here, even if it is
    spelled the same.
    """
    wikidata = _WIKIDATA.fullmatch(name)
    if wikidata:
        return kb.get(wikidata["id"]) if kb.titles is not None else None
    address = _title_of(name)
    if address is not None and address[0] != language_of(kb):
        return None
    for spelling in _spellings(name if address is None else address[1]):
        entity = kb.get(spelling)
        if entity is not None:
            return entity
    return None


def language_of(kb: KnowledgeBase) -> str:
    """Language of the wiki that a knowledge base was made from; English if unknown."""
    found = _WIKIPEDIA.match(str(kb.manifest.parameters.get("site", {}).get("page_url")) + "_")
    return (found and found["language"]) or "en"


def plain_name(name: str) -> str:
    """The title in a URL of the English Wikipedia or DBpedia; any other name unchanged.

    >>> plain_name("http://dbpedia.org/resource/AT%26T_Corporation")
    'AT&T Corporation'
    """
    address = _title_of(name)
    return name if address is None or address[0] != "en" else normalize_title(address[1])


def _title_of(name: str) -> tuple[str, str] | None:
    """Language and title of a URL, or None for any other name."""
    found = _WIKIPEDIA.fullmatch(name) or _DBPEDIA.fullmatch(name)
    return None if found is None else (found["language"] or "en", found["title"])


def _spellings(name: str) -> Iterator[str]:
    """Ways to read a name, the most literal first: "100%25" may be a title of its own."""
    spellings = (name, unquote(name), unescape(name), normalize_title(name))
    yield from dict.fromkeys(each for each in spellings if each)


def with_plain_names(document: AnnotatedDocument) -> AnnotatedDocument:
    """The document with titles instead of URLs, as far as `plain_name` finds them."""
    mentions = (
        replace(each, gold=each.gold and tuple(dict.fromkeys(map(plain_name, each.gold)))) for each in document.mentions
    )
    return replace(document, mentions=tuple(mentions))
