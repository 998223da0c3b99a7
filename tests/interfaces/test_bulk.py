"""Rows in, rows out: in order, none lost, the bad ones with their errors."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pairlinking.interfaces.bulk import link_batch, link_rows, row_document
from pairlinking.linking import Linker, load
from tests.interfaces.running import Run

TEXT = "Tiger won the Masters."
GIVEN = [{"start": 0, "end": 5}, {"start": 14, "end": 21}]
ROWS: list[dict[str, object]] = [
    {"id": 1, "text": TEXT, "mentions": GIVEN},
    {"id": 1, "text": None, "mentions": None},
    {"id": 2, "text": TEXT, "mentions": [{"start": 0, "end": 500}]},
    {"id": 1, "text": "", "mentions": []},
    {"id": 3, "text": TEXT, "mentions": GIVEN},
]


@pytest.fixture(scope="module")
def linker() -> Linker:
    return load("sample")


@pytest.mark.parametrize("workers", [1, 2])
def test_every_row_comes_back_in_its_place(linker: Linker, workers: int) -> None:
    rows = (lambda row=row: row_document(row["text"], row["mentions"]) for row in ROWS)
    found = list(link_rows(linker, rows, workers))
    assert [error is None for _, error in found] == [True, False, False, True, True]
    assert found[1] == (None, "DocumentError: The text is missing.")
    assert [mention["entity"] for mention in found[0][0] or ()] == ["Tiger Woods", "Masters Tournament"]
    assert found[0] == found[4]


def test_a_batch_keeps_its_columns(linker: Linker) -> None:
    batch = pa.RecordBatch.from_pylist(ROWS)
    linked = link_batch(linker, batch, "text", "mentions")
    assert linked.schema.names == [*batch.schema.names, "linked", "error"]
    assert linked.column("id").to_pylist() == [1, 1, 2, 1, 3]
    assert linked.column("error").null_count == 3


def test_a_folder_of_json_lines_goes_on_where_it_stopped(run: Run, tmp_path: Path) -> None:
    source, output = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in ("a.jsonl", "b.jsonl"):
        lines = [json.dumps(row) for row in ROWS]
        (source / name).write_text("\n".join([*lines[:2], "{broken", *lines[2:]]) + "\n\n")
    output.mkdir()
    (output / "a.jsonl").write_text("done before\n")
    (output / "b.jsonl.part").write_text("half of it")
    done = run("link", str(source), "--output", str(output), "--kb", "sample", "--quiet")
    assert done.code == 0, done.err
    assert sorted(path.name for path in output.iterdir()) == ["a.jsonl", "b.jsonl"]
    assert (output / "a.jsonl").read_text() == "done before\n"
    records = [json.loads(line) for line in (output / "b.jsonl").read_text().splitlines()]
    assert [record.get("id") for record in records] == [1, 1, None, 2, 1, 3]
    assert records[2]["line"] == "{broken"
    assert "is not JSON" in records[2]["error"]
    told = " ".join(done.err.split())
    assert "1 of 2 files were already in" in told
    assert f"{sum('error' in record for record in records)} of 6 documents could not be linked" in told
    assert [mention["entity"] for mention in records[0]["mentions"]] == ["Tiger Woods", "Masters Tournament"]


def test_a_folder_of_parquet(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    pq.write_table(pa.Table.from_pylist(ROWS), tmp_path / "in" / "a.parquet")
    done = run("link", str(tmp_path / "in"), "--output", str(tmp_path / "out"), "--kb", "sample", "--quiet")
    assert done.code == 0, done.err
    found = pq.read_table(tmp_path / "out" / "a.parquet")
    assert found.column("id").to_pylist() == [1, 1, 2, 1, 3]
    assert found.column("error").null_count == 3


def test_a_file_that_is_not_whole_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.parquet").write_bytes(b"")
    done = run("link", str(tmp_path / "in"), "--output", str(tmp_path / "out"), "--kb", "sample")
    assert done.code == 1
    assert "b.parquet is not a complete Parquet file" in " ".join(done.err.split())


def test_misuse_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Tiger")
    for arguments, told in (
        ([tmp_path / "nowhere", "--output", tmp_path / "out"], "No such folder"),
        ([tmp_path / "a.txt", "--output", tmp_path / "out"], "--output needs one folder"),
        ([tmp_path, "--output", tmp_path / "a.txt"], "is a file. Pass a folder"),
        ([tmp_path, "--output", tmp_path / "out", "--format", "csv"], "cannot be used with --output"),
        ([tmp_path, "--output", tmp_path / "out"], "has no .jsonl or .parquet files"),
        (["some text", "--master", "local[2]"], "--master local[2] needs --output"),
    ):
        done = run("link", *arguments, "--kb", "sample")
        assert done.code in (1, 2)
        assert told in " ".join(done.err.split())
