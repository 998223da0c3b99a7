"""Spark as the relational engine of a build: each relation is a folder of Parquet, whole once it has ``_SUCCESS``."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking._support.files import remove
from pairlinking.errors import PairLinkingError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["SparkEngine"]

_BATCH_ROWS = 1 << 17


class SparkEngine:
    """Spark on one machine or many. The driver never holds a result: it reads the files that the workers wrote.

    Parameters
    ----------
    path
        Name of the database; the folder of this name with ``.spark`` is used. All machines must see it.
    session
        Open session, which stays open.
    """

    def __init__(self, path: Path, *, session: SparkSession) -> None:
        self._session = session
        self._folder = path.with_suffix(".spark").absolute()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._numbers = count()
        for table in self._folder.iterdir():
            if table.name.startswith("read-"):
                remove(table)
            elif (table / "_SUCCESS").exists():
                self._view(table.name, table, _parts(table))

    def load(self, table: str, folder: Path) -> None:
        """Make a view of the Parquet files of a folder."""
        self._view(table, folder.absolute(), sorted(folder.glob("*.parquet")))

    def create(self, table: str, sql: str) -> int:
        """Write a folder, unless it is whole already."""
        folder = self._folder / table
        if not (folder / "_SUCCESS").exists():
            self._write(self._session.sql(sql), folder)
            (folder / "_ROWS").write_text(json.dumps(sum(pq.read_metadata(each).num_rows for each in _parts(folder))))
            self._view(table, folder, _parts(folder))
        return int(json.loads((folder / "_ROWS").read_text()))

    def read(self, sql: str) -> Iterator[pa.RecordBatch]:
        """Record batches of Arrow, from files that are removed behind the reader."""
        folder = self._folder / f"read-{next(self._numbers)}"
        self._write(self._session.sql(sql), folder)
        try:
            for path in _parts(folder):
                with pq.ParquetFile(path) as file:
                    yield from file.iter_batches(_BATCH_ROWS)
        finally:
            remove(folder)

    def forget(self, table: str) -> None:
        """Remove the rows; the table counts as made."""
        folder = self._folder / table
        if (folder / "_SUCCESS").exists() and len(_parts(folder)) > 0:
            schema = pq.read_schema(_parts(folder)[0])
            for path in _parts(folder):
                path.unlink()
            pq.write_table(schema.empty_table(), folder / "part-00000-none.parquet")
            self._view(table, folder, _parts(folder))

    def close(self) -> None:
        """Nothing: the session belongs to whoever opened it."""

    def _view(self, table: str, folder: Path, files: list[Path]) -> None:
        """A view with the columns of the first file; Spark alone would start a job to find these out."""
        from pyspark.sql.pandas.types import from_arrow_schema

        reader = self._session.read
        if files:
            reader = reader.schema(from_arrow_schema(pq.read_schema(files[0])))
        reader.parquet(folder.as_uri()).createOrReplaceTempView(table)

    def _write(self, frame: DataFrame, folder: Path) -> None:
        try:
            frame.write.mode("overwrite").option("compression", "zstd").parquet(folder.as_uri())
        except Exception as error:
            shutil.rmtree(folder, ignore_errors=True)
            told = " ".join(str(error).split())
            if "No space left" in told:
                raise OSError(errno.ENOSPC, "No space left on device", str(folder)) from error
            if type(error).__module__.startswith(("pyspark", "py4j")):
                raise PairLinkingError(f"Spark could not write {folder.name}: {told[:300]}") from error
            raise


def _parts(folder: Path) -> list[Path]:
    """Files in the order of the result: sorted ranges have rising numbers."""
    return sorted(folder.glob("part-*.parquet"))
