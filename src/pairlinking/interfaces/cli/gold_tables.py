"""Gold data as tables: how much of it a knowledge base has, and what was wrong in its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pairlinking.interfaces.cli.show import Table

if TYPE_CHECKING:
    from pairlinking.evaluation.documents import Notes
    from pairlinking.evaluation.gold import Coverage, Gold
    from pairlinking.kb import KnowledgeBase

__all__ = ["coverage_table", "lacking_tables", "note_rows", "note_tables", "record_of"]

_SHOWN = 10


def coverage_table(
    kb: KnowledgeBase, rule: str, found: Sequence[tuple[Gold, Coverage, float | None]], absent: Sequence[str] = ()
) -> Table:
    """Documents and mentions of gold data, and those that count; the share whose entity is among the candidates."""
    not_there = [(name, "not there", "", "", "", "") for name in absent]
    rows = [
        (
            gold.label,
            f"{each.counted_documents:,} of {each.documents:,}",
            each.mentions,
            each.linked,
            f"{each.counted:,} of {each.linked:,} ({each.counted / max(each.linked, 1):.0%})",
            *([] if recall is None else [f"{recall:.1%}"]),
        )
        for gold, each, recall in found
    ]
    columns = ["data set", "documents", "mentions", "with an entity", "which the KB has", "among the candidates"]
    columns = columns[: len(rows[0])]
    what = "What counts: mentions whose entity is" if rule == "in-kb" else "Mentions, and those whose entity is"
    title = f"{what} in the knowledge base (KB) {kb.path.name}"
    return Table(title, columns, [*rows, *not_there])


def lacking_tables(found: Sequence[tuple[Gold, Coverage, float | None]]) -> list[Table]:
    """Names in gold data that the knowledge base lacks, the most frequent first."""
    tables = []
    for gold, each, _ in found:
        rows = list(each.lacking.items())
        title = f"{gold.label}: the KB lacks the entity of {sum(each.lacking.values()):,} mentions"
        most = f", of {len(rows):,} entities; the most frequent" if len(rows) > _SHOWN else ""
        tables.append(Table(title + most, ("entity", "mentions"), rows[:_SHOWN]))
    return [table for table in tables if table.rows]


def note_tables(notes: Sequence[tuple[str, Notes]], *, with_corrected: bool) -> list[Table]:
    """What was skipped, always; and what was corrected."""
    kinds = [("skipped", "Skipped"), *([("corrected", "Wrong in the files, and corrected")] if with_corrected else [])]
    tables = []
    for kind, title in kinds:
        rows = [
            (label, row["number"], row["reason"], row["first"])
            for label, each in notes
            for row in note_rows(each, kind)
        ]
        tables.append(Table(title, ("from", "how many", "what", "first"), rows))
    return [table for table in tables if table.rows]


def note_rows(notes: Notes, kind: str) -> list[dict[str, Any]]:
    """Each reason with how often and where first it occurred; `kind` is ``skipped`` or ``corrected``."""
    places: dict[str, list[str]] = {}
    for each in notes.corrected if kind == "corrected" else ():
        places.setdefault(each.reason, []).append(each.place)
    for skipped in notes.skipped if kind == "skipped" else ():
        places.setdefault(f"{skipped.what}: {skipped.reason}", []).append(skipped.place)
    return [{"reason": reason, "number": len(at), "first": at[0]} for reason, at in places.items()]


def record_of(gold: Gold, found: Coverage, recall: float | None) -> dict[str, Any]:
    """The same data as JSON."""
    return {
        "data_set": gold.label,
        "gold": gold.name,
        **asdict(found),
        "candidate_recall": recall,
        "skipped": note_rows(gold.notes, "skipped"),
        "corrected": note_rows(gold.notes, "corrected"),
    }
