"""Measures the shape of real dumps for `big_wiki`: ``python -m benchmarks.big_wiki_fit ENWIK8 PATCHWORK...``.

The first dump is used for lengths, words, links and redirects; the others, which have more titles, for titles and
anchors. What none of them can show, being parts of a Wikipedia, comes from the counts of a complete one (`WHOLE`).
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
from scipy.optimize import least_squares

from benchmarks.big_wiki import SHAPE, word_masses
from pairlinking.sources import write_tables
from pairlinking.text.words import words
from pairlinking.types import FloatArray, IntArray

__all__ = ["fit"]

# All of English Wikipedia: 11 million redirects to 7 million articles; few links lead nowhere.
WHOLE = {"redirects_per_article": 11 / 7, "red_links": 0.03, "links_nearby": 0.5}
_FREQUENT = 5_000  # words whose frequency follows from their rank


def fit(dump: Path, others: list[Path], work: Path) -> dict[str, float]:
    """The parameters of a shape."""
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
    link_slope, link_shift = _fit_ranks(np.sort(linked)[::-1], least_slope=0.5)
    return {
        "log_characters": float(np.log(lengths).mean()),
        "spread_characters": float(np.log(lengths).std()),
        "links_per_character": n_links / float(lengths.sum()),
        **_fit_words(_pages_of_words(work / "first")),
        "link_slope": link_slope,
        "link_shift": link_shift,
        # The maximum-likelihood slope of a Pareto distribution, starting at one redirect.
        "redirect_slope": max(1.5, float(len(redirects) / np.log(redirects / 0.5).sum())),
        "disambiguation_pages": disambiguation,
        "anchor_is_title": is_title,
        "titles_with_kind": with_kind,
        **WHOLE,
    }


def _pages_of_words(folder: Path) -> list[list[str]]:
    pages: dict[str, list[str]] = {}
    for page, text in _rows(folder, "SELECT page, text FROM sentences ORDER BY shard, page, number"):
        pages.setdefault(page, []).extend(map(sys.intern, words(text)))
    return list(pages.values())


def _fit_words(pages: list[list[str]]) -> dict[str, float]:
    """Word frequencies: of frequent words by rank, of the rest by how many new ones appear as the dump grows.

    The other three numbers are chosen so that a wiki with pages of the same lengths has as many different words as
    this one in a quarter of it, in all of it, and in the average page.
    """
    counts = Counter(word for page in pages for word in page)
    quarter = Counter(word for page in pages[::4] for word in page)
    slope, shift = _fit_ranks(np.array(sorted(counts.values(), reverse=True))[:_FREQUENT], least_slope=1.01)
    lengths = np.array([len(page) for page in pages])
    seen = np.log([len(quarter), len(counts), sum(len(set(page)) for page in pages)])

    def miss(guess: FloatArray) -> FloatArray:
        turn, rare_slope, fresh = np.exp(guess[0]), 1 + np.exp(guess[1]), 1 / (1 + np.exp(-guess[2]))
        of_lengths, n = np.unique(np.round(np.log2(lengths + 1) * 8), return_counts=True)
        typical = 2 ** (of_lengths / 8) - 1
        told = [
            _n_different(fresh * quarter.total(), slope, shift, turn, rare_slope),
            _n_different(fresh * counts.total(), slope, shift, turn, rare_slope),
            sum(
                m * _n_different(fresh * each, slope, shift, turn, rare_slope)
                for each, m in zip(typical, n, strict=True)
            ),
        ]
        return np.log(told) - seen

    found = least_squares(miss, [np.log(8000), np.log(0.8), 0.0]).x
    return {
        "word_slope": slope,
        "word_shift": shift,
        "word_break": float(np.exp(found[0])),
        "rare_word_slope": float(1 + np.exp(found[1])),
        "words_repeated": float(1 / (1 + np.exp(found[2]))),
    }


def _n_different(n: float, slope: float, shift: float, turn: float, rare_slope: float) -> float:
    """Expected number of different words among `n` words drawn independently."""
    edges = np.geomspace(1, 1e12, 4000)
    ranks = np.sqrt(edges[:-1] * edges[1:])
    beyond = np.maximum(1.0, (ranks + shift) / (turn + shift))
    frequency = (
        (ranks + shift) ** -slope * beyond ** (slope - rare_slope) / sum(word_masses(slope, shift, turn, rare_slope))
    )
    return float((np.diff(edges) * -np.expm1(-n * frequency)).sum())


def _fit_ranks(counts: IntArray, *, least_slope: float) -> tuple[float, float]:
    """Slope and shift of the Zipf-Mandelbrot law that fit best at logarithmically spaced ranks."""
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
