"""Figures of coherence that is learned in stages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from pairlinking.building.named import kb_name
from pairlinking.evaluation.formats.pprforned import ArenaDocument
from pairlinking.evaluation.metrics import Tally, measure, tally
from pairlinking.evaluation.significance import bootstrap_f1
from pairlinking.kb import KnowledgeBase
from reproduction.arena.entities import ArenaEntities
from reproduction.arena.offsets import read_places
from reproduction.arena.place_names import PlaceNames
from reproduction.arena.pprforned import PARTS
from reproduction.arena.scorer import ArenaPrepared, prepare
from reproduction.arena.sorts import Sorts
from reproduction.arena.stages import Scores, learn_stages

__all__ = ["learned_figures", "tally_of"]


def learned_figures(
    documents: Sequence[ArenaDocument],
    entities: ArenaEntities,
    *,
    kb: KnowledgeBase | None,
    offsets: Path | None,
    seed: int,
    say: Callable[[str], object],
) -> dict[str, Any]:
    """Every stage of learned coherence, the one that is best on test A, and that one learned with test A, too."""
    placed = read_places(offsets) if kb is not None and offsets is not None else {}
    sorts = None if kb is None else Sorts(entities, kb)

    def stages(taught: range) -> Iterator[tuple[str, list[ArenaPrepared], Scores]]:
        prepared = list(prepare(documents, entities, taught))
        names = None if sorts is None else PlaceNames(prepared, sorts, placed, taught)
        for stage, scores in learn_stages(prepared, entities, names, taught=taught, seed=seed, say=say):
            yield stage, prepared, scores

    rows: list[dict[str, Any]] = [
        {"stage": stage, **{part: _figures(prepared, scores, PARTS[part]) for part in PARTS}}
        for stage, prepared, scores in stages(PARTS["train"])
    ]
    chosen = max(range(len(rows)), key=lambda at: rows[at]["test A"]["micro"])
    both = range(PARTS["train"].start, PARTS["test A"].stop)
    _, prepared, scores = next(islice(stages(both), chosen, None))
    return {
        "rows": rows,
        "chosen": chosen,
        "learned_from_both": _figures(prepared, scores, PARTS["test B"]),
        "kb": None if kb is None else {"name": kb_name(kb), "id": kb.manifest.id},
        "offsets": bool(placed),
    }


def _figures(documents: Sequence[ArenaPrepared], scores: Scores, part: range) -> dict[str, Any]:
    of_part = [
        tally_of(document, document.best(of_document))
        for document, of_document in zip(documents, scores, strict=True)
        if document.number in part
    ]
    found, interval = measure(of_part), bootstrap_f1(of_part)
    return {
        "micro": round(found.micro.f1, 4),
        "macro": round(found.macro.f1, 4),
        "micro_interval": [round(interval.low, 4), round(interval.high, 4)],
    }


def tally_of(document: ArenaPrepared, answers: Sequence[int]) -> Tally:
    """Counts over the mentions that AIDA links: without NIL, every mention gets a candidate."""
    pairs = [
        (gold or {"not a candidate"}, given)
        for gold, linked, given in zip(document.gold, document.is_linked, answers, strict=True)
        if linked
    ]
    return tally([gold for gold, _ in pairs], [choice for _, choice in pairs])
