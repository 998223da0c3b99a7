"""A text of NIF with its mentions, before and after it is linked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairlinking.evaluation.documents import AnnotatedDocument
    from pairlinking.linking.mentions import Span

__all__ = ["NifDocument", "NifEntity", "NifMention"]


@dataclass(frozen=True)
class NifMention:
    """A phrase.

    Attributes
    ----------
    start, end
        In code points.
    entities
        URIs in `itsrdf:taIdentRef`; empty for a mention that is not linked, or has no entity.
    name
        Its own URI, or a blank node (``_:name``); None to have one made from the context and the offsets.
    confidence
        For `itsrdf:taConfidence`, if it is to be written.
    """

    start: int
    end: int
    entities: tuple[str, ...] = ()
    name: str | None = None
    confidence: float | None = None


@dataclass(frozen=True)
class NifEntity:
    """Facts about an entity, with its URI.

    Attributes
    ----------
    label, comment
        Title and short description.
    kind
        Such as ``"person"``.
    wikidata
        Its Wikidata id.
    """

    address: str
    label: str
    comment: str | None = None
    kind: str | None = None
    wikidata: str | None = None


@dataclass(frozen=True)
class NifDocument:
    """A context with its text, and phrases in the order in which they were given.

    Attributes
    ----------
    name
        URI of the context, or a blank node.
    entities
        Facts about entities that mentions are linked to, if they are to be written.
    """

    name: str
    text: str
    mentions: tuple[NifMention, ...] = ()
    entities: tuple[NifEntity, ...] = ()

    @classmethod
    def of(cls, document: AnnotatedDocument) -> NifDocument:
        """A document of a data set; the names of its entities and its own name must be URIs."""
        mentions = (NifMention(each.start, each.end, each.gold or ()) for each in document.mentions)
        return cls(document.id, document.text, tuple(mentions))

    @property
    def spans(self) -> tuple[Span, ...]:
        """Start and end of each mention."""
        return tuple((each.start, each.end) for each in self.mentions)

    @property
    def surfaces(self) -> Sequence[str]:
        """Text of each mention."""
        return [self.text[each.start : each.end] for each in self.mentions]
