"""Spark on one machine: ``python -m benchmarks.bench_spark KB [DUMP]`` writes benchmarks/results/spark.{json,md}.

Builds enwik8 and a made-up wiki four times as large with DuckDB and with Spark, which is also killed and started
again; then links documents cut from the held-out pages of `KB` by two processes, by Spark with a folder and with a
DataFrame, and with a Python worker killed along the way. Every run is a separate process, timed with the start of Java.
"""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.big_wiki import write_dump
from benchmarks.enwik8 import DUMP
from benchmarks.readme import RESULTS
from benchmarks.run import table
from benchmarks.spark_runs import at_file, kill_python_worker, kill_tree, timed
from benchmarks.timing import machine

MASTER = "local[2]"
TIMES = 4  # size of the made-up wiki, in multiples of enwik8
DOCUMENTS, FILES = 20_000, 8
CHARACTERS = 1_000  # per document, at least: complete lines of a page
MOST_TIMES_DUCKDB, LEAST_OF_PROCESSES = 4.0, 0.8
BUILD = ("--entities", "linked", "--min-links", "2", "--no-vectors", "--no-models", "--workers", "2", "--quiet")
SPARK = ("--engine", "spark", "--master", MASTER)
REPORT = RESULTS.with_name("spark.json")


def measure(kb: Path, dump: Path, work: Path, keep: Callable[[dict[str, Any]], None]) -> None:
    """Run everything once, one after the other, and save the results after each run."""
    found: dict[str, Any] = {"machine": machine() | {"pyspark": version("pyspark")}, "build": {}, "link": {}}

    def build(source: Path, name: str, *options: str, disturb: Callable[[int], None] | None = None) -> None:
        output = work / f"{name}.kb"
        arguments = ["-m", "pairlinking", "build", str(source), "-o", str(output), *BUILD, *options]
        run = timed(arguments, disturb)
        if disturb is not None:
            again = timed(arguments)
            run |= {key: round(run[key] + again[key], 1) for key in again}
        runs[name] = run
        if name != "duckdb":
            run["same files"] = _same(work / "duckdb.kb", output)
            shutil.rmtree(output)
        keep(found)

    def link(
        name: str, *arguments: str, count: Callable[[Path], int], disturb: Callable[[int], None] | None = None
    ) -> None:
        output = work / name
        found["link"][name] = run = timed([*arguments, str(output)], disturb)
        run["documents"] = count(output)
        if count is _linked_lines:
            run["same files"] = _same(work / "processes", output)
        keep(found)

    larger = work / "larger.xml.bz2"
    write_dump(larger, TIMES)
    for size, source in (("enwik8", dump), (f"{TIMES}x", larger)):
        runs: dict[str, Any] = {}
        found["build"][size] = runs
        build(source, "duckdb")
        build(source, "spark", *SPARK)
        middle = work / "killed.kb.building" / "relations.spark" / "source_links" / "_SUCCESS"
        build(source, "killed", *SPARK, disturb=at_file(middle, kill_tree))
        shutil.rmtree(work / "duckdb.kb")
    documents = make_documents(kb, work / "documents")
    folder = ("-m", "pairlinking", "link", str(documents), "--kb", str(kb), "--quiet")
    on_spark = (*folder, "--master", MASTER, "--output")
    link("processes", *folder, "--workers", "2", "--output", count=_linked_lines)
    link("spark", *on_spark, count=_linked_lines)
    link("frame", "-m", "benchmarks.spark_runs", str(documents), str(kb), count=_linked_rows)
    kill = at_file(work / "worker killed" / "000.jsonl", kill_python_worker)
    link("worker killed", *on_spark, count=_linked_lines, disturb=kill)


def make_documents(kb: Path, folder: Path) -> Path:
    """Folder of documents: consecutive lines of a held-out page each, just long enough; repeated if too few."""
    texts = []
    for line in (kb / "gold" / "held-out.jsonl").read_text(encoding="utf-8").splitlines():
        text = ""
        for sentence in json.loads(line)["text"].splitlines(keepends=True):
            text += sentence
            if len(text) >= CHARACTERS:
                texts.append(text)
                text = ""
    folder.mkdir()
    each = DOCUMENTS // FILES
    for number in range(FILES):
        rows = ({"id": at, "text": texts[at % len(texts)]} for at in range(number * each, (number + 1) * each))
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / f"{number:03}.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


