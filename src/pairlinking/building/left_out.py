"""Rows of tables of names and redirects that the build could not use: one sentence for each file and reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pairlinking.building.engine import Engine, query
from pairlinking.building.loading import quoted
from pairlinking.sources.inputs import InputFile

__all__ = ["find_left_out"]

_REASONS = {
    "unknown_aliases": "names of entities that no source has",
    "unknown_links": "links from or to entities that no source has",
    "dangling_redirects": "redirects that lead to no entity",
    "conflicting_redirects": "redirects that lead elsewhere in an earlier file",
    "redirects_with_page": "redirects whose title has a page of its own",
}


def find_left_out(engine: Engine, files: Sequence[InputFile]) -> tuple[dict[str, int], list[str]]:
    """Counts by reason, and sentences that name the file and the first line."""
    tables = quoted(file.prefix for file in files if file.role == "redirects")
    counts: Counter[str] = Counter()
    sentences = []
    for batch in engine.read(f"{query('left_out', tables=tables)} ORDER BY 2, 1"):
        for row in batch.to_pylist():
            file = files[int(row["file"])]
            noun = "page" if file.kind == "dump" else "line"
            counts[row["reason"]] += row["n"]
            what = f"{row['n']:,} {_REASONS[row['reason']]}"
            sentences.append(f"{file.path}: {what} were left out, the first in {noun} {row['number']}.")
    return dict(sorted(counts.items())), sentences
