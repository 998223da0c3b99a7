"""Rows in, rows out: in order, none lost, the bad ones with their errors."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pairlinking._support.locking import locked
from pairlinking.interfaces.bulk import link_batch, link_rows, row_document
from pairlinking.interfaces.link_file import UNFINISHED
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
    assert found[1] == (None, "The text is missing.")
    first, last = found[0][0], found[4][0]
    assert first is not None
    assert last is not None
    assert [link.entity and link.entity.id for link in first.links] == ["Tiger Woods", "Masters Tournament"]
    assert first.to_dict()["mentions"] == last.to_dict()["mentions"]


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
    (output / UNFINISHED).mkdir()
    (output / UNFINISHED / "b.jsonl.01234567").write_text("half of it")
    (output / "mine.part").write_text("of the user")
    done = run("link", str(source), "--output", str(output), "--kb", "sample", "--quiet")
    assert done.code == 0, done.err
    assert sorted(path.name for path in output.iterdir()) == ["a.jsonl", "b.jsonl", "mine.part"]
    assert (output / "a.jsonl").read_text() == "done before\n"
    records = [json.loads(line) for line in (output / "b.jsonl").read_text().splitlines()]
    assert [record.get("id") for record in records] == [1, 1, None, 2, 1, 3]
    assert records[2]["line"] == "{broken"
    assert records[2]["error"].startswith("not JSON")
    told = " ".join(done.err.split())
    assert "1 of 2 files were already in" in told
    assert f"{sum('error' in record for record in records)} of 6 documents could not be linked" in told
    assert [mention["entity"]["id"] for mention in records[0]["mentions"]] == ["Tiger Woods", "Masters Tournament"]


def test_lines_of_a_folder_are_read_and_written_as_those_of_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    lines = [
        {"text": TEXT, "mentions": [{"start": 0, "end": 5, "entity": "Tiger Woods"}]},
        {"text": TEXT, "mentions": ["Tiger"], "error": "of an earlier run", "more": [1]},
        {"text": TEXT, "mentions": [{"start": 0, "end": 5, "fixed": "Tiger"}]},
    ]
    good = "\ufeff" + "\n".join(map(json.dumps, lines)) + "\n"
    (tmp_path / "in" / "good.jsonl").write_text(good, encoding="utf-8")
    done = run("link", tmp_path / "in", "--output", tmp_path / "out", "--kb", "sample", "--quiet")
    assert done.code == 0, done.err
    found = [json.loads(line) for line in (tmp_path / "out" / "good.jsonl").read_text().splitlines()]
    assert found[0]["mentions"][0]["given"] == {"entity": "Tiger Woods"}
    assert found[1]["more"] == [1]
    assert "error" not in found[1]
    assert found[2]["mentions"][0]["entity"]["id"] == "Tiger"
    alone = run("link", tmp_path / "in" / "good.jsonl", "--kb", "sample", "--no-evidence", "--candidates", "0")
    assert [json.loads(line)["mentions"] for line in alone.out.splitlines()] == [record["mentions"] for record in found]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b'{"text": "Tiger \\ud800 won."}', None),
        (b'{"text": "Tiger", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "not JSON that can be read"),
        (b'{"text": "Tiger", "x": NaN}', "NaN is not JSON"),
        (b'{"text": "Tiger\xff"}', "not UTF-8"),
        (b'{"text": "Tiger", "mentions": 5}', "'mentions' must be a list"),
        (b'{"text": "Tiger", "mentions": ["05"]}', "does not occur in the text"),
        (b'{"text": "Tiger", "mentions": [{"start": 0.7, "end": 5.9}]}', "Mention 0 must be"),
        (b'{"text": 5}', "must be a string"),
    ],
)
def test_a_bad_line_costs_only_itself(run: Run, tmp_path: Path, line: bytes, error: str | None) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_bytes(line + b'\n{"text": "Tiger won the Masters."}\n')
    done = run("link", tmp_path / "in", "--output", tmp_path / "out", "--kb", "sample", "--quiet")
    assert done.code == 0, done.err
    first, second = (json.loads(each) for each in (tmp_path / "out" / "a.jsonl").read_text().splitlines())
    assert ("error" in first) == (error is not None)
    assert (error or "") in first.get("error", "")
    assert second["mentions"]


def test_two_runs_into_one_folder_do_not_disturb_each_other(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_text(json.dumps({"text": TEXT}))
    with locked(tmp_path / "out" / UNFINISHED):
        done = run("link", tmp_path / "in", "--output", tmp_path / "out", "--kb", "sample")
    assert done.code == 1
    assert "Another link command is running" in " ".join(done.err.split())


def test_a_parquet_file_without_rows(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    pq.ParquetWriter(tmp_path / "in" / "a.parquet", pa.schema([("text", pa.string())])).close()
    done = run("link", tmp_path / "in", "--output", tmp_path / "out", "--kb", "sample")
    assert done.code == 0, done.err
    found = pq.read_table(tmp_path / "out" / "a.parquet")
    assert (found.num_rows, found.schema.names) == (0, ["text", "linked", "error"])


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
    (tmp_path / "in" / "c.parquet").mkdir()
    (tmp_path / "in" / "d.jsonl").write_text(json.dumps({"text": TEXT}))
    done = run("link", str(tmp_path / "in"), "--output", str(tmp_path / "out"), "--kb", "sample")
    assert done.code == 1
    err = " ".join(done.err.split())
    assert "2 files could not be linked" in err
    assert "b.parquet is not a complete Parquet file" in err
    assert "c.parquet is not a file" in err
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["d.jsonl"], "the others are linked"


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
