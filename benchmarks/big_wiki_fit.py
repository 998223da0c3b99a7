"""Measures the shape of real dumps for `big_wiki`: ``python -m benchmarks.big_wiki_fit ENWIK8 PATCHWORK...``.

The first dump gives lengths, words, links and redirects; the others, which have more titles, those of titles and
anchors. What none of them can give, as they are parts of a Wikipedia, comes from the counts of a whole one (`WHOLE`).
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import numpy as np

from benchmarks.big_wiki import SHAPE
from pairlinking.sources import write_tables
from pairlinking.text.words import words
from pairlinking.types import FloatArray, IntArray

__all__ = ["fit"]

# Of English Wikipedia as a whole: 11 million redirects to 7 million articles; few links lead nowhere.
WHOLE = {"redirects_per_article": 11 / 7, "red_links": 0.03, "links_nearby": 0.5}


def fit(dump: Path, others: list[Path], work: Path) -> dict[str, float]:
    """The numbers of a shape."""
    write_tables([dump], work / "first", work / "first-records")
    write_tables([dump, *others], work / "all", work / "all-records")
    lengths = _column(work / "first", "SELECT sum(length(text)) FROM sentences GROUP BY page")
    linked = _column(work / "first", "SELECT count(*) FROM links WHERE place = 'text' GROUP BY target")
    redirects = _column(work / "first", "SELECT count(*) FROM redirects GROUP BY target")
    ((n_links,),) = _rows(work / "first", "SELECT count(*) FROM links WHERE place = 'text'")
    ((disambiguation,),) = _rows(work / "first", "SELECT avg(CAST(is_disambiguation AS INT)) FROM pages")
    ((is_title,),) = _rows(
        work / "all",
        r"""SELECT avg(CAST(lower(anchor) IN (lower(target), lower(regexp_replace(target, ' \(.*', ''))) AS INT))
            FROM links WHERE place IN ('text', 'table')""",
    )
    ((with_kind,),) = _rows(work / "all", "SELECT avg(CAST(title LIKE '%)' AS INT)) FROM pages")
    counts: Counter[str] = Counter()
    for (text,) in _rows(work / "first", "SELECT text FROM sentences"):
        counts.update(words(text))
    word_slope, word_shift = _fit_ranks(np.array(sorted(counts.values(), reverse=True)), least_slope=1.01)
    link_slope, link_shift = _fit_ranks(np.sort(linked)[::-1], least_slope=0.5)
    return {
        "log_characters": float(np.log(lengths).mean()),
        "spread_characters": float(np.log(lengths).std()),
        "links_per_character": n_links / float(lengths.sum()),
        "word_slope": word_slope,
        "word_shift": word_shift,
        "link_slope": link_slope,
        "link_shift": link_shift,
        # The maximum-likelihood slope of a Pareto distribution from one redirect on.
        "redirect_slope": max(1.5, float(len(redirects) / np.log(redirects / 0.5).sum())),
        "disambiguation_pages": disambiguation,
        "anchor_is_title": is_title,
        "titles_with_kind": with_kind,
        **WHOLE,
    }


def _fit_ranks(counts: IntArray, *, least_slope: float) -> tuple[float, float]:
    """Slope and shift of Zipf and Mandelbrot that come closest at ranks that are evenly spaced in logarithms."""
    ranks = np.unique(np.geomspace(1, len(counts) - 1, 60).astype(np.int64))
    seen: FloatArray = np.log(counts[ranks - 1] / counts.sum())
    best = (np.inf, 0.0, 0.0)
    for slope in np.arange(least_slope, 2.0, 0.02):
        for shift in np.geomspace(0.1, 300, 40):
            told = -slope * np.log(ranks + shift)
            error = float(((told - told.mean()) - (seen - seen.mean())).std())
            best = min(best, (error, float(slope), float(shift)))
    return round(best[1], 3), round(best[2], 3)


def _rows(folder: Path, sql: str) -> list[Any]:
    with duckdb.connect() as connection:
        for table in ("pages", "sentences", "links", "redirects"):
            connection.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{folder / table}/*.parquet')")
        return connection.execute(sql).fetchall()


def _column(folder: Path, sql: str) -> IntArray:
    return np.array([row[0] for row in _rows(folder, sql)], dtype=np.int64)


def main(dump: str, *others: str) -> None:
    """Measure and write the shape."""
    with TemporaryDirectory() as work:
        shape = {
            name: round(value, 4)
            for name, value in fit(Path(dump), [Path(each) for each in others], Path(work)).items()
        }
    told = {"fitted to": [Path(each).name for each in (dump, *others)], "shape": shape}
    SHAPE.write_text(json.dumps(told, indent=1) + "\n")
    print(SHAPE.read_text())


if __name__ == "__main__":
    main(*sys.argv[1:])
