"""Links one file of JSON lines or Parquet into another, which appears under its name once it is complete."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import pyarrow as pa

from pairlinking.errors import DocumentError, SourceError
from pairlinking.interfaces.bulk import ERROR, LINKED, link_batch, link_rows, worker_linker
from pairlinking.interfaces.json_lines import numbered_lines, read_object, with_links
from pairlinking.linking.documents import read_document
from pairlinking.linking.json_text import json_bytes

if TYPE_CHECKING:
    from pairlinking.linking import Linker
    from pairlinking.linking.documents import TextDocument

__all__ = ["UNFINISHED", "LinkedFile", "can_be_linked", "link_file", "link_file_in_worker"]

_PARQUET = ".parquet"
_SUFFIXES = (".jsonl", ".ndjson", ".json", _PARQUET)
UNFINISHED = "_linking"  # folder within the output, for files that are not complete; Spark ignores such names
_ROWS = 2_000  # of Parquet that are in memory at a time


def can_be_linked(path: Path) -> bool:
    """Whether a file is of a kind that is linked, by its name; hidden ones are not, as for Spark.

    >>> [can_be_linked(Path(name)) for name in ("a.jsonl", "B.PARQUET", ".c.jsonl", "_d.json", "e.txt")]
    [True, True, False, False, False]
    """
    return path.suffix.lower() in _SUFFIXES and not path.name.startswith((".", "_"))


class LinkedFile(NamedTuple):
    """The number of rows of a file, how many of them have an ``error``, and why it could not be linked at all."""

    rows: int
    bad: int
    problem: str | None = None


def link_file(linker: Linker, path: Path, target: Path, workers: int = 1) -> LinkedFile:
    """Link a file. If it cannot be read, there is no target, and the result says why."""
    # A unique name: on a cluster, a worker that was given up for dead may still be writing.
    part = target.parent / UNFINISHED / f"{target.name}.{uuid4().hex[:8]}"
    write = _link_parquet if path.suffix.lower() == _PARQUET else _link_lines
    try:
        if not path.is_file():
            raise SourceError(f"{path} is not a file. If it is a folder of files, link that folder separately.")
        found = write(linker, path, part, workers)
    except SourceError as error:
        part.unlink(missing_ok=True)
        return LinkedFile(0, 0, str(error))
    os.replace(part, target)
    return found


def link_file_in_worker(kb: str | None, options: tuple[tuple[str, Any], ...], path: Path, target: Path) -> LinkedFile:
    """Like `link_file`, with a linker that this process opens only once."""
    return link_file(worker_linker(kb, options), path, target)


def _link_lines(linker: Linker, path: Path, part: Path, workers: int) -> LinkedFile:
    rows = bad = 0
    linked = link_rows(linker, map(_line_document, _lines(path)), workers)
    with part.open("wb") as file:
        for line, (document, error) in zip(_lines(path), linked, strict=True):
            if document is None:
                record = _unlinked(line) | {ERROR: error}
            else:
                given = read_object(line)
                given.pop(ERROR, None)  # of an earlier run
                record = with_links(given, document, evidence=False, candidates=0) | {"id": given.get("id")}
            file.write(json_bytes(record) + b"\n")
            rows, bad = rows + 1, bad + (error is not None)
    return LinkedFile(rows, bad)


def _lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        for _, line in numbered_lines(file):
            yield line


def _unlinked(line: bytes) -> dict[str, Any]:
    try:
        return read_object(line)
    except DocumentError:
        return {"line": line.decode(errors="replace").rstrip("\r\n")}


def _line_document(line: bytes) -> Callable[[], TextDocument]:
    return lambda: read_document(read_object(line))


def _link_parquet(linker: Linker, path: Path, part: Path, workers: int) -> LinkedFile:
    import pyarrow.parquet as pq

    rows = bad = 0
    try:
        opened = pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        reason = str(error).rstrip(".")
        raise SourceError(f"{path} is not a complete Parquet file: {reason}. Remove it, or write it again.") from None
    with opened as file:
        schema = file.schema_arrow
        if "text" not in schema.names:
            raise SourceError(f"{path} needs a column 'text'. It has: {', '.join(schema.names)}.")
        if taken := {LINKED, ERROR} & set(schema.names):
            raise SourceError(f"{path} has a column '{min(taken)}', which linking adds. Rename it.")
        mentions = "mentions" if "mentions" in schema.names else None
        none = pa.RecordBatch.from_pylist([], schema)
        with pq.ParquetWriter(part, link_batch(linker, none, "text", mentions).schema, compression="zstd") as writer:
            for batch in file.iter_batches(_ROWS):
                found = link_batch(linker, batch, "text", mentions, workers)
                writer.write_batch(found)
                rows, bad = rows + len(found), bad + len(found) - found.column(ERROR).null_count
    return LinkedFile(rows, bad)