def _same(one: Path, two: Path) -> bool:
    names = {str(path.relative_to(one)) for path in one.rglob("*") if path.is_file()}
    others = {str(path.relative_to(two)) for path in two.rglob("*") if path.is_file()}
    return names == others and not any(filecmp.cmpfiles(one, two, sorted(names), shallow=False)[1:])


def _linked_lines(folder: Path) -> int:
    """Number of documents returned with links, each id counted once."""
    rows = [json.loads(line) for path in folder.glob("*.jsonl") for line in path.open(encoding="utf-8")]
    return len({row["id"] for row in rows if "error" not in row})


def _linked_rows(folder: Path) -> int:
    import pyarrow.parquet as pq

    rows = pq.read_table(folder, columns=["id", "error"])
    return len(set(rows.filter(rows.column("error").is_null()).column("id").to_pylist()))


def write_report() -> None:
    """Write the Markdown page from the saved results."""
    found = json.loads(REPORT.read_text(encoding="utf-8"))
    builds, links = found["build"], found["link"]
    parts = [
        "# Spark on one machine",
        "Written by `python -m benchmarks.bench_spark KB`; do not edit. Each run once, one after the other, the start "
        "of Java included. Processor seconds are those of all processes; where other jobs share the machine, their "
        "ratio says more than that of the time. On " + ", ".join(f"{k} {v}" for k, v in found["machine"].items()) + ".",
        "## Building with two cores",
        f"`pairlinking build ... {' '.join(BUILD[:-1])}`; bar: at most {MOST_TIMES_DUCKDB:g} times as long as DuckDB. "
        f"enwik8 is real; {TIMES}x is a made-up wiki (`benchmarks.big_wiki`) of {TIMES} times its size. *killed*: Java "
        "and the driver killed in the middle, and the same command again; both together.",
        *(f"### {size}\n\n{_builds(runs)}" for size, runs in builds.items()),
        f"## Linking {DOCUMENTS:,} documents of at least {CHARACTERS:,} characters with two cores",
        "`pairlinking link FOLDER --output FOLDER`: `--workers 2` (processes), `--master local[2]` (spark), and "
        "`pairlinking.spark.link` from JSON lines to Parquet (frame); bar: documents a second at least "
        f"{LEAST_OF_PROCESSES:g} of those of processes.",
        _table(links, "processes", "speed of processes", lambda run, base: base / run, ["documents", "same files"]),
    ]
    text = "\n\n".join(parts) + "\n"
    REPORT.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)


def _builds(runs: dict[str, Any]) -> str:
    return _table(runs, "duckdb", "times DuckDB", lambda run, base: run / base, ["same files"])


def _table(
    runs: dict[str, Any], base: str, ratio: str, compare: Callable[[float, float], float], more: list[str]
) -> str:
    rows = []
    for name, run in runs.items():
        ratios = [f"{compare(run[key], runs[base][key]):.2f}" for key in ("seconds", "cpu seconds")]
        rows.append([name, run["seconds"], run["cpu seconds"], *ratios, *(run.get(key, "") for key in more)])
    return table(["", "seconds", "processor seconds", ratio, f"{ratio}, by processor", *more], rows)


def main(kb: Path, dump: Path = DUMP) -> None:
    """Measure in a folder that is removed, and write the report."""

    def keep(found: dict[str, Any]) -> None:
        REPORT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(found["build"], found["link"], file=sys.stderr, flush=True)

    work = Path(tempfile.mkdtemp(prefix="bench-spark-"))
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    try:
        measure(kb, dump, work, keep)
    finally:
        shutil.rmtree(work)
    write_report()


if __name__ == "__main__":
    write_report() if "--report" in sys.argv else main(*map(Path, sys.argv[1:]))
