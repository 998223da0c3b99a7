"""Figures of coherence that is learned in stages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pairlinking.building.named import kb_name
from pairlinking.evaluation.metrics import Tally, measure, tally
from pairlinking.evaluation.significance import bootstrap_f1
from pairlinking.kb import KnowledgeBase
from reproduction.arena.entities import ArenaEntities
from reproduction.arena.offsets import read_places
from reproduction.arena.place_names import PlaceNames
from reproduction.arena.pprforned import PARTS
from reproduction.arena.scorer import ArenaPrepared
from reproduction.arena.sorts import Sorts
from reproduction.arena.stages import learn_stages

__all__ = ["learned_figures", "tally_of"]


def learned_figures(
    documents: Sequence[ArenaPrepared],
    entities: ArenaEntities,
    kb: KnowledgeBase | None,
    offsets: Path | None,
    seed: int,
    say: Callable[[str], object],
) -> dict[str, Any]:
    """Every stage of learned coherence with its intervals, and the one that is best on test A."""
    placed = read_places(offsets) if kb is not None and offsets is not None else {}
    names = None if kb is None else PlaceNames(documents, Sorts(entities, kb), placed)
    rows = []
    for stage, scores in learn_stages(documents, entities, names, seed=seed, say=say):
        row: dict[str, Any] = {"stage": stage}
        for part in ("test A", "test B"):
            of_part = [
                tally_of(document, document.best(of_document))
                for document, of_document in zip(documents, scores, strict=True)
                if document.number in PARTS[part]
            ]
            found, interval = measure(of_part), bootstrap_f1(of_part)
            row[part] = {
                "micro": round(found.micro.f1, 4),
                "macro": round(found.macro.f1, 4),
                "micro_interval": [round(interval.low, 4), round(interval.high, 4)],
            }
        rows.append(row)
    chosen = max(range(len(rows)), key=lambda at: rows[at]["test A"]["micro"])
    knows = {"kb": None if kb is None else {"name": kb_name(kb), "id": kb.manifest.id}, "offsets": bool(placed)}
    return {"rows": rows, "chosen": chosen, **knows}


def tally_of(document: ArenaPrepared, answers: Sequence[int]) -> Tally:
    """Counts over the mentions that AIDA links: NIL is not on offer here, every mention gets a candidate."""
    pairs = [
        (gold or {"not a candidate"}, given)
        for gold, linked, given in zip(document.gold, document.is_linked, answers, strict=True)
        if linked
    ]
    return tally([gold for gold, _ in pairs], [choice for _, choice in pairs])
