"""For spreadsheets and data frames: one row per mention, separated by commas or tabs."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from pairlinking.interfaces.cli.formats.base import FORMATS, Format

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pairlinking.interfaces.cli.reading import ReadDocument
    from pairlinking.linking import LinkedDocument

__all__ = ["COLUMNS", "Separated"]

COLUMNS = ("document", "start", "end", "mention", "id", "title", "url", "kind", "confidence")


@FORMATS.register("csv", dialect="excel")
@FORMATS.register("tsv", dialect="excel-tab")
class Separated(Format):
    """A row for every mention, below a header row; columns of the entity are empty if there is no link.

    White space within a mention becomes one space, so that every mention is on one line.
    """

    def __init__(self, *, dialect: str, **common: Any) -> None:
        super().__init__(**common)
        self._dialect = dialect

    def head(self) -> str:
        """The names of the columns."""
        return self._rows([COLUMNS])

    def document(self, read: ReadDocument, linked: LinkedDocument) -> str:
        """One document with its links."""
        name = str(read.origin) if linked.id is None else linked.id
        rows = []
        for link in linked:
            entity = link.entity
            facts = (
                ("", "", "", "", "")
                if entity is None
                else (entity.id, entity.title, entity.url or "", entity.kind or "", f"{link.confidence:.4f}")
            )
            rows.append((name, link.start, link.end, link.label, *facts))
        return self._rows(rows)

    def _rows(self, rows: Iterable[tuple[object, ...]]) -> str:
        out = io.StringIO()
        csv.writer(out, self._dialect, lineterminator="\n").writerows(rows)
        return out.getvalue()
