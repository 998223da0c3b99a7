"""Linked documents and comparisons as JSON. Nothing else writes them (docs/reference/documents.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary, WeakMethod

import numpy as np
import numpy.typing as npt

from pairlinking._support.options import check_int
from pairlinking.collective import Pair
from pairlinking.kb import KnowledgeBase
from pairlinking.linking._supporters import best_first
from pairlinking.linking.pairs import Pairs
from pairlinking.linking.strength import strength
from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.linking.comparison import Comparison
    from pairlinking.linking.linked import LinkedDocument
    from pairlinking.stages import Relatedness

__all__ = ["comparison_record", "document_options", "document_record", "entity_record", "mention_records"]
__all__ += ["AnswerColumns", "CandidateColumns", "answer_columns", "candidate_columns", "options_record"]

Record: TypeAlias = dict[str, Any]
Show: TypeAlias = Callable[[int], Record]  # the record of an entity by its number

_DIGITS = 6
_KEPT_ENTITIES = 20_000

# Popular entities are kept: one document may show hundreds, and a million documents the same ones.
_ENTITIES: WeakKeyDictionary[KnowledgeBase, _Entities] = WeakKeyDictionary()


class _Entities(dict[int, Record]):
    """Records of entities by number, each made once."""

    def __init__(self, kb: KnowledgeBase) -> None:
        super().__init__()
        self._facts = WeakMethod(kb.facts)  # the knowledge base is the key under which this is kept

    def __missing__(self, number: int) -> Record:
        facts = self._facts()
        assert facts is not None, "an open knowledge base"
        if len(self) >= _KEPT_ENTITIES:
            self.clear()
        record = self[number] = facts(number)
        return record


def _entities_of(kb: KnowledgeBase) -> _Entities:
    known = _ENTITIES.get(kb)
    return _ENTITIES.setdefault(kb, _Entities(kb)) if known is None else known


def entity_record(kb: KnowledgeBase, number: int) -> Record:
    """An entity: ``id`` and ``title``, and those of the other facts that the knowledge base has."""
    return dict(kb.facts(number))


def document_record(
    document: LinkedDocument, *, evidence: bool = True, candidates: int | None = None, to_write: bool = False
) -> Record:
    """A linked document.

    Parameters
    ----------
    evidence
        Whether to write ``evidence`` and ``decided_in_step`` of each mention, and the ``tree``, the ``decisions`` and
        the ``options`` of the document. A document with more than 15,000 names has no tree.
    candidates
        How many of each mention to write, best first; None for all. With 0, there is no such key.
    to_write
        Whether the result is only written as JSON. Records of entities are then not copied, and must not be changed.
    """
    record: Record = {
        "id": document.id,
        "text": document.text,
        "mentions": mention_records(document, evidence=evidence, candidates=candidates, to_write=to_write),
    }
    if evidence:
        found = document.evidence
        chance = found.chance
        if found.has_tree:
            record["tree"] = _pairs(found.tree, chance)
        record["decisions"] = [{"step": step, **pair} for step, pair in enumerate(_pairs(found.decisions, chance), 1)]
        record["options"] = document_options(document)
    return record


def mention_records(
    document: LinkedDocument,
    *,
    evidence: bool = True,
    candidates: int | None = None,
    to_write: bool = False,
    numbers: Sequence[int] | None = None,
) -> list[Record]:
    """The mentions of a document, all or those with these numbers; the options are those of `document_record`."""
    numbers = range(len(document)) if numbers is None else numbers
    entities = _entities_of(document.kb)
    show = entities.__getitem__ if to_write else _copied(entities)
    found = document.evidence
    records: list[Record] = [
        {"start": start, "end": end, "text": document.text[start:end], **answer}
        for (start, end), answer in zip(
            (document.spans[number] for number in numbers), _answers(document, show, numbers), strict=True
        )
    ]
    if candidates != 0:
        for record, of_each in zip(records, _candidates(document, show, numbers, candidates), strict=True):
            record["candidates"] = of_each
    if evidence:
        for record, number in zip(records, numbers, strict=True):
            first = int(found.first[number])
            record["evidence"] = [_supporting(pair, show, found.chance) for pair in found.evidence_of(first)]
            record["decided_in_step"] = int(found.steps[first]) or None
    return records


def options_record(method: str, relatedness: Relatedness, beta: float | None, threshold: float, top_k: int) -> Record:
    """The options with which a document was linked."""
    return {
        "method": method,
        "relatedness": getattr(relatedness, "name", type(relatedness).__name__),
        "beta": None if beta is None else round(float(beta), _DIGITS),
        "threshold": round(float(threshold), _DIGITS),
        "top_k": int(top_k),
    }


def document_options(document: LinkedDocument) -> Record:
    """The options with which this document was linked."""
    return options_record(document.method, document.relatedness, document.beta, document.threshold, document.top_k)


def comparison_record(comparison: Comparison) -> Record:
    """One document linked by several methods: the answer of each method for each mention."""
    documents: Mapping[str, LinkedDocument] = comparison.documents
    numbers = range(len(comparison.spans))
    answers = {name: _answers(each, _copied(_entities_of(each.kb)), numbers) for name, each in documents.items()}
    differing = set(comparison.differences)
    source = comparison.source
    return {
        "id": source.id,
        "text": source.text,
        "methods": list(documents),
        "mentions": [
            {
                "start": start,
                "end": end,
                "text": source.text[start:end],
                "answers": {name: of_each[number] for name, of_each in answers.items()},
                "differ": number in differing,
            }
            for number, (start, end) in enumerate(comparison.spans)
        ],
        "groups": [list(group) for group in comparison.groups],
        "left_out": dict(comparison.left_out),
    }


def _copied(entities: Mapping[int, Record]) -> Show:
    return lambda number: {**entities[number]}


def _as_numpy(value: float) -> float:
    """One number, rounded as by `_rounded`: to six digits."""
    return round(value * 1e6) / 1e6


def _rounded(values: FloatArray) -> Any:
    return values.round(_DIGITS).tolist()


class AnswerColumns(NamedTuple):
    """For some mentions: entity (-1 if not linked), confidence, and local confidence of the choice."""

    entities: IntArray
    confidence: FloatArray
    local: FloatArray


class CandidateColumns(NamedTuple):
    """For all candidates of some mentions, highest score first: number, supporter or -1, and whether it is chosen.

    Attributes
    ----------
    shares
        Rows of prior, local confidence, relatedness to the supporter, and score.
    sizes
        Candidates of each mention.
    """

    entities: IntArray
    supporters: IntArray
    chosen: npt.NDArray[np.uint8]
    shares: FloatArray
    sizes: IntArray


def answer_columns(document: LinkedDocument, numbers: Sequence[int]) -> AnswerColumns:
    """What some mentions are linked to."""
    solution = document.solution
    at = np.fromiter(numbers, np.int64, len(numbers))
    choice = solution.choice[at]
    has_choice = choice >= 0
    flat = (solution.offsets[at] + choice)[has_choice]
    local, entities = np.zeros(len(at)), np.full(len(at), -1)
    local[has_choice], entities[has_choice] = solution.local[flat], solution.entities[flat]
    entities[~document.evidence.linked[at]] = -1
    return AnswerColumns(entities, solution.confidence[at], local)


def candidate_columns(document: LinkedDocument, numbers: Sequence[int], most: int | None) -> CandidateColumns:
    """The candidates of some mentions, at most `most` of each; `ParameterError` if that is not a number."""
    solution, evidence = document.solution, document.evidence
    n = len(solution.entities)
    most = n if most is None else min(check_int("LinkedDocument", "candidates", most, 0), n)
    at = np.fromiter(numbers, np.int64, len(numbers))
    starts, ends = solution.offsets[at], solution.offsets[at + 1]
    if len(numbers) == 1:  # in a long document, the support of the others is not needed
        before = int(starts[0])
        support, local = evidence.support_of(numbers[0]), solution.local[before : int(ends[0])]
    else:
        before, support, local = 0, evidence.support, solution.local
    order = best_first(starts - before, ends - before, support.score, local, most)
    flat, sizes = order + before, np.minimum(ends - starts, most)
    shares = np.empty((4, len(order)))
    for row, values in enumerate(
        (solution.prior[flat], local[order], support.relatedness[order], support.score[order])
    ):
        shares[row] = values
    chosen = flat == np.repeat(starts + solution.choice[at], sizes)  # -1, no choice, is before its first candidate
    entities = solution.entities[flat].astype(np.int64)
    return CandidateColumns(entities, support.supporter[order], chosen.view(np.uint8), shares, sizes)


def _answers(document: LinkedDocument, show: Show, numbers: Sequence[int]) -> list[Record]:
    """Entity, confidence and local confidence; a mention that is not linked has a cluster instead of a confidence."""
    entities, confidence, local = answer_columns(document, numbers)
    clusters = document.clusters
    return [
        {"entity": show(entity), "confidence": sure, "local": phi}
        if entity >= 0
        else {"entity": None, "cluster": clusters[number], "local": phi}
        for number, entity, sure, phi in zip(
            numbers, entities.tolist(), _rounded(confidence), _rounded(local), strict=True
        )
    ]


def _candidates(document: LinkedDocument, show: Show, numbers: Sequence[int], most: int | None) -> list[list[Record]]:
    """The candidates of each of some mentions, highest score first."""
    entities, others, chosen, shares, sizes = candidate_columns(document, numbers, most)
    records = [
        {
            **show(entity),
            "prior": prior,
            "local": phi,
            "relatedness": psi,
            "supporter": None if other < 0 else show(other),
            "score": score,
            "chosen": is_chosen,
        }
        for entity, other, is_chosen, prior, phi, psi, score in zip(
            entities.tolist(), others.tolist(), (chosen > 0).tolist(), *_rounded(shares), strict=True
        )
    ]
    return [records[end - size : end] for end, size in zip(np.cumsum(sizes).tolist(), sizes.tolist(), strict=True)]


def _pairs(pairs: Pairs, chance: float) -> list[Record]:
    psi, confidence = _rounded(pairs.relatedness), _rounded(pairs.confidence)
    return [
        {
            "mentions": list(pair.mentions),
            "relatedness": related,
            "strength": strength(pair.relatedness, chance),
            "confidence": sure,
        }
        for pair, related, sure in zip(pairs, psi, confidence, strict=True)
    ]


def _supporting(pair: Pair, show: Show, chance: float) -> Record:
    """The other side of a pair."""
    return {
        "mention": pair.mentions[1],
        "entity": show(pair.entities[1]),
        "relatedness": _as_numpy(pair.relatedness),
        "strength": strength(pair.relatedness, chance),
        "confidence": _as_numpy(pair.confidence),
    }
