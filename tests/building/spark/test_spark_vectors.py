"""Spark counts the tokens of the corpus, and its workers write and rank it, as DuckDB and processes here do."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pairlinking._support.pool import Pools, WorkerPool
from pairlinking._support.progress import Silent
from pairlinking.building import EntityOptions
from pairlinking.building.engine import DuckDBEngine, Engines
from pairlinking.building.spark import SparkEngine, SparkPool
from pairlinking.building.vectors.encoded import TooLittleText
from pairlinking.building.vectors.learn import learn_vectors
from pairlinking.building.vectors.vectors import VectorOptions
from tests.building.small_wiki import SMALL_VECTORS, build, small_dump
from tests.spark import spark_session

# PySpark leaves sockets to its workers open until they end.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


def test_vectors_by_spark_are_those_by_duckdb(tmp_path: Path) -> None:
    session = spark_session()
    kb = build(small_dump(tmp_path / "dump.xml"), tmp_path / "kb", vectors=None, workers=1)

    def learn(folder: Path, options: VectorOptions, engines: Engines, pools: Pools) -> dict[str, Any]:
        learnt = learn_vectors(
            kb.path,
            folder / "corpus",
            EntityOptions(),
            options,
            1,
            Silent(),
            memory="1GB",
            engines=engines,
            folder=folder / "vectors",
            pools=pools,
        )
        files = {path.name: path.read_bytes() for path in (folder / "vectors").iterdir()}
        return learnt | files | {name: (folder / "corpus" / name).read_bytes() for name in ("all.ids.npy",)}

    spark = (partial(SparkEngine, session=session), lambda _: SparkPool(session.sparkContext))
    by_duckdb = learn(tmp_path / "duckdb", SMALL_VECTORS, DuckDBEngine, WorkerPool)
    assert learn(tmp_path / "spark", SMALL_VECTORS, *spark) == by_duckdb
    assert by_duckdb["vectors"] > 40
    with pytest.raises(TooLittleText, match=r"no word .* the most frequent one \d+ times"):
        learn(tmp_path / "rare", VectorOptions(min_count=10**6), *spark)
