"""What comes out: a document with one link for every mention, and the evidence that holds it together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from pairlinking.collective import spanning_tree
from pairlinking.errors import ParameterError, ProblemTooLarge, UnknownName, did_you_mean
from pairlinking.linking.documents import TextDocument
from pairlinking.linking.links import Candidate, Entity, Evidence, Link, Pair
from pairlinking.linking.solution import Solution
from pairlinking.problem import Problem
from pairlinking.stages import Relatedness, SolverFacts

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase
    from pairlinking.linking.explanation import Explanation

__all__ = ["LinkedDocument"]

_MOST_EVIDENCE = 10
_MOST_IN_TREE = 15_000  # their relatedness with each other takes 1.8 GB
_LEAST_RELATED = 0.01  # a pair can be confident by its local confidences alone; its entities are then no evidence


class LinkedDocument(Sequence[Link]):
    """A document with one link for every mention, in the order in which the mentions were given.

    Prints as one line a link; in a notebook it shows the text with its links marked.

    Attributes
    ----------
    text, id
        As they came in.
    spans
        Start and end of each mention, as they came in.
    method, relatedness, beta, nil_threshold
        How it was linked.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        source: TextDocument,
        solution: Solution,
        *,
        facts: SolverFacts,
        relatedness: Relatedness,
        nil_threshold: float,
    ) -> None:
        self.kb, self.text, self.id = kb, source.text, source.id
        self.solution, self.spans = solution, solution.spans
        self.facts, self.method, self.beta = facts, facts.name, solution.beta
        self.relatedness, self.nil_threshold = relatedness, nil_threshold
        self._evidence: dict[int, list[Evidence]] = {}

    def __len__(self) -> int:
        return len(self.spans)

    @overload
    def __getitem__(self, number: int) -> Link: ...
    @overload
    def __getitem__(self, number: slice) -> list[Link]: ...
    def __getitem__(self, number: int | slice) -> Link | list[Link]:
        if isinstance(number, slice):
            return [Link(self, each) for each in range(len(self))[number]]
        return Link(self, range(len(self))[number])

    def __iter__(self) -> Iterator[Link]:
        return (Link(self, number) for number in range(len(self)))

    def __repr__(self) -> str:
        linked = sum(link.entity is not None for link in self)
        return f"<document of {len(self.text):,} characters, {linked} of {len(self)} mentions linked by {self.method}>"

    def __str__(self) -> str:
        return "\n".join(map(str, self)) if len(self) else "no mentions"

    def _repr_html_(self) -> str:
        from pairlinking.linking.html import as_html

        return as_html(self)

    def candidate(self, at: int) -> Candidate:
        """The candidate at a flat position of the solution."""
        solution = self.solution
        return Candidate(self.entity(int(solution.entities[at])), float(solution.prior[at]), float(solution.local[at]))

    def entity(self, number: int) -> Entity:
        """An entity by its number in the knowledge base."""
        return Entity(self.kb.key(number), self.kb.title(number), self.kb.url(number))

    @cached_property
    def tree(self) -> tuple[Pair, ...]:
        """Spanning tree of evidence: the most confident pairs that join all chosen entities, best first.

        A name that stands several times in the text is in it once, as its first mention.
        """
        first = self.solution.repeats.first
        if len(first) > _MOST_IN_TREE:
            raise ProblemTooLarge(
                f"The tree of evidence of {len(first):,} names takes too much memory; {_MOST_IN_TREE:,} are allowed. "
                "'decisions' and the 'evidence' of each link tell the same. Or split the document."
            )
        choice = self.solution.choice[first]
        return tuple(
            self._pair(int(first[edge.mentions[0]]), int(first[edge.mentions[1]]), edge.confidence)
            for edge in spanning_tree(self.problem, choice)
        )

    @cached_property
    def decisions(self) -> tuple[Pair, ...]:
        """What Pair-Linking decided, in order; empty for methods that decide all at once."""
        if self.solution.decisions is None:
            return ()
        mentions, confidences = self.solution.decisions
        first = self._first_like
        return tuple(
            self._pair(first[i], first[j], c) for (i, j), c in zip(mentions.tolist(), confidences.tolist(), strict=True)
        )

    def evidence_for(self, number: int) -> list[Evidence]:
        """Links that support the link of a mention, the strongest first; copies of a name have the same."""
        own = self._first_like[number]
        if own not in self._evidence:
            self._evidence[own] = self._find_evidence(own)
        return self._evidence[own]

    def _find_evidence(self, own: int) -> list[Evidence]:
        found = []
        for pair in sorted(self._pairs_of.get(own, ()), key=lambda pair: (-pair.confidence, pair.mentions)):
            left, right = pair.mentions
            other = self[right if self._first_like[left] == own else left]
            entity = other.entity
            if entity is not None and pair.relatedness >= _LEAST_RELATED:
                found.append(Evidence(other.number, other.surface, entity, pair.relatedness, pair.confidence))
                if len(found) == _MOST_EVIDENCE:
                    break
        return found

    def explain(self, mention: int | str | Link) -> Explanation:
        """Why a mention was linked as it was: its candidates, what speaks for each, and the pair that decided.

        `mention` is a link of this document, its number, or its text.
        """
        from pairlinking.linking.explanation import Explanation

        return Explanation(self, self._number_of(mention))

    def to_dict(self, *, most_candidates: int | None = None) -> dict[str, Any]:
        """The document as JSON can hold it: `id`, `text`, and `mentions` in the order given.

        With all candidates of each mention, or with the best `most_candidates`.
        """
        return {"id": self.id, "text": self.text, "mentions": [link.to_dict(most_candidates) for link in self]}

    @cached_property
    def problem(self) -> Problem:
        """The numbers that were solved, each repeated name once."""
        return self.solution.problem(self.relatedness)

    @cached_property
    def _first_like(self) -> list[int]:
        """For each mention, the first one that was solved together with it."""
        repeats = self.solution.repeats
        found: list[int] = repeats.first[repeats.place].tolist()
        return found

    def first_like(self, number: int) -> int:
        """The first mention with the same text and candidates, which was solved together with this one."""
        return self._first_like[number]

    def others(self, number: int) -> list[int]:
        """First mentions of all other names of the document."""
        own = self._first_like[number]
        return [each for each in self.solution.repeats.first.tolist() if each != own]

    @cached_property
    def _pairs_of(self) -> dict[int, list[Pair]]:
        if not self.facts.is_collective:
            return {}  # nothing but itself spoke for any link
        pairs = self.decisions if self.solution.decisions is not None else self.tree
        found: dict[int, list[Pair]] = {}
        for pair in pairs:
            for mention in pair.mentions:
                found.setdefault(self._first_like[mention], []).append(pair)
        return found

    def _pair(self, left: int, right: int, confidence: float) -> Pair:
        solution = self.solution
        entities = [int(solution.entities[solution.offsets[i] + solution.choice[i]]) for i in (left, right)]
        return Pair((left, right), float(self.relatedness.score(*entities)), float(confidence))

    def _number_of(self, mention: int | str | Link) -> int:
        if isinstance(mention, Link):
            if mention.document is not self:
                raise ParameterError("This link belongs to another document.")
            return mention.number
        if isinstance(mention, str):
            surfaces = [link.surface for link in self]
            if mention not in surfaces:
                raise UnknownName(f"{mention!r} is no mention of this document.{did_you_mean(mention, surfaces)}")
            return surfaces.index(mention)
        if not -len(self) <= mention < len(self):
            raise IndexError(f"The document has {len(self)} mentions, from 0 on. Got {mention} instead.")
        return range(len(self))[mention]
