"""Texts whose mentions were linked by people, for evaluation, and what was left out of them and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

from pairlinking.errors import DocumentError

__all__ = ["AnnotatedDocument", "AnnotatedMention", "Counts", "Notes", "Remark", "Skipped"]

Kind: TypeAlias = Literal["mention", "document", "text"]


@dataclass(frozen=True)
class AnnotatedMention:
    """A span in code points and the names of its entity, any of which is right; None if it has none (NIL).

    Names are spelled as in the data set: titles, or URLs of Wikipedia, DBpedia or Wikidata (`gold_entity`).
    """

    start: int
    end: int
    gold: tuple[str, ...] | None


@dataclass(frozen=True)
class AnnotatedDocument:
    """A text and its mentions by ascending offset; mentions may be nested, and a span may occur several times.

    A data set without its text (AIDA's annotations) has an empty one, and its spans are as its reader defines them.
    """

    id: str
    text: str
    mentions: tuple[AnnotatedMention, ...]

    def __post_init__(self) -> None:
        for mention in self.mentions:
            if not 0 <= mention.start < mention.end or (self.text and mention.end > len(self.text)):
                raise DocumentError(
                    f"A mention of document {self.id!r} must lie within its text of {len(self.text):,} characters. "
                    f"Got {mention.start} to {mention.end}."
                )

    @property
    def surfaces(self) -> list[str]:
        """Text of each mention."""
        return [self.text[mention.start : mention.end] for mention in self.mentions]

    def merged(self) -> AnnotatedDocument:
        """The same document with every span once: if annotators differ, the name given by each is right.

        A span is NIL only if all of its annotators say so.

        >>> twice = (AnnotatedMention(0, 5, ("Tiger",)), AnnotatedMention(0, 5, ("Tiger Woods",)))
        >>> AnnotatedDocument("1", "Tiger won.", twice).merged().mentions
        (AnnotatedMention(start=0, end=5, gold=('Tiger', 'Tiger Woods')),)
        """
        names: dict[tuple[int, int], dict[str, None]] = {}
        for mention in self.mentions:
            names.setdefault((mention.start, mention.end), {}).update(dict.fromkeys(mention.gold or ()))
        merged = (AnnotatedMention(start, end, tuple(gold) or None) for (start, end), gold in names.items())
        return replace(self, mentions=tuple(merged))


class Counts(NamedTuple):
    """Counts of documents (D), documents with a linked mention (D+), mentions (M) and linked mentions (M+)."""

    documents: int
    linked_documents: int
    mentions: int
    linked_mentions: int

    @classmethod
    def of(cls, documents: Iterable[AnnotatedDocument]) -> Counts:
        """Count."""
        linked = [(len(each.mentions), sum(m.gold is not None for m in each.mentions)) for each in documents]
        return cls(
            len(linked), sum(some > 0 for _, some in linked), sum(n for n, _ in linked), sum(n for _, n in linked)
        )


class Skipped(NamedTuple):
    """Something that was left out.

    Attributes
    ----------
    reason
        Why, without details of the individual case, so that equal reasons can be counted.
    place
        File and line, in words.
    what
        Whether it is a mention, a document that occurs twice, or a text without annotations.
    """

    reason: str
    place: str
    what: Kind = "mention"


class Remark(NamedTuple):
    """Something that was wrong in a file and has been corrected."""

    reason: str
    place: str


@dataclass
class Notes:
    """What a reader left out and what it corrected, so that nothing happens silently."""

    skipped: list[Skipped] = field(default_factory=list)
    corrected: list[Remark] = field(default_factory=list)

    def skip(self, reason: str, place: str, what: Kind = "mention") -> None:
        """Note that something is left out."""
        self.skipped.append(Skipped(reason, place, what))

    def correct(self, reason: str, place: str) -> None:
        """Note that something was corrected."""
        self.corrected.append(Remark(reason, place))

    @property
    def skipped_mentions(self) -> int:
        """How many mentions were left out."""
        return sum(each.what == "mention" for each in self.skipped)
