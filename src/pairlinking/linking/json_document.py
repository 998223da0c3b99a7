"""A linked document as JSON text, written straight from its numbers.

Gives the same text as `json_bytes` for `document_record`, which defines the content; without a dictionary for each
candidate, it takes a fraction of the time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakMethod

from pairlinking.kb import KnowledgeBase
from pairlinking.linking._json import JsonText
from pairlinking.linking.json_text import json_bytes
from pairlinking.linking.records import answer_columns, candidate_columns, document_options, document_record
from pairlinking.linking.strength import STARTS, STRENGTHS

if TYPE_CHECKING:
    from pairlinking.linking.linked import LinkedDocument

__all__ = ["document_json"]

_KEPT_ENTITIES = 20_000

# Popular entities are kept: one document may show hundreds, and a million documents the same ones.
_ENTITIES: WeakKeyDictionary[KnowledgeBase, _EntityTexts] = WeakKeyDictionary()


class _EntityTexts(dict[int, bytes]):
    """Entities as JSON by number, each made once; -1 is null."""

    def __init__(self, kb: KnowledgeBase) -> None:
        super().__init__({-1: b"null"})
        self._facts = WeakMethod(kb.facts)  # the knowledge base is the key under which this is kept

    def __missing__(self, number: int) -> bytes:
        facts = self._facts()
        assert facts is not None, "an open knowledge base"
        text = json_bytes(facts(number))
        if len(self) < _KEPT_ENTITIES:
            self[number] = text
        return text


def document_json(document: LinkedDocument, *, evidence: bool = True, candidates: int | None = None) -> bytes:
    """A linked document on one line; the options are those of `document_record`.

    >>> import pairlinking as pl
    >>> document_json(pl.load("sample").link("No names."), evidence=False)
    b'{"id":null,"text":"No names.","mentions":[]}'
    """
    try:
        return _written(document, evidence=evidence, candidates=candidates)
    except OverflowError:  # NaN or a huge number, from a user's own scorer or measure
        return json_bytes(document_record(document, evidence=evidence, candidates=candidates, to_write=True))


def _written(document: LinkedDocument, *, evidence: bool, candidates: int | None) -> bytes:
    found = document.evidence
    out = JsonText(_texts_of(document.kb), STRENGTHS, STARTS, found.chance if evidence else 0.0)
    out.add(json_bytes({"id": document.id, "text": document.text})[:-1])
    out.add(b',"mentions":[')
    _add_mentions(out, document, evidence=evidence, most=candidates)
    out.add(b"]")
    if evidence:
        if found.has_tree:
            out.add(b',"tree":')
            out.of_pairs(*found.tree.columns)
            out.add_pairs(has_steps=False)
        out.add(b',"decisions":')
        out.of_pairs(*found.decisions.columns)
        out.add_pairs(has_steps=True)
        out.add(b',"options":')
        out.add(json_bytes(document_options(document)))
    out.add(b"}")
    return out.content()


def _add_mentions(out: JsonText, document: LinkedDocument, *, evidence: bool, most: int | None) -> None:
    numbers = range(len(document))
    if most != 0:
        out.of_candidates(*candidate_columns(document, numbers, most))
    if evidence:
        found = document.evidence
        out.of_pairs(*found.supporting.columns)
        out.of_evidence(found.first, *found.of_names, found.steps)
    out.add_mentions(document.text, document.spans, json_bytes, *answer_columns(document, numbers), document.clusters)


def _texts_of(kb: KnowledgeBase) -> _EntityTexts:
    known = _ENTITIES.get(kb)
    return _ENTITIES.setdefault(kb, _EntityTexts(kb)) if known is None else known
