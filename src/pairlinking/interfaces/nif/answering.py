"""A document as it was sent, with the links that were found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pairlinking.interfaces.nif.documents import NifDocument, NifMention
from pairlinking.interfaces.nif.uris import EntityUris, dbpedia_name
from pairlinking.interfaces.nif.vocabulary import NIL as NIL_ADDRESS

if TYPE_CHECKING:
    from pairlinking.linking import LinkedDocument

__all__ = ["NIL_ADDRESS", "answered", "spotted"]

_LONGEST = 100  # letters of a mention in the address that says that it is nothing


def answered(
    document: NifDocument, linked: LinkedDocument, uris: EntityUris, *, nil: bool = True, confidence: bool = False
) -> NifDocument:
    """A document whose given mentions were linked, with the answer to each in their order.

    Parameters
    ----------
    linked
        The same text with the same mentions.
    nil
        Whether a mention without an entity gets an address below `NIL_ADDRESS`. GERBIL takes any address that it does
        not know for the answer that there is no entity, and no address for no answer.
    confidence
        Whether to write the confidence of each link.
    """
    mentions = []
    for mention, link in zip(document.mentions, linked, strict=True):
        entity = link.entity
        entities = (uris.of(entity),) if entity is not None else (_nil(link.text),) if nil else ()
        mentions.append(replace(mention, entities=entities, confidence=link.confidence if confidence else None))
    return replace(document, mentions=tuple(mentions))


def spotted(
    document: NifDocument, linked: LinkedDocument, uris: EntityUris, *, confidence: bool = False
) -> NifDocument:
    """A document whose mentions were spotted, with those that are linked: a spot without a link is not a mention."""
    mentions = (
        NifMention(link.start, link.end, (uris.of(entity),), None, link.confidence if confidence else None)
        for link in linked
        if (entity := link.entity) is not None
    )
    return replace(document, mentions=tuple(mentions))


def _nil(surface: str) -> str:
    name = dbpedia_name(" ".join(surface.split())[:_LONGEST])
    return f"{NIL_ADDRESS}/{name}" if name else NIL_ADDRESS
