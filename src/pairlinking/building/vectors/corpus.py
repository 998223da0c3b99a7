"""The token corpus, from which word and entity vectors are learned (Sec. 3).

Words are split and numbered by the kernel that counts them for profiles (`WordRow`); the work done here for each line
needs no Python strings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple
from zlib import crc32

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pairlinking.building.writers._counting import WordRow
from pairlinking.building.writers.columns import page_runs, sentence_columns
from pairlinking.types import IdArray, IntArray

__all__ = ["Lines", "page_lines", "sentence_lines"]


class Lines(NamedTuple):
    """Lines of tokens.

    Attributes
    ----------
    words
        Spelling of each word; some may be in no line.
    ids, ends
        Tokens of all lines, and where each line ends. A word is its number; entity 0 is -1, entity 1 is -2, and so on.
    """

    words: pa.StringArray
    ids: IdArray
    ends: IntArray


def sentence_lines(sentences: Iterable[pa.RecordBatch], entities_of: Callable[[pa.Array], IntArray]) -> Lines:
    """Tokens of each sentence, and, if it links to entities, the same with these anchors replaced by entity tokens.

    Parameters
    ----------
    sentences
        Batches of the table ``sentences``.
    entities_of
        Numbers of the entities that the targets of links lead to, -1 for none. An anchor without entity remains words,
        and of overlapping anchors, which a damaged table may contain, the first counts.
    """
    row = WordRow()
    ends = list[int]()
    for batch in sentences:
        if not len(batch):
            continue
        columns = sentence_columns(batch)
        anchors = batch.column("anchors")
        leads_to = entities_of(anchors.values.field("target"))
        before = np.concatenate([[0], np.cumsum(leads_to >= 0)])[anchors.offsets.to_numpy()]
        for at, is_linked in enumerate((before[1:] > before[:-1]).tolist()):
            for with_links in (False, True) if is_linked else (False,):
                row.begin_page(-1)  # to the kernel, a line is a page
                row.add(columns, at, at + 1, leads_to, with_links)
                ends.append(len(row))
    data, offsets = row.words.spelled()
    words = pa.Array.from_buffers(pa.string(), len(row.words), [None, pa.py_buffer(offsets), pa.py_buffer(data)])
    return Lines(words, *_with_entities(row, np.array(ends, dtype=np.int64)))


def _with_entities(row: WordRow, ends: IntArray) -> tuple[IdArray, IntArray]:
    """Ids and ends of lines with each anchor's words replaced by its entity."""
    ids = row.ids
    first, last, entities, line = np.array(row.links, dtype=np.int64).reshape(-1, 4).T
    sizes = last - first
    n_before = np.cumsum(sizes) - sizes  # words of the anchors before each
    is_kept = np.ones(len(ids), dtype=np.bool_)
    is_kept[np.repeat(first - n_before, sizes) + np.arange(int(sizes.sum()))] = False
    places = first - n_before + np.arange(len(first))  # of the entities, among the remaining tokens
    found = np.empty(len(ids) - int(sizes.sum()) + len(first), dtype=np.int32)
    is_word = np.ones(len(found), dtype=np.bool_)
    is_word[places] = False
    found[is_word] = ids[is_kept]
    found[places] = -1 - entities
    # An anchor of no words at the end of a line is in that line, and where it is the next one begins.
    n_links = np.searchsorted(line, np.arange(len(ends)), side="right")
    return found, ends + np.concatenate([[0], np.cumsum(1 - sizes)])[n_links]


def page_lines(
    links: pa.Table, entities_of: Callable[[pa.Array], IntArray], known: Mapping[str, set[str]] | None = None
) -> Lines:
    """Tokens of all entities that a page links to, for each page with two or more.

    Links in tables, boxes and notes count like those in the text, which come first. A list of links without text is in
    alphabetical order, which means nothing: it is shuffled, always in the same way.

    Parameters
    ----------
    links
        Rows of the table ``links``; all links of a page are consecutive.
    known
        Targets by page that an earlier source already has; they are not counted again.
    """
    if not len(links):
        return Lines(pa.array([], pa.string()), np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int64))
    pages, targets, places = (links.column(name).combine_chunks() for name in ("page", "target", "place"))
    entities = entities_of(targets)
    is_alias, is_listed = (_are(places, name) for name in ("alias", "listed"))
    counts = (entities >= 0) & ~is_alias
    counts[list(_already(pages, targets, known or {}))] = False
    order = np.full(len(links), -1, dtype=np.int64)
    shuffled = np.flatnonzero(is_listed & counts)
    names = (column.take(pa.array(shuffled)).to_pylist() for column in (pages, targets))
    order[shuffled] = [crc32(f"{page}\n{target}".encode()) for page, target in zip(*names, strict=True)]

    number = np.cumsum(np.diff(pages.dictionary_encode().indices.to_numpy(), prepend=-1) != 0) - 1
    sizes = np.bincount(number[counts], minlength=int(number[-1]) + 1)
    rows = np.flatnonzero(counts & (sizes[number] > 1))
    rows = rows[np.lexsort((order[rows], number[rows]))]  # equal ones keep their order
    ids = (-1 - entities[rows]).astype(np.int32)
    return Lines(pa.array([], pa.string()), ids, np.cumsum(sizes[sizes > 1]))


def _already(pages: pa.Array, targets: pa.Array, known: Mapping[str, set[str]]) -> Iterator[int]:
    """Rows of links that an earlier source already has."""
    for page, first, last in page_runs(pages) if known else ():
        if page in known:
            names = targets.slice(first, last - first).to_pylist()
            yield from (first + at for at, name in enumerate(names) if name in known[page])


def _are(places: pa.Array, name: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    found: np.ndarray[tuple[int], np.dtype[np.bool_]] = pc.equal(places, name).to_numpy(zero_copy_only=False)
    return found
