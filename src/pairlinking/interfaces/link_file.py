"""Links one file of JSON lines or Parquet into another, which is renamed to its final name once it is complete."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pyarrow as pa

from pairlinking.errors import DocumentError, SourceError
from pairlinking.interfaces.bulk import ERROR, LINKED, link_batch, link_rows, row_document, worker_linker

if TYPE_CHECKING:
    from pairlinking.linking import Linker
    from pairlinking.linking.documents import TextDocument

__all__ = ["PART", "SUFFIXES", "link_file", "link_file_in_worker"]

_PARQUET = ".parquet"
SUFFIXES = (".jsonl", ".ndjson", ".json", _PARQUET)
PART = ".part"  # suffix of a file that is not complete yet
_ROWS = 2_000  # of Parquet that are in memory at a time


def link_file(linker: Linker, path: Path, target: Path, workers: int = 1) -> tuple[int, int]:
    """Link a file; returns its number of rows, and how many of them have an ``error``."""
    # A unique name: on a cluster, a worker that was given up for dead may still be writing.
    part = target.with_name(f"{target.name}.{uuid4().hex[:8]}{PART}")
    write = _link_parquet if path.suffix == _PARQUET else _link_lines
    counts = write(linker, path, part, workers)
    os.replace(part, target)
    return counts


def link_file_in_worker(
    kb: str | None, options: tuple[tuple[str, Any], ...], path: Path, target: Path
) -> tuple[int, int]:
    """Like `link_file`, with a linker that this process opens only once."""
    return link_file(worker_linker(kb, options), path, target)


def _link_lines(linker: Linker, path: Path, part: Path, workers: int) -> tuple[int, int]:
    rows = bad = 0
    with path.open("rb") as first, path.open("rb") as second, part.open("w", encoding="utf-8") as file:
        linked = link_rows(linker, map(_line_document, filter(bytes.strip, first)), workers)
        for line, (mentions, error) in zip(filter(bytes.strip, second), linked, strict=True):
            record = _record(line)
            record |= {"mentions": mentions} if error is None else {ERROR: error}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
            rows, bad = rows + 1, bad + (error is not None)
    return rows, bad


def _record(line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError:
        record = None
    return record if isinstance(record, dict) else {"line": line.decode(errors="replace").rstrip("\r\n")}


def _line_document(line: bytes) -> Callable[[], TextDocument]:
    def make() -> TextDocument:
        try:
            record = json.loads(line)
        except ValueError as error:
            raise DocumentError(f"The line is not JSON: {error}.") from None
        if not isinstance(record, dict):
            raise DocumentError("The line is not a JSON object.")
        return row_document(record.get("text"), record.get("mentions"))

    return make


def _link_parquet(linker: Linker, path: Path, part: Path, workers: int) -> tuple[int, int]:
    import pyarrow.parquet as pq

    rows = bad = 0
    try:
        opened = pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise SourceError(f"{path} is not a complete Parquet file: {error} Remove it, or write it again.") from None
    with opened as file:
        names = file.schema_arrow.names
        if "text" not in names:
            raise SourceError(f"{path} needs a column 'text'. It has: {', '.join(names)}.")
        if taken := {LINKED, ERROR} & set(names):
            raise SourceError(f"{path} has a column '{min(taken)}', which linking adds. Rename it.")
        mentions = "mentions" if "mentions" in names else None
        writer = None
        for batch in file.iter_batches(_ROWS):
            found = link_batch(linker, batch, "text", mentions, workers)
            writer = writer or pq.ParquetWriter(part, found.schema, compression="zstd")
            writer.write_batch(found)
            rows, bad = rows + len(found), bad + len(found) - found.column(ERROR).null_count
        if writer is None:
            empty = link_batch(linker, file.schema_arrow.empty_table().to_batches(1)[0], "text", mentions)
            writer = pq.ParquetWriter(part, empty.schema)
        writer.close()
    return rows, bad
