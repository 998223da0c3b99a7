"""The page about a full-size knowledge base: ``python -m benchmarks.full_size_report`` rewrites it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.readme import RESULTS
from benchmarks.run import table

__all__ = ["INDEXES", "judge", "write_report"]

_OPEN, _MEMORY, _RATIO = 100.0, 2000.0, 1.5  # the bars: ms, MB, times enwik8
INDEXES = ("indptr.npy", "keys.npy")
"""File names of bounds and offsets."""


def judge(saved: dict[str, Any]) -> list[dict[str, Any]]:
    """Each bar with what was measured: the best of several runs, as other jobs only ever add time."""
    full, real, limited = saved["full"], saved["enwik8"], saved["limited"]
    rows = [
        ("opening in a fresh process, files in the system's cache, ms", _OPEN, _least(full, "open ms")),
        ("resident while linking, mapped files included, much memory free, MB", _MEMORY, _once(full)),
        ("`link` with given mentions, median, times enwik8", _RATIO, _ratio(full, real, "given")),
    ]
    if limited:
        rows += [
            ("resident while linking, with 2 GB of memory, MB", _MEMORY, _once([limited])),
            ("`link` with given mentions, with 2 GB of memory, times enwik8", _RATIO, _ratio([limited], real, "given")),
        ]
    return [{"what": what, "bar": bar, "measured": value, "reached": value <= bar} for what, bar, value in rows]


def _once(full: list[dict[str, Any]]) -> float:
    return float(max(run["same"]["first"]["most MB"]["all"] for run in full))


def _most(run: dict[str, Any], kind: str) -> float:
    return float(max(run[name][way]["most MB"][kind] for name in ("same", "drawn") for way in run[name]))


def _ratio(full: list[dict[str, Any]], real: list[dict[str, Any]], way: str) -> float:
    return _best(full, "same", way) / _best(real, "real", way)


def _best(runs: list[dict[str, Any]], name: str, way: str, what: str = "median ms") -> float:
    return float(min(run[name][way][what] for run in runs))


def _least(runs: list[dict[str, Any]], what: str) -> float:
    """The best of several runs."""
    return float(min(run[what] for run in runs))


def write_report(path: Path) -> str:
    """Write the page next to the figures, and return it."""
    saved = json.loads(path.read_text(encoding="utf-8"))
    full, real, counts = saved["full"], saved["enwik8"], saved["counts"]
    opened, end = full[0]["opened"], full[-1]
    indexes = {name: size for name, size in opened["MB touched"].items() if name.endswith(INDEXES)}
    bars = [
        [each["what"], f"{each['bar']:g}", _shown(each["measured"]), "yes" if each["reached"] else "**no**"]
        for each in judge(saved)
    ]
    ways = {"first": "given mentions, first time", "given": "given mentions, again", "raw": "raw text"}
    links = [
        [f"{label}, {text}", *(f"{runs[0][name][way][key]:.1f}" for key in ("mentions", "candidates"))]
        + [f"{_best(runs, name, way, key):.2f}" for key in ("median ms", "95% ms")]
        for way, text in ways.items()
        for label, runs, name in (
            ("enwik8", real, "real"),
            ("full size, as many candidates", full, "same"),
            ("full size, links drawn", full, "drawn"),
        )
    ]
    rates = [
        [name, *(f"{max(run[name] for run in runs):,.0f}" for runs in (real, full))]
        for name in ("lookups a second", "lookups a second again", "relatedness a second", "relatedness a second again")
    ]
    most = {kind: max(_most(run, kind) for run in full) for kind in ("all", "own")}
    page = f"""# A knowledge base of full size

Written by `python -m benchmarks.full_size ENWIK8_KB`; do not edit. {counts["entities"]:,} entities,
{counts["in_links"]:,} in-links, {counts["surface_forms"]:,} surface forms, vectors of {saved["size"]["dimensions"]}
dimensions: {opened["MB of files"] / 1000:.1f} GB, made in {saved["seconds to make"] / 60:.0f} minutes. On
{", ".join(f"{key} {value}" for key, value in saved["machine"].items())}.

