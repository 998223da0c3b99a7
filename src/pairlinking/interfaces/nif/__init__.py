"""NIF in Turtle: documents read for linking, and written with their links (docs/how-to/gerbil.md)."""

from pairlinking.interfaces.nif.answering import NIL_ADDRESS, answered, spotted
from pairlinking.interfaces.nif.documents import NifDocument, NifEntity, NifMention
from pairlinking.interfaces.nif.reading import NifContent, read_nif
from pairlinking.interfaces.nif.uris import URIS, EntityUris
from pairlinking.interfaces.nif.writing import nif_document, nif_head, write_nif

__all__ = [
    "NIL_ADDRESS",
    "URIS",
    "EntityUris",
    "NifContent",
    "NifDocument",
    "NifEntity",
    "NifMention",
    "answered",
    "nif_document",
    "nif_head",
    "read_nif",
    "spotted",
    "write_nif",
]
