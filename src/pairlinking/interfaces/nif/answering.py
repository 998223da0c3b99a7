"""Documents as they were sent, with the links that were found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pairlinking.interfaces.nif.documents import NifDocument, NifEntity, NifMention
from pairlinking.interfaces.nif.uris import EntityUris, dbpedia_name
from pairlinking.interfaces.nif.vocabulary import NIL as NIL_ADDRESS

if TYPE_CHECKING:
    from pairlinking.linking import LinkedDocument

__all__ = ["NIL_ADDRESS", "answered", "spotted"]

_LONGEST = 100  # characters of a mention in the URI of an unknown entity


def answered(
    document: NifDocument,
    linked: LinkedDocument,
    uris: EntityUris,
    *,
    nil: bool = True,
    confidence: bool = False,
    facts: bool = False,
) -> NifDocument:
    """A document whose given mentions were linked, with the answer to each in their order.

    Parameters
    ----------
    linked
        The same text with the same mentions.
    nil
        Whether a mention without an entity gets a URI below `NIL_ADDRESS`, the same for all mentions of one cluster.
        GERBIL reads any URI that it does not know as the answer that there is no entity, and a missing URI as no
        answer.
    confidence
        Whether to write the confidence of each link; a mention without an entity has none.
    facts
        Whether to add facts about the entities: title, description, kind, Wikidata id.
    """
    mentions = []
    unknown: dict[str | None, str] = {}  # one URI for a name and its short forms
    for mention, link in zip(document.mentions, linked, strict=True):
        entity = link.entity
        entities = (
            (uris.of(entity),)
            if entity is not None
            else (unknown.setdefault(link.cluster, _nil(link.text)),)
            if nil
            else ()
        )
        certain = link.confidence if confidence and entity is not None else None
        mentions.append(replace(mention, entities=entities, confidence=certain))
    return replace(document, mentions=tuple(mentions), entities=_facts(linked, uris) if facts else ())


def spotted(
    document: NifDocument, linked: LinkedDocument, uris: EntityUris, *, confidence: bool = False, facts: bool = False
) -> NifDocument:
    """A document whose mentions were detected, with those that are linked; without a link, nothing is a mention."""
    mentions = (
        NifMention(link.start, link.end, (uris.of(entity),), None, link.confidence if confidence else None)
        for link in linked
        if (entity := link.entity) is not None
    )
    return replace(document, mentions=tuple(mentions), entities=_facts(linked, uris) if facts else ())


def _facts(linked: LinkedDocument, uris: EntityUris) -> tuple[NifEntity, ...]:
    """Facts about each entity that is linked to, once, in the order of the links."""
    entities = dict.fromkeys(link.entity for link in linked if link.entity is not None)
    return tuple(NifEntity(uris.of(each), each.title, each.description, each.kind, each.wikidata) for each in entities)


def _nil(surface: str) -> str:
    name = dbpedia_name(" ".join(surface.split())[:_LONGEST])
    return f"{NIL_ADDRESS}/{name}" if name else NIL_ADDRESS
