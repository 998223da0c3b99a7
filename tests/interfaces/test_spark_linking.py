"""Linking the rows of a DataFrame: as the linker does, none lost, also when a Python worker is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pairlinking.spark
from pairlinking.errors import ParameterError
from pairlinking.linking import load
from tests.spark import spark_session

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

TEXT = "Tiger won the Masters."
SCHEMA = "id long, text string, mentions array<struct<start:int,end:int>>"
ROWS: list[tuple[Any, ...]] = [(number, TEXT, [(0, 5), (14, 21)]) for number in range(20)]
ROWS[3] = (3, None, None)
ROWS[4] = (3, TEXT, [(0, 5000)])
ROWS[5] = (5, "Tiger " + "x" * 10_000_000, [(0, 5)])


@pytest.fixture(scope="module")
def session() -> Any:
    load("sample")  # built once, before several workers want to
    return spark_session()


def test_rows_come_back_in_order_with_links_or_errors(session: Any) -> None:
    frame = session.createDataFrame(ROWS, SCHEMA).repartition(1).sortWithinPartitions("id")
    rows = pairlinking.spark.link(frame, kb="sample", mentions="mentions").collect()
    assert [row["id"] for row in rows] == sorted(row[0] for row in ROWS)
    expected = [link.entity and link.entity.id for link in load("sample").link(TEXT, mentions=[(0, 5), (14, 21)])]
    assert [mention["entity"] for mention in rows[0]["linked"]] == expected == ["Tiger Woods", "Masters Tournament"]
    errors = {row["error"] for row in rows if row["error"]}
    assert "DocumentError: The text is missing." in errors
    assert len([row for row in rows if row["error"]]) == 2
    assert [len(row["linked"]) for row in rows if row["id"] == 5] == [1]


def _die_once(marker: str, batches: Iterable[Any]) -> Iterator[Any]:
    for batch in batches:
        if not Path(marker).exists():
            Path(marker).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        yield batch


def test_nothing_is_lost_when_a_worker_is_killed(session: Any, tmp_path: Path) -> None:
    frame = session.createDataFrame(ROWS[6:], SCHEMA).repartition(4)
    linked = pairlinking.spark.link(frame, kb="sample", mentions="mentions")
    with warnings.catch_warnings(action="ignore"):
        linked = linked.mapInArrow(partial(_die_once, str(tmp_path / "died")), linked.schema)
    rows = linked.collect()
    assert (tmp_path / "died").exists()
    assert sorted(row["id"] for row in rows) == [row[0] for row in ROWS[6:]]
    assert all(len(row["linked"]) == 2 for row in rows)


def test_columns_that_are_not_there_or_are_taken(session: Any) -> None:
    frame = session.createDataFrame(ROWS[6:7], SCHEMA)
    with pytest.raises(ParameterError, match="'text' parameter of link must be one of"):
        pairlinking.spark.link(frame, kb="sample", text="body")
    with pytest.raises(ParameterError, match="has a column 'error' already"):
        pairlinking.spark.link(frame.withColumnRenamed("id", "error"), kb="sample")


def test_the_example_runs(session: Any) -> None:
    example = Path(__file__).parents[2] / "examples" / "spark_linking.py"
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=True, timeout=300)
    assert "Tiger -> Tiger Woods" in done.stdout
    assert "3: DocumentError: The text is missing." in done.stdout
