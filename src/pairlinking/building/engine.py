"""What the build needs from a relational engine, and DuckDB as one.

A query is a file in `sql/`: one SELECT in the common subset of DuckDB and Spark SQL, with ``${name}`` for parameters.
The engine decides how results are stored, so another engine is another class with the methods of `Engine`.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from pairlinking._support.memory import memory_there_is
from pairlinking.building.room import reserve
from pairlinking.errors import PairLinkingError, ParameterError

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "DuckDBEngine",
    "Engine",
    "Engines",
    "check_memory",
    "default_memory",
    "heap_within",
    "megabytes",
    "query",
    "workers_within",
]

_BATCH_ROWS = 1 << 17
_MEMORY_PER_THREAD = 250  # MB; with less, DuckDB fails on joins that it could spill to disk
_MEMORY_OF_DRIVER, _MEMORY_PER_WORKER = 200, 350  # MB; a worker holds a shard of 16 MB and what is made from it
_FOR_ENGINE = 0.75  # share of the memory: DuckDB and Java exceed their limit somewhat, and Python needs some too
_WATCH_EVERY = 0.5  # seconds
_UNITS = {"K": 1e-3, "M": 1.0, "G": 1e3, "T": 1e6}


def query(name: str, **parameters: object) -> str:
    """SQL of the file `name`, with its parameters filled in.

    >>> print(query("redirect_ends", before="hop_6").splitlines()[2])
    FROM hop_6 AS a
    """
    text = (files("pairlinking.building") / "sql" / f"{name}.sql").read_text(encoding="utf-8")
    return re.sub(r"\$\{(\w+)\}", lambda found: str(parameters[found[1]]), text)


def check_memory(memory: str, owner: str = "build") -> str:
    """Return `memory` if it is a size such as ``"2GB"``."""
    if not re.fullmatch(r"\d+(\.\d+)?\s*[KMGT]i?B", memory, re.IGNORECASE) or not float(memory.rstrip("kmgtibKMGTIB ")):
        raise ParameterError(f"The 'memory' parameter of {owner} must be a size such as '2GB'. Got {memory!r} instead.")
    return memory


def default_memory() -> str:
    """Half of the memory of this machine or container, but at least 1 GB.

    >>> default_memory().endswith("MB")
    True
    """
    return f"{max(1000, memory_there_is() // 2_000_000)}MB"


def workers_within(memory: str, workers: int) -> int:
    """The given number of processes, or fewer if together they would need more than `memory`.

    >>> workers_within("1GB", 8), workers_within("16GB", 8)
    (2, 8)
    """
    return max(1, min(workers, int((megabytes(memory) - _MEMORY_OF_DRIVER) // _MEMORY_PER_WORKER)))


def heap_within(memory: str, workers: int) -> int:
    """Megabytes for Java, which shares `memory` with this process and its Python workers; Spark needs a thousand.

    >>> heap_within("2GB", 2), heap_within("16GB", 8)
    (1000, 9750)
    """
    beside = _MEMORY_OF_DRIVER + workers * _MEMORY_PER_WORKER
    return max(1000, int(_FOR_ENGINE * (megabytes(memory) - beside)))


def megabytes(memory: str) -> float:
    """A size such as ``"2GB"`` as a number of megabytes."""
    number = re.match(r"[\d.]+", memory)
    assert number is not None, memory
    return float(number[0]) * _UNITS[memory[number.end() :].strip()[0].upper()]


class Engine(Protocol):
    """Runs queries over the tables of a source.

    Attributes
    ----------
    at_once
        How many relations it can make at the same time, called from several threads.
    """

    at_once: int

    def load(self, table: str, folder: Path) -> None:
        """Make the Parquet files of a folder available as a table."""

    def create(self, table: str, sql: str) -> int:
        """Store the result of a query as a table, unless it exists, and return its number of rows."""

    def define(self, table: str, sql: str) -> None:
        """Give a query a name without storing its result: queries that read it evaluate it."""

    def read(self, sql: str) -> Iterator[pa.RecordBatch]:
        """Result of a query, piece by piece."""

    def forget(self, table: str) -> None:
        """Drop the rows of a table that no later query reads. It counts as made and is empty from now on."""

    def close(self) -> None:
        """Release files and memory."""


# Creates the engine that stores its tables in a file or folder of this name.
Engines: TypeAlias = Callable[[Path], Engine]


class DuckDBEngine:
    """DuckDB on one machine: spills to disk beyond its memory, and keeps finished tables after a crash.

    Parameters
    ----------
    path
        File of the database; what does not fit in memory is written next to it.
    memory
        Limit for the whole process, such as ``"2GB"``.
    threads
        Maximum number of threads; fewer are used if each would have too little memory.
    """

    at_once = 1  # one query uses all threads

    def __init__(self, path: Path, *, memory: str = "1GB", threads: int = 1) -> None:
        import duckdb

        self._errors = duckdb
        check_memory(memory)
        config: dict[str, str | bool | int | float | list[str]] = {
            "threads": max(1, min(threads, int(megabytes(memory) // _MEMORY_PER_THREAD))),
            "memory_limit": f"{max(1, int(_FOR_ENGINE * megabytes(memory)))}MB",
            "temp_directory": str(path.with_suffix(".spill")),
            # Queries sort where order matters; preserving it elsewhere costs memory.
            "preserve_insertion_order": False,
        }
        self._folder = path.parent
        with self._clear_errors():
            self._connection = duckdb.connect(str(path), config=config)
            # By default every compression method is tried on every column, which takes as long as the query itself.
            self._connection.execute("SET force_compression = 'zstd'")

    def load(self, table: str, folder: Path) -> None:
        """Create a view of the Parquet files of a folder."""
        pattern = str(folder / "*.parquet").replace("'", "''")
        self._run(f"CREATE OR REPLACE VIEW {table} AS SELECT * FROM read_parquet('{pattern}')")

    def create(self, table: str, sql: str) -> int:
        """Create a table, completely or not at all."""
        self._run(f"CREATE TABLE IF NOT EXISTS {table} AS {sql}")
        with self._clear_errors():
            ((count,),) = self._connection.sql(f"SELECT count(*) FROM {table}").fetchall()
        return int(count)

    def define(self, table: str, sql: str) -> None:
        """Create a view."""
        self._run(f"CREATE OR REPLACE VIEW {table} AS {sql}")

    def forget(self, table: str) -> None:
        """Empty the table; the next one reuses its space in the file."""
        self._run(f"DELETE FROM {table}")
        self._run("CHECKPOINT")

    def read(self, sql: str) -> Iterator[pa.RecordBatch]:
        """The result as Arrow record batches."""
        with self._clear_errors():
            # A cursor of its own, so that several can be read at the same time.
            yield from self._connection.cursor().sql(sql).to_arrow_reader(_BATCH_ROWS)

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def _run(self, sql: str) -> None:
        with self._clear_errors(), self._watched():
            self._connection.execute(sql)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Stop a query that fills the disk: DuckDB accepts a limit for what it spills, but does not obey it."""
        done, full = threading.Event(), threading.Event()

        def watch() -> None:
            while not done.wait(_WATCH_EVERY):
                if shutil.disk_usage(self._folder).free < least:
                    full.set()
                    self._connection.interrupt()

        least = reserve(self._folder)
        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        except self._errors.InterruptException as error:
            if full.is_set():
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._folder)) from error
            raise
        finally:
            done.set()
            watcher.join()

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except self._errors.OutOfMemoryException as error:
            raise PairLinkingError(
                f"DuckDB needs more memory than it may use: {str(error).splitlines()[0]} Run the same command again "
                "with a higher --memory: it resumes where it stopped."
            ) from error
        except (
            self._errors.IOException,
            self._errors.TransactionException,
            self._errors.FatalException,
            self._errors.InternalException,
        ) as error:
            raise OSError(errno.EIO, str(error).splitlines()[0]) from error
