"""Facts of the entities that a smaller knowledge base keeps."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from pairlinking._support.progress import Progress
from pairlinking.building.shrinking.kept import Kept
from pairlinking.building.writers.facts import write_facts
from pairlinking.kb.facts import FactColumns

__all__ = ["shrink_facts"]


def shrink_facts(
    columns: FactColumns, kept: Kept, folder: Path, progress: Progress, *, wanted: Collection[str]
) -> dict[str, int]:
    """Write the kinds and the requested columns; never clauses, which are text of the source."""
    names = list(columns.kind_names)
    rows = (
        (new, {name: text for name, text in columns.texts(old).items() if name in wanted}, names[columns.kinds[old]])
        for new, old in enumerate(kept.old.tolist())
    )
    return write_facts(
        folder,
        len(kept),
        ((entity, facts | ({"kind": kind} if kind else {})) for entity, facts, kind in rows),
        progress,
    )
