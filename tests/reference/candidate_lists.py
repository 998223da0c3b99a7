"""Lists of candidates put together with dictionaries and numpy: entity, count and origins of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from pairlinking.types import FloatArray, IntArray

__all__ = ["complete", "join", "merge", "weigh"]

Rows: TypeAlias = list[tuple[int, int, int]]


def merge(parts: Sequence[Rows]) -> Rows:
    """Counts summed, origins joined."""
    found: dict[int, tuple[int, int]] = {}
    for entity, count, origins in (row for part in parts for row in part):
        old_count, old_origins = found.get(entity, (0, 0))
        found[entity] = old_count + count, old_origins | origins
    rows = [(entity, count, origins) for entity, (count, origins) in found.items()]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def complete(found: Rows, others: Sequence[Rows]) -> Rows:
    """What is new in others comes behind, without its count."""
    known = {entity for entity, _, _ in found}
    new: dict[int, int] = {}
    for entity, _, origins in (row for part in others for row in part):
        if entity not in known:
            new.setdefault(entity, origins)
    return found + [(entity, 0, origins) for entity, origins in new.items()]


def weigh(found: Rows, in_links: IntArray, own: IntArray, shared_out: float) -> tuple[Rows, FloatArray]:
    """By counts, and by links shared out by popularity."""
    entities, counts, origins = np.array(found, dtype=np.int64).reshape(-1, 3).T
    links = np.maximum(in_links[entities + 1] - in_links[entities] - np.isin(entities, own), 0) + 1.0
    prior = (counts + shared_out * links / links.sum()) / (counts.sum() + shared_out)
    order = np.lexsort((entities, -prior))
    return list(zip(*(each[order].tolist() for each in (entities, counts, origins)), strict=True)), prior[order]


def join(found: Rows, longer: Rows, most: int) -> list[tuple[int, float, float]]:
    """Entity, prior and expanded prior of the candidates of a form and of a longer one."""

    def shares(rows: Rows) -> dict[int, float]:
        total = sum(count for _, count, _ in rows)
        return {entity: count / total if total else 1 / len(rows) for entity, count, _ in rows}

    own, other = shares(found), shares(longer)
    both = [(entity, own.get(entity, 0.0), other.get(entity, 0.0)) for entity in dict.fromkeys((*own, *other))]
    if longer:
        both.sort(key=lambda row: (-(row[1] + row[2]), -row[1], row[0]))
    return both[:most]
