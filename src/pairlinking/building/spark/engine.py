"""Spark as the relational engine of a build: each relation is a Parquet folder, complete once it has ``_SUCCESS``."""

from __future__ import annotations

import errno
import json
import re
import shutil
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking._support.files import remove, write_json
from pairlinking.errors import PairLinkingError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["SparkEngine"]

_BATCH_ROWS = 1 << 17
# Most values of a relation occur once or twice: looking for repeated ones takes longer than compressing them.
_PARQUET = {"compression": "zstd", "parquet.enable.dictionary": "false"}
_FORGOTTEN = "_FORGOTTEN"  # file with the number of rows that a table had


class SparkEngine:
    """Spark on one machine or many. The driver never holds a result: it reads the files that the workers wrote.

    Parameters
    ----------
    path
        Name of the database; the folder of this name with ``.spark`` is used. All machines must see it.
    session
        Open session, which stays open.
    """

    at_once = 2  # a small query leaves most cores idle, and planning it uses only one of them

    def __init__(self, path: Path, *, session: SparkSession) -> None:
        self._session = session
        self._folder = path.with_suffix(".spark").absolute()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._numbers = count()
        self._lock = threading.Lock()  # views are created once, by whichever thread needs them first
        # Where each table is, and which have a view: creating one takes as long as a small query; most are never read.
        self._tables: dict[str, Path] = {}
        self._viewed: set[str] = set()
        for table in self._folder.iterdir():
            if table.name.startswith("read-"):
                remove(table)
            elif (table / "_SUCCESS").exists():
                self.load(table.name, table)

    def load(self, table: str, folder: Path) -> None:
        """Make the Parquet files of a folder available as a view to queries that name it."""
        with self._lock:
            self._tables[table] = folder.absolute()
            self._viewed.discard(table)

    def create(self, table: str, sql: str) -> int:
        """Write a folder, unless it is complete."""
        folder = self._folder / table
        if not (folder / "_SUCCESS").exists():
            self._write(self._query(sql), folder)
            self.load(table, folder)
        return _count(folder)

    def define(self, table: str, sql: str) -> None:
        """Create a view."""
        self._query(sql).createOrReplaceTempView(table)

    def read(self, sql: str) -> Iterator[pa.RecordBatch]:
        """The result as Arrow record batches, from files that are removed afterwards."""
        folder = self._folder / f"read-{next(self._numbers)}"
        self._write(self._query(sql), folder)
        try:
            for path in _parts(folder):
                with pq.ParquetFile(path) as file:
                    yield from file.iter_batches(_BATCH_ROWS)
        finally:
            remove(folder)

    def forget(self, table: str) -> None:
        """Remove the rows; the table still counts as made."""
        folder = self._folder / table
        paths = _parts(folder)
        if paths and (folder / "_SUCCESS").exists() and not (folder / _FORGOTTEN).exists():
            write_json(folder / _FORGOTTEN, _count(folder))
            pq.write_table(pq.read_schema(paths[0]).empty_table(), folder / "part-none.parquet")
            for path in paths:
                path.unlink()
            self.load(table, folder)

    def close(self) -> None:
        """Do nothing: the session belongs to whoever opened it."""

    def _query(self, sql: str) -> DataFrame:
        with self._lock:
            for table in self._tables.keys() & set(re.findall(r"\w+", sql)) - self._viewed:
                self._view(table, self._tables[table])
                self._viewed.add(table)
        return self._session.sql(sql)

    def _view(self, table: str, folder: Path) -> None:
        """Create a view with the columns of the first file; without them, Spark would start a job to find them."""
        from pyspark.sql.pandas.types import from_arrow_schema

        reader = self._session.read
        if first := min(folder.glob("*.parquet"), default=None):
            reader = reader.schema(from_arrow_schema(pq.read_schema(first)))
        reader.parquet(folder.as_uri()).createOrReplaceTempView(table)

    def _write(self, frame: DataFrame, folder: Path) -> None:
        try:
            frame.write.mode("overwrite").options(**_PARQUET).parquet(folder.as_uri())
        except Exception as error:
            shutil.rmtree(folder, ignore_errors=True)
            reason = " ".join(str(error).split())
            if "No space left" in reason:
                raise OSError(errno.ENOSPC, "No space left on device", str(folder)) from error
            if type(error).__module__.startswith(("pyspark", "py4j")):
                raise PairLinkingError(f"Spark could not write {folder.name}: {reason[:300]}") from error
            raise


def _parts(folder: Path) -> list[Path]:
    """Files in the order of the result: the ranges of a sorted result are numbered in order."""
    return sorted(folder.glob("part-*.parquet"))


def _count(folder: Path) -> int:
    if (folder / _FORGOTTEN).exists():
        return int(json.loads((folder / _FORGOTTEN).read_text()))
    return sum(pq.read_metadata(path).num_rows for path in _parts(folder))
