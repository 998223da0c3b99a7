"""Positions of AIDA's mentions in their articles, from WNED's XML, which has offsets without the text.

Lists of results, datelines and names in brackets can be recognised by the distances between mentions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.annotation_xml import XmlAnnotation, read_annotations
from pairlinking.types import FloatArray
from reproduction.arena.pprforned import PARTS

__all__ = ["OFFSET_FEATURES", "Placed", "offset_features", "read_places"]

OFFSET_FEATURES: Final = (
    *("gap_before", "gap_after", "gap_before_that", "gap_after_that"),
    *("offset", "offset_of_first", "end_of_last", "mentions_near"),
    *("same_gaps", "same_gap_before", "same_gap_after"),
    *("words_before", "words_after", "upper_before", "upper_after"),
)
_FILES: Final = {"train": "aida-train.xml", "test A": "aida-testa.xml", "test B": "aida-testb.xml"}
_FAR: Final = 300  # characters; longer gaps, and the one before the first mention, count as this
_NEAR: Final = 150


class Placed(NamedTuple):
    """A mention of AIDA, with a candidate or without."""

    text: str
    start: int
    end: int


def read_places(folder: Path) -> dict[int, list[Placed]]:
    """Mentions by number of the document, in order of offset, without their entities.

    Empty if the folder does not exist; then no distances are known.
    """
    if not folder.is_dir():
        return {}
    found: dict[int, list[Placed]] = {}
    for part, name in _FILES.items():
        for number, document in zip(PARTS[part], read_annotations(folder / name), strict=True):
            placed = [_placed(each, folder / name) for each in document.annotations]
            found[number] = sorted(placed, key=lambda each: each.start)
    return found


def _placed(annotation: XmlAnnotation, path: Path) -> Placed:
    try:
        start, length = int(annotation.fields["offset"]), int(annotation.fields["length"])
        return Placed(" ".join(annotation.fields["mention"].split()), start, start + length)
    except (KeyError, ValueError) as error:
        raise SourceError(
            f"{path}, line {annotation.line}: expected a mention, its offset and its length ({error})."
        ) from error


def offset_features(surfaces: Sequence[str], placed: Sequence[Placed]) -> FloatArray:
    """`OFFSET_FEATURES` of mentions, shape (mentions, features); NaN for a mention that is not in `placed`.

    Words and capitals are those of the mentions before and after. "Same" counts the mentions of the document that have
    the same gap.
    """
    rows = np.full((len(surfaces), len(OFFSET_FEATURES)), np.nan)
    if not placed:
        return rows
    gaps = [_FAR, *(min(max(right.start - left.end, 0), _FAR) for left, right in pairwise(placed)), _FAR]
    before, after, both = Counter(gaps[:-1]), Counter(gaps[1:]), Counter(pairwise(gaps))
    starts = np.array([each.start for each in placed])
    words = [0, *(len(each.text.split()) for each in placed), 0]
    upper = [-1, *(int(each.text.isupper()) for each in placed), -1]
    padded = [_FAR, *gaps, _FAR]
    for row, at in zip(rows, _aligned(surfaces, [each.text for each in placed]), strict=True):
        if at is not None:
            near = int((np.abs(starts - starts[at]) < _NEAR).sum()) - 1
            pair = (gaps[at], gaps[at + 1])
            row[:] = (
                *(*pair, padded[at], padded[at + 3]),
                *(starts[at], starts[0], placed[-1].end, near),
                *(both[pair], before[pair[0]], after[pair[1]]),
                *(words[at], words[at + 2], upper[at], upper[at + 2]),
            )
    return rows


def _aligned(surfaces: Sequence[str], texts: Sequence[str]) -> list[int | None]:
    """Which of the texts each of the surfaces is; both are in the same order, and some texts have no surface."""
    ours, theirs = (["".join(each.split()) for each in given] for given in (surfaces, texts))
    found: list[int | None] = [None] * len(surfaces)
    for block in SequenceMatcher(None, theirs, ours, autojunk=False).get_matching_blocks():
        for k in range(block.size):
            found[block.b + k] = block.a + k
    return found
