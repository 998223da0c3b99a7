"""The output: a document with one link for every mention, and the evidence for it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from pairlinking.collective import Pair
from pairlinking.errors import MissingExtra, ParameterError, UnknownName, did_you_mean
from pairlinking.linking.documents import TextDocument
from pairlinking.linking.evidence import Evidence
from pairlinking.linking.json_document import document_json
from pairlinking.linking.links import Entity, Link
from pairlinking.linking.records import document_record
from pairlinking.linking.solution import Solution
from pairlinking.linking.strength import strength
from pairlinking.problem import Problem
from pairlinking.stages import Relatedness, SolverFacts

if TYPE_CHECKING:
    import pandas as pd

    from pairlinking.kb import KnowledgeBase
    from pairlinking.linking.explanation import Explanation

__all__ = ["LinkedDocument"]


class LinkedDocument(Sequence[Link]):
    """A document with one link for every mention, in the order in which the mentions were given.

    Prints as one line per link; in a notebook, it shows the text with its links marked.

    Attributes
    ----------
    text, id
        As in the input.
    spans
        Start and end of each mention, as in the input.
    method, relatedness, beta, threshold, top_k
        The options it was linked with.

    Examples
    --------
    >>> import pairlinking as pl
    >>> document = pl.load("sample").link("Greece kept the Euro.")
    >>> document["Greece"].entity.title, round(document["Greece"].confidence, 2)
    ('Greece', 0.82)
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        source: TextDocument,
        solution: Solution,
        *,
        facts: SolverFacts,
        relatedness: Relatedness,
        threshold: float,
        top_k: int,
    ) -> None:
        self.kb, self.text, self.id = kb, source.text, source.id
        self.solution, self.spans = solution, solution.spans
        self.facts, self.method, self.beta = facts, facts.name, solution.beta
        self.relatedness, self.threshold, self.top_k = relatedness, threshold, top_k

    def __len__(self) -> int:
        return len(self.spans)

    @overload
    def __getitem__(self, mention: int | str) -> Link: ...
    @overload
    def __getitem__(self, mention: slice) -> list[Link]: ...
    def __getitem__(self, mention: int | str | slice) -> Link | list[Link]:
        """A link by its number or by the text of its mention (the first with that text); or several, by a slice."""
        if isinstance(mention, slice):
            return [Link(self, each) for each in range(len(self))[mention]]
        return Link(self, self._named(mention) if isinstance(mention, str) else range(len(self))[mention])

    def __iter__(self) -> Iterator[Link]:
        return (Link(self, number) for number in range(len(self)))

    def __repr__(self) -> str:
        return (
            f"<document of {len(self.text):,} characters, {len(self.links)} of {len(self)} mentions linked by "
            f"{self.method}>"
        )

    def __str__(self) -> str:
        return "\n".join(map(str, self)) if len(self) else "no mentions"

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what can be computed again."""
        return {name: value for name, value in vars(self).items() if name not in ("evidence", "tree", "decisions")}

    def _repr_html_(self) -> str:
        from pairlinking.linking.html import document_html

        return document_html(self)

    @property
    def mentions(self) -> list[Link]:
        """All mentions, linked or not."""
        return list(self)

    @property
    def links(self) -> list[Link]:
        """The mentions that are linked to an entity."""
        return [link for link in self if self.evidence.is_linked(link.number)]

    def entity(self, number: int) -> Entity:
        """An entity by its number in the knowledge base."""
        return Entity.of(self.kb, number)

    @cached_property
    def tree(self) -> tuple[Pair, ...]:
        """Spanning tree of evidence: the most confident pairs that connect all chosen entities, best first.

        A name that occurs several times is in it once, as its first mention.
        """
        return tuple(map(self.with_entities, self.evidence.tree))

    @cached_property
    def decisions(self) -> tuple[Pair, ...]:
        """What Pair-Linking decided, in order; empty for methods that decide all at once."""
        return tuple(map(self.with_entities, self.evidence.decisions))

    @cached_property
    def evidence(self) -> Evidence:
        """The evidence for all links and candidates, in numbers."""
        return Evidence(
            self.kb,
            self.solution,
            self.relatedness,
            threshold=self.threshold,
            is_collective=self.facts.is_collective,
        )

    @cached_property
    def clusters(self) -> list[str | None]:
        """``"NIL1"``, ``"NIL2"`` ... for mentions not linked; copies and short forms of a name have the same."""
        names: dict[int, str] = {}
        linked, place = self.evidence.linked.tolist(), self.solution.repeats.place.tolist()
        return [
            None if is_linked else names.setdefault(name, f"NIL{len(names) + 1}")
            for is_linked, name in zip(linked, place, strict=True)
        ]

    def explain(self, mention: int | str | Link) -> Explanation:
        """Why a mention was linked as it was: its candidates, the evidence for each, and the pair that decided.

        `mention` is a link of this document, its number, or its text.
        """
        from pairlinking.linking.explanation import Explanation

        return Explanation(self, self._number_of(mention))

    def to_dict(self, *, evidence: bool = True, candidates: int | None = None) -> dict[str, Any]:
        """The document as JSON can hold it; docs/reference/documents.md describes every key.

        Parameters
        ----------
        evidence
            Whether to add the evidence of each mention, the tree, the decisions and the options in force.
        candidates
            How many candidates of each mention to add, best first; None for all, 0 for none.
        """
        return document_record(self, evidence=evidence, candidates=candidates)

    def to_json(self, *, evidence: bool = True, candidates: int | None = None, indent: int | None = None) -> str:
        """The same as a JSON string, on one line unless `indent` is given."""
        if indent is None:
            return document_json(self, evidence=evidence, candidates=candidates).decode()
        record = document_record(self, evidence=evidence, candidates=candidates, to_write=True)
        return json.dumps(record, ensure_ascii=False, indent=indent)

    def to_dataframe(self) -> pd.DataFrame:
        """A pandas data frame with one row per mention; entity columns are empty for mentions that are not linked."""
        try:
            import pandas as pd
        except ImportError as error:
            raise MissingExtra("A data frame needs pandas. Install it with: pip install pandas") from error
        rows = []
        for record in self.to_dict(evidence=False, candidates=0)["mentions"]:
            entity = record.pop("entity") or {}
            rows.append({**record, **{name: entity.get(name) for name in ("id", "title", "url")}})
        columns = ["start", "end", "text", "id", "title", "url", "confidence", "local"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def problem(self) -> Problem:
        """The problem that was solved, with each repeated name once."""
        return self.solution.problem(self.relatedness)

    def first_like(self, number: int) -> int:
        """The first mention with the same text and candidates, which was decided together with this one."""
        return int(self.evidence.first[number])

    def with_entities(self, pair: Pair) -> Pair:
        """A pair of the evidence, with entities instead of their numbers."""
        left, right = pair.entities
        return pair._replace(entities=(self.entity(left), self.entity(right)))

    def strength(self, pair: Pair) -> str:
        """How related the entities of a pair are, in words; pairs that are ``"not related"`` are not evidence."""
        return strength(pair.relatedness, self.evidence.chance)

    def describe(self, pair: Pair) -> str:
        """The mentions and entities of a pair in words."""
        return " + ".join(
            f"{self[number].label} -> {entity}" for number, entity in zip(pair.mentions, pair.entities, strict=True)
        )

    def _named(self, text: str) -> int:
        texts = [link.text for link in self]
        if text not in texts:
            raise UnknownName(f"{text!r} is not a mention of this document.{did_you_mean(text, texts)}")
        return texts.index(text)

    def _number_of(self, mention: int | str | Link) -> int:
        if isinstance(mention, Link):
            if mention.document is not self:
                raise ParameterError("This link belongs to another document.")
            return mention.number
        if isinstance(mention, str):
            return self._named(mention)
        if not -len(self) <= mention < len(self):
            raise IndexError(f"The document has {len(self)} mentions, counted from 0. Got {mention} instead.")
        return range(len(self))[mention]