{table(["what", "at most", "measured", "reached"], bars)}

## What is made up

All of it: no dump was read. Names, the popularity of pages, redirects and the frequency of words follow the power
laws of `benchmarks/big_wiki.py`, which were fitted to real dumps; the files are written by the writers of the build.
Half of the pages that link to an entity are of its block of 1,000 articles, which also gives its vector a direction.
Profiles are random words. Facts, tables and held-out pages are absent. Models and detector are those of the knowledge
base of enwik8.

Documents are {real[0]["real"]["given"]["documents"]:,} pieces of about 1,000 characters of held-out pages of enwik8,
with their links as mentions. For the made-up knowledge base each word becomes the made-up word of the same rank, in
small letters, and each mention, and each other name that the detector finds, the form of a random link: one with as
many candidates as the name has in enwik8 (*as many candidates*, which the bar is about), or any (*links drawn*).

## Opening

The first time on a machine, when every file is read and hashed: {saved["first"]["seconds"]:.1f} s, less where all files
are in the system's cache, and more from a slow disk. After that
{_least(full, "open ms"):.1f} ms in a fresh process, and {_least(full, "open again ms"):.1f} ms in one that opened it
before (enwik8: {_least(real, "open ms"):.1f} and {_least(real, "open again ms"):.1f} ms). Making a `Linker` takes
{_least(full, "linker ms"):.0f} ms more (enwik8: {_least(real, "linker ms"):.0f} ms). Opening touches
{sum(opened["MB touched"].values()):.1f} MB of the files with {opened["page faults"]:,} page faults, and
{sum(indexes.values()):.1f} of the {saved["MB of indexes"]:.0f} MB of bounds and offsets. The system maps up to 64 kB
around each place that is read, and more of a file that it read in large pieces.

## Linking

Milliseconds of processor time per document, better of {len(full)} runs.

{table(["documents", "mentions", "candidates", "median ms", "95% ms"], links)}

Most memory while linking the documents with as many candidates once: {_once(full):,.0f} MB resident; while linking both
kinds in all three ways, {most["all"]:,.0f} MB, of which {most["own"]:,.0f} MB belong to the process; the rest are pages
of mapped files, which the system takes back when it needs them. Linux keeps files that were read from end to end in
large pieces, and may count a whole piece as soon as one byte of it is touched. By file, at the end, in MB:
{", ".join(f"`{name}` {size:.0f}" for name, size in _largest(end["MB of files touched"]))}.

## With 2 GB of memory

{_limited(saved["limited"])}

## Parts

{table(["processor time", "enwik8", "full size"], rates)}

50,000 random forms, and 50,000 random pairs of entities by all measures there are, one at a time; first and again.
"""
    path.with_suffix(".md").write_text(page, encoding="utf-8")
    return page


def _limited(run: dict[str, Any] | None) -> str:
    if run is None:
        return "Not measured: this user may not limit the memory of a process."
    first, given, raw = (run["same"][way] for way in ("first", "given", "raw"))
    return f"""The process and the system's cache of its files have 2 GB together; all files are on the disk at first.
Linking the documents with as many candidates takes {first["seconds"]:.1f} s the first time, when most pages come from
the disk, {given["seconds"]:.1f} s again, and {raw["seconds"]:.1f} s as raw text, which is {first["median ms"]:.2f},
{given["median ms"]:.2f} and {raw["median ms"]:.2f} ms of processor time for the median. At most
{_most_of(run, "all"):,.0f} MB were resident, {_most_of(run, "own"):,.0f} of them of the process itself."""


def _most_of(run: dict[str, Any], kind: str) -> float:
    return float(max(way["most MB"][kind] for way in run["same"].values()))


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _largest(sizes: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(sizes.items(), key=lambda each: -each[1])[:8]


if __name__ == "__main__":
    print(write_report(RESULTS.parent / "full-size.json"))
