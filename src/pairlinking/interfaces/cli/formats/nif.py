"""For linked data: NIF 2.0 in Turtle, as GERBIL and DBpedia's tools read it (docs/how-to/gerbil.md)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pairlinking.interfaces.cli.formats.base import FORMATS, Format
from pairlinking.interfaces.nif import EntityUris, NifDocument, NifMention, nif_document, nif_head

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.reading import ReadDocument
    from pairlinking.linking import LinkedDocument

__all__ = ["Nif"]

_ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*://|urn:)\S+")


@FORMATS.register("nif")
class Nif(Format):
    """A `nif:Context` for each document and a `nif:Phrase` for each mention, with its entity if it is linked.

    A document is named by its id if that is a URI, otherwise by a URN.
    """

    def __init__(self, **common: Any) -> None:
        super().__init__(**common)
        self._uris = EntityUris(self.linker.kb)

    def head(self) -> str:
        """The prefixes."""
        return nif_head()

    def document(self, read: ReadDocument, linked: LinkedDocument) -> str:
        """One document with its links."""
        mentions = []
        for link in linked:
            entity = link.entity
            known = () if entity is None else (self._uris.of(entity),)
            mentions.append(NifMention(link.start, link.end, known, None, link.confidence if known else None))
        name = str(read.origin if linked.id is None else linked.id)
        address = name if _ADDRESS.fullmatch(name) else "urn:pairlinking:document:" + quote(name, errors="replace")
        return nif_document(NifDocument(address, linked.text, tuple(mentions)))
