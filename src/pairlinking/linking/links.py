"""One link: a mention, what it means, how sure that is, and which other links speak for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pairlinking.linking.linked import LinkedDocument

__all__ = ["Candidate", "Entity", "Evidence", "Link", "Pair"]


class Entity(NamedTuple):
    """An entity of a knowledge base: its key there, its title, and its page on the web where that is known."""

    id: str
    title: str
    url: str | None

    def __str__(self) -> str:
        return self.title


class Candidate(NamedTuple):
    """An entity that a mention can mean, with P(e|m) and the local confidence phi(m, e)."""

    entity: Entity
    prior: float
    local: float


class Pair(NamedTuple):
    """Two mentions whose entities support each other: an edge of the tree of evidence, or a decision on the way."""

    mentions: tuple[int, int]
    relatedness: float
    confidence: float


class Evidence(NamedTuple):
    """Another link of the document that speaks for one."""

    mention: int
    surface: str
    entity: Entity
    relatedness: float
    confidence: float


@dataclass(frozen=True, repr=False)
class Link:
    """A mention and what it was linked to. Prints as one line.

    Attributes
    ----------
    number
        Place among the document's mentions.
    """

    document: LinkedDocument
    number: int

    @property
    def start(self) -> int:
        """First character of the mention."""
        return self.document.spans[self.number][0]

    @property
    def end(self) -> int:
        """First character behind the mention."""
        return self.document.spans[self.number][1]

    @property
    def surface(self) -> str:
        """Text of the mention."""
        return self.document.text[self.start : self.end]

    @property
    def label(self) -> str:
        """Text of the mention on one line."""
        return " ".join(self.surface.split())

    @property
    def best(self) -> Candidate | None:
        """The candidate that was chosen, whether it is good enough for a link or not; None where there is none."""
        at = self.document.solution.chosen(self.number)
        return None if at is None else self.document.candidate(at)

    @property
    def entity(self) -> Entity | None:
        """What the mention means; None where it has no candidate, or none that is good enough."""
        best = self.best
        return None if best is None or best.local < self.document.nil_threshold else best.entity

    @property
    def confidence(self) -> float:
        """Confidence of the best pair that the link forms with another one, in [0, 1]; alone, its local confidence."""
        return float(self.document.solution.confidence[self.number])

    @property
    def local(self) -> float:
        """Local confidence phi of the chosen candidate, which the NIL threshold is held against."""
        best = self.best
        return 0.0 if best is None else best.local

    @property
    def candidates(self) -> list[Candidate]:
        """Everything the mention can mean, by falling local confidence."""
        found = [self.document.candidate(at) for at in self.document.solution.positions(self.number)]
        return sorted(found, key=lambda each: -each.local)

    @property
    def evidence(self) -> list[Evidence]:
        """Links that support this one, the strongest first, at most ten.

        For Pair-Linking the other sides of the pairs that decided, for other collective methods its neighbours in the
        tree of evidence; of these, links whose entities are related at all.
        """
        return self.document.evidence_for(self.number)

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        best, surface = self.best, self.label
        if best is None:
            return f"{surface} -> not linked (no candidate)"
        if self.entity is None:
            return f"{surface} -> not linked (at best {best.entity}, local {best.local:.2f})"
        support = self.evidence
        paired = f"paired with {support[0].entity}" if support else "by itself"
        return f"{surface} -> {best.entity} ({self.confidence:.2f}, {paired})"

    def to_dict(self, most_candidates: int | None = None) -> dict[str, Any]:
        """The link as JSON can hold it, with all candidates or the best few."""
        entity = self.entity
        return {
            "start": self.start,
            "end": self.end,
            "surface": self.surface,
            "entity": None if entity is None else entity._asdict(),
            "confidence": round(self.confidence, 6),
            "local": round(self.local, 6),
            "candidates": [
                {**each.entity._asdict(), "prior": round(each.prior, 6), "local": round(each.local, 6)}
                for each in (self.candidates[:most_candidates] if most_candidates != 0 else ())
            ],
            "evidence": [
                {
                    "mention": each.mention,
                    "entity": each.entity.id,
                    "relatedness": round(each.relatedness, 6),
                    "confidence": round(each.confidence, 6),
                }
                for each in self.evidence
            ],
        }
