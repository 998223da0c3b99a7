"""Human judgements of relatedness: titles in order of relatedness (KORE), and pairs of titles with a rating."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.files import place, read_lines, read_text

__all__ = ["Ranking", "RatedPair", "read_pairs", "read_rankings"]

_COLUMNS = ("idA", "titleA", "idB", "titleB", "relatedness")
_NO_PAGE = "null"


class Ranking(NamedTuple):
    """A title, and others by falling relatedness to it."""

    seed: str
    titles: tuple[str, ...]


class RatedPair(NamedTuple):
    """Two titles (None if the file has no page for a term) and a human rating: larger is more related."""

    left: str | None
    right: str | None
    rating: float


def read_rankings(path: Path) -> list[Ranking]:
    """Read rankings: a line with a title, then each of the others on a line that begins with a tab.

    Raises
    ------
    SourceError
        The file is not there or not of this form; with the line.
    """
    seeds: list[tuple[int, str, list[str]]] = []
    for number, line in read_lines(path):
        if not line.strip():
            continue
        if not line.startswith("\t"):
            seeds.append((number, line.strip(), []))
        elif seeds:
            seeds[-1][2].append(line.strip())
        else:
            raise SourceError(f"{place(path, number)}: a title without a tab was expected first. Got {line[:60]!r}.")
    for number, seed, titles in seeds:
        if not titles:
            raise SourceError(f"{place(path, number)}: {seed[:60]!r} must be followed by titles behind a tab each.")
    if not seeds:
        raise SourceError(f"{path} is empty. Copy the file again.")
    return [Ranking(seed, tuple(titles)) for _, seed, titles in seeds]


def read_pairs(path: Path) -> list[RatedPair]:
    """Read pairs: comma-separated values with the columns idA, titleA, idB, titleB and relatedness.

    Raises
    ------
    SourceError
        The file is not there or not of this form; with the line.
    """
    rows = _rows(path)
    _, head = next(rows, (1, []))
    if missing := [name for name in _COLUMNS if name not in head]:
        raise SourceError(
            f"{place(path, 1)}: a head with the columns {', '.join(_COLUMNS)} was expected, {missing[0]!r} is missing."
        )
    pairs = []
    for number, row in rows:
        if not row:
            continue
        if len(row) != len(head):
            raise SourceError(f"{place(path, number)}: {len(head)} values were expected. Got {len(row)}.")
        fields = dict(zip(head, row, strict=True))
        left, right = (_title(fields[f"id{side}"], fields[f"title{side}"]) for side in "AB")
        if left == "" or right == "":
            raise SourceError(f"{place(path, number)}: a title is empty; write {_NO_PAGE!r} if there is none.")
        pairs.append(RatedPair(left, right, _rating(fields["relatedness"], place(path, number))))
    return pairs


def _rows(path: Path) -> Iterator[tuple[int, Sequence[str]]]:
    """Rows with the number of their last line."""
    reader = csv.reader(io.StringIO(read_text(path).removeprefix("\ufeff"), newline=""), strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise SourceError(f"{place(path, reader.line_num)}: no comma-separated values ({error}).") from None


def _title(number: str, title: str) -> str | None:
    # An article may be called "null": there is no page only if its number is "null", too.
    return None if number.strip() == title.strip() == _NO_PAGE else title.strip()


def _rating(text: str, where: str) -> float:
    try:
        rating = float(text)
    except ValueError:
        rating = math.nan
    if not 0 <= rating < math.inf:
        raise SourceError(f"{where}: the relatedness must be a number of at least 0. Got {text[:60]!r}.")
    return rating
