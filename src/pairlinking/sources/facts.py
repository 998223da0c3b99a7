"""What a source says about an entity besides its text: facts to show, not used for linking."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["NO_FACTS", "Facts"]


class Facts(NamedTuple):
    """Facts of one page or line; an unknown fact is an empty string.

    Attributes
    ----------
    description
        A few words that distinguish the entity from its namesakes.
    clause
        What the first sentence of its page says it is.
    kind
        ``"person"``, ``"place"``, ``"organisation"``, ``"work"``, ``"event"``, ``"other"``, or as given in a catalogue.
    wikidata
        Its Wikidata item, such as ``"Q312"``.
    image
        Name of a picture on the wiki, or its address.
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
