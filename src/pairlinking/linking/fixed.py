"""Mentions whose entity is known beforehand: they need no decision, and help to decide others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pairlinking.candidates import CandidateList
from pairlinking.columns import Columns
from pairlinking.errors import DocumentError, UnknownName
from pairlinking.linking.documents import TextDocument
from pairlinking.linking.prepared import Prepared
from pairlinking.linking.solution import Solution

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["fix", "hold"]


def fix(kb: KnowledgeBase, prepared: Prepared) -> Prepared:
    """The same document, but each fixed mention has its entity as the only candidate, with local confidence 1.

    Raises
    ------
    DocumentError
        The knowledge base has no such entity.
    """
    source, lists, local = prepared.source, list(prepared.lists), list(prepared.local)
    place = {number: at for at, number in enumerate(source.in_text_order())}
    for number, name in source.fixed:
        try:
            entity = kb.find(name)
        except UnknownName as error:
            reason = str(error).replace(str(kb.path), "the knowledge base")  # the client may be on another machine
            raise DocumentError(f"Mention {number} cannot be fixed. {reason:.400}") from None
        at = place[number]
        lists[at], local[at] = _alone(lists[at], entity), np.ones(1)
    return replace(prepared, lists=lists, local=local, columns=_fixed_columns(prepared, lists))


def _fixed_columns(prepared: Prepared, lists: Sequence[CandidateList]) -> Columns | None:
    """The columns, in which a fixed mention has one row of zeros, since there is nothing to decide."""
    columns = prepared.columns
    if columns is None:
        return None
    nothing = np.zeros((1, len(columns.names)))
    parts = [
        nothing if fixed is not before else rows
        for before, fixed, rows in zip(prepared.lists, lists, prepared.split(columns.rows), strict=True)
    ]
    return columns._replace(rows=np.vstack(parts))


def hold(solution: Solution, source: TextDocument) -> Solution:
    """The same solution, but links of fixed mentions are certain, whatever pairs they are in.

    A copy of the name that can mean nothing else is solved together with a fixed mention, with the mean of the two
    local confidences; here that of the fixed one is set back to 1.
    """
    numbers = [number for number, _ in source.fixed]
    local, confidence = solution.local.copy(), solution.confidence.copy()
    local[solution.offsets[numbers]] = 1.0
    confidence[numbers] = 1.0
    return replace(solution, local=local, confidence=confidence)


def _alone(candidates: CandidateList, entity: int) -> CandidateList:
    """One entity as the only candidate, with what the dictionary knows about it, if anything."""
    where = np.flatnonzero(candidates.entities == entity)
    if len(where):
        return candidates.take(where)
    return CandidateList.bare(candidates.forms, [entity], match=candidates.match, total=candidates.total)
