"""What a source says of an entity beside its text: facts to show, not to link by."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["NO_FACTS", "Facts"]


class Facts(NamedTuple):
    """Facts of one page or line; a fact that is not known is an empty string.

    Attributes
    ----------
    description
        A few words that tell the entity from its namesakes.
    clause
        What the first sentence of its page says it is.
    kind
        ``"person"``, ``"place"``, ``"organisation"``, ``"work"``, ``"event"``, ``"other"``, or what a catalogue says.
    wikidata
        Its item, such as ``"Q312"``.
    image
        Name of a picture, as the wiki knows it, or an address.
    url
        Address of its page.
    data
        All other fields of a catalogue's line, as a JSON object.
    """

    description: str = ""
    clause: str = ""
    kind: str = ""
    wikidata: str = ""
    image: str = ""
    url: str = ""
    data: str = ""


NO_FACTS = Facts()
