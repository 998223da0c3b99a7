"""Linking the rows of a DataFrame: as the linker does, none lost, also when a Python worker is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pairlinking.spark
from pairlinking.errors import ParameterError
from pairlinking.interfaces.link_file import UNFINISHED
from pairlinking.linking import load
from tests.interfaces.running import Run, start
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
    assert "The text is missing." in errors
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


def test_a_folder_becomes_the_same_files_as_without_spark(session: Any, run: Run, tmp_path: Path) -> None:
    source, here, there = tmp_path / "in", tmp_path / "here", tmp_path / "there"
    for folder in (source, there):
        folder.mkdir()
    lines = [json.dumps({"id": number, "text": TEXT, "kept": [None, "é"]}) for number in range(3)]
    for name in ("a.jsonl", "b.jsonl", "c.jsonl"):
        (source / name).write_text("\n".join([lines[0], "{broken", *lines, '{"id": 1, "text": null}']) + "\n")
    pq.write_table(pa.table({"text": [TEXT, None]}), source / "d.parquet")
    (there / "a.jsonl").write_text("done before\n")
    (there / UNFINISHED).mkdir()
    (there / UNFINISHED / "b.jsonl.0a1b2c3d").write_text("half of it")
    for output, how in ((here, ("--workers", "1")), (there, ("--master", "local[2]"))):
        done = run("link", source, "--output", output, "--kb", "sample", "--quiet", *how)
        assert done.code == 0, done.err
    assert (there / "a.jsonl").read_text() == "done before\n"
    assert [path.name for path in sorted(there.iterdir())] == ["a.jsonl", "b.jsonl", "c.jsonl", "d.parquet"]
    for name in ("b.jsonl", "c.jsonl", "d.parquet"):
        assert (there / name).read_bytes() == (here / name).read_bytes()


def test_a_file_that_cannot_be_linked_is_named(session: Any, run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    pq.write_table(pa.table({"body": [TEXT]}), tmp_path / "in" / "a.parquet")
    done = run("link", tmp_path / "in", "--output", tmp_path / "out", "--kb", "sample", "--master", "local[2]")
    assert done.code == 1
    assert "a.parquet needs a column 'text'" in " ".join(done.err.split())
    assert list((tmp_path / "out").iterdir()) == []


def test_workers_whose_python_lacks_the_package(session: Any, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_text(json.dumps({"text": TEXT}) + "\n")
    (tmp_path / "without" / "pairlinking").mkdir(parents=True)
    missing = """raise ModuleNotFoundError("No module named 'pairlinking'")"""
    (tmp_path / "without" / "pairlinking" / "__init__.py").write_text(missing)
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexport PYTHONPATH="{tmp_path}/without:$PYTHONPATH"\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    command = ("link", tmp_path / "in", "--output", tmp_path / "out", "--kb", "sample", "--master", "local[1]")
    done = start(*command, env=os.environ | {"PYSPARK_PYTHON": str(python)})
    _, err = done.communicate(timeout=300)
    assert done.returncode == 1
    assert b"does not have pairlinking. Install it there" in b" ".join(err.split())


def test_a_master_that_cannot_be_used(tmp_path: Path) -> None:
    spark_session()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_text(json.dumps({"text": TEXT}) + "\n")
    done = start("link", tmp_path / "in", "--output", tmp_path / "out", "--kb", "sample", "--master", "lokal[2]")
    _, err = done.communicate(timeout=300)
    assert done.returncode == 2
    assert b"--master lokal[2] is not the address of a Spark master" in b" ".join(err.split())


def test_columns_that_are_not_there_or_are_taken(session: Any) -> None:
    frame = session.createDataFrame(ROWS[6:7], SCHEMA)
    with pytest.raises(ParameterError, match="'text' parameter of link must be one of"):
        pairlinking.spark.link(frame, kb="sample", text="body")
    with pytest.raises(ParameterError, match="already has a column 'error'"):
        pairlinking.spark.link(frame.withColumnRenamed("id", "error"), kb="sample")


def test_the_example_runs(session: Any) -> None:
    example = Path(__file__).parents[2] / "examples" / "spark_linking.py"
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=True, timeout=300)
    assert "Tiger -> Tiger Woods" in done.stdout
    assert "3: The text is missing." in done.stdout
