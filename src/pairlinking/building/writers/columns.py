"""Columns of the tables in the form that compiled counters read: Arrow buffers, and pages as runs of sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking.building.writers._columns import SentenceColumns

__all__ = ["DIFFERENT_STRINGS", "page_runs", "read_sentences", "sentence_columns", "string_buffers"]

DIFFERENT_STRINGS: dict[str, Any] = {"compression": "zstd", "compression_level": 1, "use_dictionary": False}
"""Options for writing scratch Parquet tables whose strings are all different."""


def read_sentences(path: Path) -> Iterator[pa.RecordBatch]:
    """Pages, texts and anchors of a shard; without threads, because other cores read other shards."""
    with pq.ParquetFile(path) as file:
        yield from file.iter_batches(columns=["page", "text", "anchors"], use_threads=False)


def sentence_columns(batch: pa.RecordBatch) -> SentenceColumns:
    """Texts and anchors of some sentences."""
    lists = batch.column("anchors")
    anchors = (lists.offsets, lists.values.field("start"), lists.values.field("end"))
    return SentenceColumns(
        *string_buffers(batch.column("text")), *(each.to_numpy(zero_copy_only=False) for each in anchors)
    )


def page_runs(pages: pa.Array) -> Iterator[tuple[str, int, int]]:
    """Each page with the number of its first sentence and of the one after its last."""
    encoded = pages.dictionary_encode()
    numbers = encoded.indices.to_numpy()
    bounds = np.flatnonzero(np.diff(numbers, prepend=-1)).tolist()
    for first, last in zip(bounds, [*bounds[1:], len(numbers)], strict=True):
        yield encoded.dictionary[int(numbers[first])].as_py(), first, last


def string_buffers(strings: pa.Array) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
    """Bytes of all strings of a column, and where each begins and the last ends."""
    _, offsets, data = strings.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[strings.offset : strings.offset + len(strings) + 1]
    return np.frombuffer(data, dtype=np.uint8) if data else np.empty(0, dtype=np.uint8), ends
