"""A build with Spark gives the same files as one with DuckDB, even if it was stopped in between."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pairlinking._support.locking import locked
from pairlinking.building import EntityOptions
from pairlinking.building.engine import DuckDBEngine
from pairlinking.building.spark import SparkEngine, SparkPool
from pairlinking.errors import KnowledgeBaseError, PairLinkingError
from pairlinking.kb import KnowledgeBase
from tests.building.small_wiki import build, checksums, small_dump
from tests.spark import spark_session

# PySpark leaves sockets to its workers open until they end.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

LINKED = EntityOptions(entities="linked", min_links=1, holdout=0.1)


@pytest.fixture(scope="module")
def session() -> Any:
    return spark_session()


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = small_dump(tmp_path_factory.mktemp("source") / "dump.xml", n=60)
    text = path.read_text()
    # Letters whose lower or upper case is longer, or depends on their place, in the rules of some languages.
    odd = "[[İstanbul|İSTANBUL]] [[Istanbul|istanbul]] [[ΟΔΟΣ]] [[οδος|ΟΔΟΣ]] [[ǰanel|ǰ]] [[O'Neil|o''neil]]"
    path.write_text(text.replace("lies near", f"lies near {odd} and", 3))
    return path


@pytest.fixture(scope="module")
def by_duckdb(dump: Path, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return build(dump, tmp_path_factory.mktemp("kb") / "kb", entities=LINKED, vectors=None, workers=1)


class _Stopped(NamedTuple):
    """A build that was stopped twice, and the relations that Spark made before and after that."""

    kb: KnowledgeBase
    before: list[str]
    after: list[str]


@pytest.fixture(scope="module")
def by_spark(dump: Path, session: Any, tmp_path_factory: pytest.TempPathFactory) -> _Stopped:
    """Begun with DuckDB, stopped, continued with Spark, stopped, and finished: a Spark build takes many seconds."""
    made: list[str] = []
    stops = {"entities"}

    class StoppingDuckDB(DuckDBEngine):
        def create(self, table: str, sql: str) -> int:
            if table in stops:
                raise KeyboardInterrupt
            return super().create(table, sql)

    class StoppingSpark(SparkEngine):
        def create(self, table: str, sql: str) -> int:
            if table in stops:
                raise KeyboardInterrupt
            if not (self._folder / table / "_SUCCESS").exists():
                made.append(table)
            return super().create(table, sql)

    output = tmp_path_factory.mktemp("spark") / "kb"
    go_on = partial(build, dump, output, entities=LINKED, vectors=None, workers=1)
    spark: dict[str, Any] = {
        "engines": partial(StoppingSpark, session=session),
        "pools": lambda _: SparkPool(session.sparkContext),
    }
    with pytest.raises(KeyboardInterrupt):
        go_on(engines=StoppingDuckDB)
    with pytest.raises(KeyboardInterrupt):
        go_on(**spark)
    stops.clear()
    before = made.copy()
    return _Stopped(go_on(**spark), before, made[len(before) :])


def test_the_same_files_as_with_duckdb(by_duckdb: KnowledgeBase, by_spark: _Stopped) -> None:
    assert checksums(by_spark.kb) == checksums(by_duckdb)
    assert by_spark.kb.manifest.counts == by_duckdb.manifest.counts
    assert [path.name for path in by_spark.kb.path.parent.iterdir()] == ["kb"]


def test_a_stopped_build_goes_on_after_its_last_whole_relation(by_spark: _Stopped) -> None:
    assert "entities" in by_spark.after
    assert not set(by_spark.before) & set(by_spark.after)


def test_relations_of_one_engine_are_not_taken_for_those_of_another(by_spark: _Stopped) -> None:
    assert "page_list" in by_spark.before


def _die_once(marker: str) -> int:
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 7


def test_a_task_whose_worker_is_killed_is_run_again(session: Any, tmp_path: Path) -> None:
    assert list(SparkPool(session.sparkContext).run([partial(_die_once, str(tmp_path / "died"))])) == [7]
    assert (tmp_path / "died").exists()


def test_an_error_of_a_task_keeps_its_words(session: Any) -> None:
    with pytest.raises(PairLinkingError, match=r"There is no file nowhere.xml"):
        list(SparkPool(session.sparkContext).run([_fail]))


def _fail() -> None:
    from pairlinking.errors import SourceError

    raise SourceError("There is no file nowhere.xml. Check the path.")


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        ("No module named 'pairlinking'", "does not have pairlinking. Install it there"),
        ("[PYTHON_VERSION_MISMATCH] Python in worker has different version: 3.9", r"does not have Python 3\.\d+"),
        ("java.io.InvalidClassException: local class incompatible", "another version of Spark than this machine"),
    ],
)
def test_workers_that_do_not_fit_are_reported(session: Any, raised: str, message: str) -> None:
    with pytest.raises(PairLinkingError, match=message):
        list(SparkPool(session.sparkContext).run([partial(_raise, raised)]))


def _raise(message: str) -> None:
    raise RuntimeError(message)


def test_two_engines_at_one_output_at_the_same_time(dump: Path, session: Any, tmp_path: Path) -> None:
    spark: dict[str, Any] = {
        "engines": partial(SparkEngine, session=session),
        "pools": lambda _: SparkPool(session.sparkContext),
    }
    with locked(tmp_path / "kb.building"), pytest.raises(KnowledgeBaseError, match="Another build is running"):
        build(dump, tmp_path / "kb", vectors=None, **spark)


def test_results_are_read_in_their_order_and_their_files_removed(session: Any, tmp_path: Path) -> None:
    folder = tmp_path / "numbers"
    folder.mkdir()
    for shard in range(5):
        pq.write_table(pa.table({"n": [7 * shard + step * 5 % 7 for step in range(7)]}), folder / f"{shard}.parquet")
    engine = SparkEngine(tmp_path / "r.duckdb", session=session)
    engine.load("numbers", folder)
    assert engine.create("copied", "SELECT n FROM numbers") == 35
    rows = [row for batch in engine.read("SELECT n FROM copied ORDER BY n") for row in batch.column(0).to_pylist()]
    assert rows == list(range(35))
    engine.forget("copied")
    assert engine.create("copied", "SELECT n FROM nothing") == 35
    assert [row for batch in engine.read("SELECT n FROM copied") for row in batch.to_pylist()] == []
    assert [path.name for path in (tmp_path / "r.spark").iterdir()] == ["copied"]
    again = SparkEngine(tmp_path / "r.duckdb", session=session)
    assert again.create("copied", "SELECT n FROM nothing") == 35
