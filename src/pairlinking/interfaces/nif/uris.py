"""URIs of entities as other programs know them: DBpedia's or Wikipedia's, if there is one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from pairlinking.errors import UnknownName, did_you_mean

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase
    from pairlinking.linking.links import Entity

__all__ = ["URIS", "EntityUris", "dbpedia_name"]

URIS = ("dbpedia", "wikipedia")

_WIKIPEDIA = re.compile(r"https?://(?P<language>[a-z-]+)\.wikipedia\.org/wiki/")
_ADDRESS = re.compile(r"(?:https?://|urn:)\S+")
_WIKIDATA = re.compile(r"Q[1-9][0-9]*")
# What DBpedia's extraction framework encodes; everything else, letters of all scripts included, stays as it is.
_ENCODED = re.compile(r'[\x00-\x1f"#%<>?\[\\\]^`{|}\x7f-\x9f\ud800-\udfff\u2028\u2029]')
_IN_WIKIPEDIA = "/:(),'!*;@"  # as in the addresses of a knowledge base


def dbpedia_name(title: str) -> str:
    """A title as DBpedia writes it in URIs.

    >>> dbpedia_name("Who's Afraid of 100% Köln?"), dbpedia_name("AT&T (U.S.)")
    ("Who's_Afraid_of_100%25_Köln%3F", 'AT&T_(U.S.)')
    """
    return _ENCODED.sub(lambda found: quote(found[0], safe="", errors="replace"), title.replace(" ", "_"))


class EntityUris:
    """Gives the URI of an entity of one knowledge base.

    Entities of a Wikipedia have URIs of DBpedia or Wikipedia in its language. Titles of a source that does not say
    where its pages are, such as the sample, are taken to be English, as everywhere in this package. Entities of other
    wikis have the URLs of their own pages. In a catalogue, whose keys are ids, a key that is a URI is used unchanged, a
    Wikidata id becomes its URI there, and any other key becomes ``urn:pairlinking:KEY``.

    Parameters
    ----------
    kind
        ``"dbpedia"`` or ``"wikipedia"``.
    """

    def __init__(self, kb: KnowledgeBase, kind: str = "dbpedia") -> None:
        if kind not in URIS:
            raise UnknownName(
                f"Can't find addresses of {kind!r:.80}.{did_you_mean(kind, URIS)} Available: {', '.join(URIS)}"
            )
        language = _language(kb)
        self._prefix = None if language is None else _prefix(kind, language)
        self._is_dbpedia = kind == "dbpedia"

    def of(self, entity: Entity) -> str:
        """The URI of an entity."""
        if self._prefix is not None:
            name = dbpedia_name(entity.id) if self._is_dbpedia else _wikipedia_name(entity.id)
            return self._prefix + name
        if entity.url is not None:
            return entity.url
        if _ADDRESS.fullmatch(entity.id):
            return entity.id
        if _WIKIDATA.fullmatch(entity.id):
            return f"http://www.wikidata.org/entity/{entity.id}"
        return "urn:pairlinking:" + quote(entity.id, safe="", errors="replace")


def _language(kb: KnowledgeBase) -> str | None:
    """Language of the Wikipedia whose titles are the keys; None if they are not titles of a Wikipedia."""
    page_url = kb.manifest.parameters.get("site", {}).get("page_url")
    if page_url is None:
        return "en" if kb.titles is None else None
    found = _WIKIPEDIA.fullmatch(page_url)
    return found["language"] if found else None


def _prefix(kind: str, language: str) -> str:
    if kind == "wikipedia":
        return f"http://{language}.wikipedia.org/wiki/"
    return "http://dbpedia.org/resource/" if language == "en" else f"http://{language}.dbpedia.org/resource/"


def _wikipedia_name(title: str) -> str:
    return quote(title.replace(" ", "_"), safe=_IN_WIKIPEDIA, errors="replace")
