"""Spark in place of DuckDB and of processes of this machine: ``build(..., **spark_options("local[2]"))``."""

from __future__ import annotations

from functools import partial
from typing import Any

from pairlinking._support.spark_session import open_session
from pairlinking.building.spark.engine import SparkEngine
from pairlinking.building.spark.pool import SparkPool

__all__ = ["SparkEngine", "SparkPool", "spark_options"]


def spark_options(master: str) -> dict[str, Any]:
    """Options of `build`: relations and tasks over shards on a cluster, or on this machine with ``local[2]``."""
    session = open_session(master)
    return {"engines": partial(SparkEngine, session=session), "pools": lambda _: SparkPool(session.sparkContext)}
