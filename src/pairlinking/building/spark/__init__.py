"""Spark instead of DuckDB and local processes: ``build(..., **spark_options("local[2]"))``."""

from __future__ import annotations

from functools import partial
from typing import Any

from pairlinking._support.spark_session import cores_here, open_session
from pairlinking.building.engine import check_memory, default_memory, heap_within
from pairlinking.building.spark.engine import SparkEngine
from pairlinking.building.spark.pool import SparkPool

__all__ = ["SparkEngine", "SparkPool", "spark_options"]


def spark_options(master: str, memory: str | None = None) -> dict[str, Any]:
    """Options of `build`: relations and tasks over shards on a cluster, or on this machine with ``local[2]``.

    Parameters
    ----------
    memory
        As for `build`. On this machine, Java and the Python processes share it.
    """
    memory = check_memory(default_memory() if memory is None else memory)
    session = open_session(master, heap=heap_within(memory, cores_here(master) or 0))
    return {"engines": partial(SparkEngine, session=session), "pools": lambda _: SparkPool(session.sparkContext)}
