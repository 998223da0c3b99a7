"""A link: a mention, the entity it means, how certain that is, and the candidates it was chosen from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pairlinking.collective import Pair

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase
    from pairlinking.linking.linked import LinkedDocument

__all__ = ["Candidate", "Entity", "Link"]


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity of a knowledge base. Facts that the knowledge base does not have are None.

    Attributes
    ----------
    id, title, url
        Its key, its title, and its page on the web.
    description, kind, wikidata, image, data
        What it is in a few words, its type, its Wikidata id, the URL of a picture, and all other fields of its
        catalogue line.
    """

    id: str
    title: str
    url: str | None = None
    description: str | None = field(default=None, compare=False)
    kind: str | None = field(default=None, compare=False)
    wikidata: str | None = field(default=None, compare=False)
    image: str | None = field(default=None, compare=False)
    data: Mapping[str, Any] | None = field(default=None, compare=False)

    @classmethod
    def of(cls, kb: KnowledgeBase, number: int) -> Entity:
        """The entity with this number in a knowledge base."""
        return cls(**kb.facts(number))

    def __str__(self) -> str:
        return self.title


@dataclass(frozen=True, repr=False)
class Candidate:
    """An entity that a mention can mean, with the numbers that the decision is based on.

    Attributes
    ----------
    position
        Place among all candidates of the document.
    """

    document: LinkedDocument
    mention: int
    position: int

    @property
    def entity(self) -> Entity:
        """What the mention can mean."""
        return Entity.of(self.document.kb, int(self.document.solution.entities[self.position]))

    @property
    def prior(self) -> float:
        """P(e|m): share of the links with this name that lead to the entity."""
        return float(self.document.solution.prior[self.position])

    @property
    def local(self) -> float:
        """Local confidence phi(m, e), from the name and the words around it."""
        return float(self.document.solution.local[self.position])

    @property
    def supporter(self) -> Entity | None:
        """Entity of the other link that supports this candidate most; None if there is no other."""
        entity = int(self._support[0])
        return None if entity < 0 else Entity.of(self.document.kb, entity)

    @property
    def relatedness(self) -> float:
        """Relatedness psi of the candidate to its supporter; 0 without one."""
        return float(self._support[1])

    @property
    def score(self) -> float:
        """Confidence of the pair with the supporter (Eq. 13 with beta); without one, the local confidence."""
        return float(self._support[2])

    @property
    def is_chosen(self) -> bool:
        """Whether it is the best candidate, even if not good enough for a link."""
        return self.document.solution.chosen(self.mention) == self.position

    @property
    def _support(self) -> tuple[float, ...]:
        at = self.position - int(self.document.solution.offsets[self.mention])
        return tuple(part[at] for part in self.document.evidence.support_of(self.mention))

    def __repr__(self) -> str:
        return f"<{self.entity}: prior {self.prior:.2f}, local {self.local:.2f}, score {self.score:.2f}>"


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
        """First character after the mention."""
        return self.document.spans[self.number][1]

    @property
    def text(self) -> str:
        """Text of the mention."""
        return self.document.text[self.start : self.end]

    @property
    def label(self) -> str:
        """Text of the mention on one line."""
        return " ".join(self.text.split())

    @property
    def best(self) -> Candidate | None:
        """The candidate that was chosen, even if it is not good enough for a link; None if there are no candidates."""
        at = self.document.solution.chosen(self.number)
        return None if at is None else Candidate(self.document, self.number, at)

    @property
    def entity(self) -> Entity | None:
        """What the mention means; None if it has no candidate, or none that is good enough."""
        best = self.best
        return best.entity if best is not None and self.document.evidence.is_linked(self.number) else None

    @property
    def confidence(self) -> float:
        """Probability that the best candidate is right, which is compared with the threshold; 0 without a candidate."""
        return float(self.document.solution.confidence[self.number])

    @property
    def cluster(self) -> str | None:
        """For a mention that is not linked, a name that it shares with mentions of the same unknown entity."""
        return self.document.clusters[self.number]

    @property
    def local(self) -> float:
        """Local confidence phi of the chosen candidate."""
        best = self.best
        return 0.0 if best is None else best.local

    @property
    def candidates(self) -> list[Candidate]:
        """Everything the mention can mean, highest score first."""
        solution, score = self.document.solution, self.document.evidence.support_of(self.number).score.tolist()
        low = int(solution.offsets[self.number])
        order = sorted(range(len(score)), key=lambda at: (-score[at], -solution.local[low + at]))
        return [Candidate(self.document, self.number, low + at) for at in order]

    @property
    def evidence(self) -> list[Pair]:
        """Pairs of this link, whose side comes first, and a link that supports it; most confident first, at most ten.

        For Pair-Linking, they are pairs that were decided on, for other collective methods, edges of the tree of
        evidence; of these, only pairs of related entities whose other side is linked.
        """
        document = self.document
        pairs = document.evidence.evidence_of(document.first_like(self.number))
        return [document.with_entities(pair) for pair in pairs]

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        best, entity = self.best, self.entity
        if best is None:
            return f"{self.label} -> not linked (no candidate)"
        if entity is None:
            return f"{self.label} -> not linked (best guess: {best.entity}, {self.confidence:.2f})"
        support = self.evidence
        paired = f"paired with {support[0].entities[1]}" if support else "by itself"
        return f"{self.label} -> {entity} ({self.confidence:.2f}, {paired})"

    def to_dict(self, *, evidence: bool = True, candidates: int | None = None) -> dict[str, Any]:
        """The link as JSON can hold it, as in `LinkedDocument.to_dict`."""
        from pairlinking.linking.records import mention_records

        return mention_records(self.document, evidence=evidence, candidates=candidates, numbers=[self.number])[0]
