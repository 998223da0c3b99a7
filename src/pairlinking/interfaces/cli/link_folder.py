"""``pairlinking link FOLDER --output FOLDER``: many files of JSON lines or Parquet, in processes or on Spark.

Each file becomes one of the same name, written aside and renamed when it is whole: what was stopped goes on with the
first file that is not there yet.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairlinking._support.terminal import TerminalProgress
from pairlinking.errors import DocumentError, ParameterError, SourceError
from pairlinking.interfaces.bulk import ERROR, LINKED, link_batch, link_rows, row_document

if TYPE_CHECKING:
    from pairlinking.interfaces.cli.linking_options import Linking
    from pairlinking.linking import Linker
    from pairlinking.linking.documents import TextDocument

__all__ = ["link_folder"]

_JSON = (".jsonl", ".ndjson", ".json")
_PARQUET = ".parquet"
_ROWS = 2_000  # of Parquet that are held at a time


def link_folder(
    names: list[str], output: Path, *, linking: Linking, workers: int, master: str | None, quiet: bool
) -> None:
    """Link all files of a folder into another one; bad rows have an ``error`` there."""
    if len(names) != 1 or not Path(names[0]).is_dir():
        raise ParameterError("--output needs one folder of JSON lines or Parquet to link.")
    source = Path(names[0])
    files = sorted(path for path in source.iterdir() if path.suffix in (*_JSON, _PARQUET))
    if not files:
        raise SourceError(f"{source} has no .jsonl and no .parquet files. Name the folder that has them.")
    if output.resolve() == source.resolve():
        raise ParameterError(f"--output {output} is the folder that is read. Name another one.")
    with TerminalProgress(quiet=True if quiet else None, stopped="Stopped. The same command goes on.") as progress:
        progress.start("Linking", total=len(files), unit="files")
        if master is not None:
            _on_spark(files, output, master, linking)
            progress.finish(f"{len(files):,} files")
            return
        linker = linking.open_linker(progress)
        progress.start("Linking", total=len(files), unit="files")
        output.mkdir(parents=True, exist_ok=True)
        rows = bad = 0
        for done, path in enumerate(files, 1):
            target = output / path.name
            if not target.exists():
                part = output / f"{path.name}.part"
                write = _link_parquet if path.suffix == _PARQUET else _link_lines
                counts = write(linker, path, part, workers)
                os.replace(part, target)
                rows, bad = rows + counts[0], bad + counts[1]
            progress.update(done)
        progress.finish(f"{len(files):,} files, {rows:,} documents linked now, {bad:,} of them with an error")


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
    with pq.ParquetFile(path) as file:
        names = file.schema_arrow.names
        if "text" not in names or {LINKED, ERROR} & set(names):
            raise SourceError(f"{path} needs a column 'text', and none named '{LINKED}' or '{ERROR}'. It has: {names}.")
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


def _on_spark(files: list[Path], output: Path, master: str, linking: Linking) -> None:
    from pairlinking._support.spark_session import open_session
    from pairlinking.spark import link

    session = open_session(master)
    kinds: dict[str, list[str]] = {}
    for path in files:
        kinds.setdefault("parquet" if path.suffix == _PARQUET else "json", []).append(path.absolute().as_uri())
    if len(kinds) > 1:
        raise ParameterError("The folder has JSON lines and Parquet. With --master, link one kind at a time.")
    ((kind, paths),) = kinds.items()
    frame = session.read.format(kind).load(paths)
    mentions = "mentions" if "mentions" in frame.columns else None
    linked = link(frame, kb=linking.kb, mentions=mentions, **linking.options)
    linked.write.mode("errorifexists").format(kind).save(output.absolute().as_uri())
