"""A build with Spark gives what a build with DuckDB gives, file by file; also when it was stopped between."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pairlinking.building import EntityOptions
from pairlinking.building.engine import DuckDBEngine
from pairlinking.building.spark import SparkEngine, SparkPool
from pairlinking.errors import PairLinkingError
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
def options(session: Any) -> dict[str, Any]:
    return {"engines": partial(SparkEngine, session=session), "pools": lambda _: SparkPool(session)}


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


def test_the_same_files_as_with_duckdb(
    dump: Path, by_duckdb: KnowledgeBase, options: dict[str, Any], tmp_path: Path
) -> None:
    kb = build(dump, tmp_path / "kb", entities=LINKED, vectors=None, **options)
    assert checksums(kb) == checksums(by_duckdb)
    assert kb.manifest.counts == by_duckdb.manifest.counts
    assert [path.name for path in tmp_path.iterdir()] == ["kb"]


def test_a_stopped_build_goes_on_after_its_last_whole_relation(
    dump: Path, by_duckdb: KnowledgeBase, session: Any, options: dict[str, Any], tmp_path: Path
) -> None:
    made: list[str] = []

    class Stopping(SparkEngine):
        def create(self, table: str, sql: str) -> int:
            if table == "entities" and len(made) < 40 and "stopped" not in made:
                made.append("stopped")
                raise KeyboardInterrupt
            if not (self._folder / table / "_SUCCESS").exists():
                made.append(table)
            return super().create(table, sql)

    stopping = options | {"engines": partial(Stopping, session=session)}
    with pytest.raises(KeyboardInterrupt):
        build(dump, tmp_path / "kb", entities=LINKED, vectors=None, **stopping)
    before = len(made)
    kb = build(dump, tmp_path / "kb", entities=LINKED, vectors=None, **stopping)
    assert checksums(kb) == checksums(by_duckdb)
    assert not set(made[:before]) & set(made[before:])


def test_relations_of_one_engine_are_not_taken_for_those_of_another(
    dump: Path, by_duckdb: KnowledgeBase, options: dict[str, Any], tmp_path: Path
) -> None:
    class Stopping(DuckDBEngine):
        def create(self, table: str, sql: str) -> int:
            if table == "entities":
                raise KeyboardInterrupt
            return super().create(table, sql)

    with pytest.raises(KeyboardInterrupt):
        build(dump, tmp_path / "kb", entities=LINKED, vectors=None, workers=1, engines=Stopping)
    kb = build(dump, tmp_path / "kb", entities=LINKED, vectors=None, **options)
    assert checksums(kb) == checksums(by_duckdb)


def _die_once(marker: str) -> int:
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 7


def test_a_task_whose_worker_is_killed_is_run_again(session: Any, tmp_path: Path) -> None:
    assert list(SparkPool(session).run([partial(_die_once, str(tmp_path / "died"))])) == [7]
    assert (tmp_path / "died").exists()


def test_an_error_of_a_task_keeps_its_words(session: Any) -> None:
    with pytest.raises(PairLinkingError, match=r"There is no file nowhere.xml"):
        list(SparkPool(session).run([_fail]))


def _fail() -> None:
    from pairlinking.errors import SourceError

    raise SourceError("There is no file nowhere.xml. Check the path.")


def test_an_executor_without_the_package_is_told(session: Any) -> None:
    with pytest.raises(PairLinkingError, match=r"does not have pairlinking. Install it there"):
        list(SparkPool(session).run([_without_package]))


def _without_package() -> None:
    raise ModuleNotFoundError("No module named 'pairlinking'")


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
