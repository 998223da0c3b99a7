"""Linked documents and comparisons as JSON. Nothing else writes them (docs/reference/documents.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from pairlinking.collective import Pair
from pairlinking.kb import KnowledgeBase
from pairlinking.linking.strength import strength
from pairlinking.types import IntArray

if TYPE_CHECKING:
    from pairlinking.linking.comparison import Comparison
    from pairlinking.linking.linked import LinkedDocument
    from pairlinking.stages import Relatedness

__all__ = ["comparison_record", "document_record", "entity_record", "mention_records", "options_record"]

Record: TypeAlias = dict[str, Any]

_DIGITS = 6
_KEPT_ENTITIES = 20_000

# Popular entities are kept: one document may show hundreds, and a million documents the same ones.
_ENTITIES: WeakKeyDictionary[KnowledgeBase, dict[int, Record]] = WeakKeyDictionary()


class _Entities(dict[int, Record]):
    """Records of entities by number, each made once."""

    def __init__(self, kb: KnowledgeBase) -> None:
        super().__init__()
        self._kb = kb
        self._kept = _ENTITIES.setdefault(kb, {})

    def __missing__(self, number: int) -> Record:
        kept = self._kept
        record = kept.get(number)
        if record is None:
            if len(kept) >= _KEPT_ENTITIES:
                kept.clear()
            record = kept[number] = self._kb.facts(number)
        self[number] = record
        return record


def entity_record(kb: KnowledgeBase, number: int) -> Record:
    """An entity: ``id`` and ``title``, and of the other facts those that the knowledge base has."""
    return dict(kb.facts(number))


def document_record(document: LinkedDocument, *, evidence: bool = True, candidates: int | None = None) -> Record:
    """A linked document.

    Parameters
    ----------
    evidence
        Whether to write ``evidence`` and ``decided_in_step`` of each mention, and the ``tree``, the ``decisions`` and
        the ``options`` of the document. A document with more than 15,000 names has no tree.
    candidates
        How many of each mention to write, best first; None for all. With 0 there is no such key.
    """
    record: Record = {
        "id": document.id,
        "text": document.text,
        "mentions": mention_records(document, evidence=evidence, candidates=candidates),
    }
    if evidence:
        found = document.evidence
        chance = found.chance
        if found.has_tree:
            record["tree"] = [_pair(pair, chance) for pair in found.tree]
        record["decisions"] = [{"step": step, **_pair(pair, chance)} for step, pair in enumerate(found.decisions, 1)]
        record["options"] = options_record(
            document.method, document.relatedness, document.beta, document.threshold, document.top_k
        )
    return record


def mention_records(
    document: LinkedDocument,
    *,
    evidence: bool = True,
    candidates: int | None = None,
    numbers: Sequence[int] | None = None,
) -> list[Record]:
    """The mentions of a document, all or those with these numbers; the options are those of `document_record`."""
    numbers = range(len(document)) if numbers is None else numbers
    entities = _Entities(document.kb)
    found = document.evidence
    of_each = _candidates(document, entities, numbers, candidates) if candidates != 0 else None
    records = []
    for at, number in enumerate(numbers):
        record = _mention(document, entities, number)
        if of_each is not None:
            record["candidates"] = of_each[at]
        if evidence:
            first = found.first[number]
            record["evidence"] = [_supporting(pair, entities, found.chance) for pair in found.supporting.get(first, ())]
            record["decided_in_step"] = found.steps.get(first)
        records.append(record)
    return records


def options_record(method: str, relatedness: Relatedness, beta: float | None, threshold: float, top_k: int) -> Record:
    """How a document was linked."""
    return {
        "method": method,
        "relatedness": getattr(relatedness, "name", type(relatedness).__name__),
        "beta": None if beta is None else round(float(beta), _DIGITS),
        "threshold": round(float(threshold), _DIGITS),
        "top_k": int(top_k),
    }


def comparison_record(comparison: Comparison) -> Record:
    """One document linked by several methods: of each mention the answer of each method."""
    documents: Mapping[str, LinkedDocument] = comparison.documents
    differing = set(comparison.differences)
    source = comparison.source
    return {
        "id": source.id,
        "text": source.text,
        "methods": list(documents),
        "mentions": [
            {
                **_span(source.text, span),
                "answers": {name: _answer(each, _Entities(each.kb), number) for name, each in documents.items()},
                "differ": number in differing,
            }
            for number, span in enumerate(comparison.spans)
        ],
        "groups": [list(group) for group in comparison.groups],
        "left_out": dict(comparison.left_out),
    }


def _span(text: str, span: tuple[int, int]) -> Record:
    start, end = span
    return {"start": start, "end": end, "text": text[start:end]}


def _mention(document: LinkedDocument, entities: Mapping[int, Record], number: int) -> Record:
    return {**_span(document.text, document.spans[number]), **_answer(document, entities, number)}


def _answer(document: LinkedDocument, entities: Mapping[int, Record], number: int) -> Record:
    """Entity, confidence and local confidence; what is not linked has a cluster in place of a confidence."""
    solution = document.solution
    at = solution.chosen(number)
    local = 0.0 if at is None else float(solution.local[at])
    if at is None or not document.evidence.is_linked(number):
        return {"entity": None, "cluster": document.clusters[number], "local": round(local, _DIGITS)}
    return {
        "entity": {**entities[int(solution.entities[at])]},
        "confidence": round(float(solution.confidence[number]), _DIGITS),
        "local": round(local, _DIGITS),
    }


def _candidates(
    document: LinkedDocument, entities: Mapping[int, Record], numbers: Sequence[int], most: int | None
) -> list[list[Record]]:
    """For each of some mentions its candidates, highest score first."""
    solution = document.solution
    found: list[list[Record]] = [[] for _ in numbers]
    flat = _flat(solution.offsets.tolist(), numbers)
    if not len(flat):
        return found
    evidence = document.evidence
    support = evidence.support_of(numbers[0]) if len(numbers) == 1 else evidence.support.at(flat)
    sizes = np.diff(solution.offsets)[list(numbers)]
    place = np.repeat(np.arange(len(numbers)), sizes)
    local = solution.local[flat]
    order = np.lexsort((-local, -support.score, place))
    chosen = (solution.offsets[:-1] + solution.choice)[list(numbers)]
    chosen[solution.choice[list(numbers)] < 0] = -1
    is_chosen = (flat == np.repeat(chosen, sizes))[order].tolist()
    whole = np.stack((place, solution.entities[flat], support.supporter))[:, order].tolist()
    shares = np.stack((solution.prior[flat], local, support.relatedness, support.score))[:, order]
    for is_choice, at, entity, other, prior, phi, psi, score in zip(
        is_chosen, *whole, *np.round(shares, _DIGITS).tolist(), strict=True
    ):
        if most is None or len(found[at]) < most:
            found[at].append(
                {
                    **entities[entity],
                    "prior": prior,
                    "local": phi,
                    "relatedness": psi,
                    "supporter": None if other < 0 else {**entities[other]},
                    "score": score,
                    "chosen": is_choice,
                }
            )
    return found


def _flat(offsets: Sequence[int], numbers: Iterable[int]) -> IntArray:
    """Flat positions of the candidates of some mentions."""
    return np.concatenate([np.empty(0, np.int64), *(np.arange(offsets[i], offsets[i + 1]) for i in numbers)])


def _pair(pair: Pair, chance: float) -> Record:
    return {
        "mentions": list(pair.mentions),
        "relatedness": round(pair.relatedness, _DIGITS),
        "strength": strength(pair.relatedness, chance),
        "confidence": round(pair.confidence, _DIGITS),
    }


def _supporting(pair: Pair, entities: Mapping[int, Record], chance: float) -> Record:
    """The other side of a pair."""
    return {
        "mention": pair.mentions[1],
        "entity": {**entities[pair.entities[1]]},
        "relatedness": round(pair.relatedness, _DIGITS),
        "strength": strength(pair.relatedness, chance),
        "confidence": round(pair.confidence, _DIGITS),
    }
