"""The tables that every source is converted to, and their Parquet shards (docs/reference/tables.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking.sources._columns import Links, Numbers, Sentences, Strings
from pairlinking.sources.facts import Facts
from pairlinking.sources.wikitext import Link

__all__ = ["ALWAYS", "OPTIONAL", "PARQUET", "SCHEMAS", "Tables", "shard_path", "write_shard"]

_ANCHOR = pa.struct([("start", pa.int32()), ("end", pa.int32()), ("target", pa.string())])

SCHEMAS: dict[str, pa.Schema] = {
    "pages": pa.schema(
        [
            ("page", pa.string()),
            ("title", pa.string()),
            ("is_disambiguation", pa.bool_()),
            ("number", pa.int64()),
            ("shard", pa.string()),
        ]
    ),
    "redirects": pa.schema(
        [("page", pa.string()), ("target", pa.string()), ("number", pa.int64()), ("shard", pa.string())]
    ),
    "links": pa.schema(
        [
            ("page", pa.string()),
            ("target", pa.string()),
            ("anchor", pa.string()),
            ("place", pa.string()),
            ("opens", pa.bool_()),
            ("shard", pa.string()),
        ]
    ),
    "sentences": pa.schema(
        [
            ("page", pa.string()),
            ("number", pa.int32()),
            ("text", pa.string()),
            ("anchors", pa.list_(_ANCHOR)),
            ("shard", pa.string()),
        ]
    ),
    "facts": pa.schema([(name, pa.string()) for name in ("page", *Facts._fields, "shard")]),
    "same_as": pa.schema(
        [("page", pa.string()), ("other", pa.string()), ("number", pa.int64()), ("shard", pa.string())]
    ),
    "aliases": pa.schema(
        [("page", pa.string()), ("alias", pa.string()), ("number", pa.int64()), ("shard", pa.string())]
    ),
    "added_links": pa.schema(
        [("page", pa.string()), ("target", pa.string()), ("number", pa.int64()), ("shard", pa.string())]
    ),
    "numbered_pages": pa.schema([("number", pa.int64()), ("page", pa.string()), ("shard", pa.string())]),
    "numbered_redirects": pa.schema([("number", pa.int64()), ("target", pa.string()), ("shard", pa.string())]),
    "page_props": pa.schema(
        [("number", pa.int64()), ("name", pa.string()), ("value", pa.string()), ("shard", pa.string())]
    ),
}
ALWAYS = ("pages", "redirects", "links", "sentences")
OPTIONAL = tuple(name for name in SCHEMAS if name not in ALWAYS)

# Half the time of the defaults for a tenth more space: only these columns are repetitive enough for a dictionary.
PARQUET: dict[str, Any] = {"compression": "zstd", "compression_level": 1, "use_dictionary": ["page", "place", "shard"]}


def shard_path(folder: Path, table: str, shard: str) -> Path:
    """Path of one shard of a table."""
    return folder / table / f"{shard}.parquet"


def write_shard(folder: Path, table: str, shard: str, columns: Sequence[Any]) -> None:
    """Write one shard of a table; the same columns give the same bytes."""
    path = shard_path(folder, table, shard)
    path.parent.mkdir(parents=True, exist_ok=True)
    schema = SCHEMAS[table]
    arrays = [_array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    pq.write_table(pa.table(arrays, schema=schema), path, **PARQUET)


class Tables:
    """Rows of the tables, collected in memory and written as one shard each."""

    def __init__(self, shard: str) -> None:
        self.shard = shard
        self._keys: set[str] = set()
        self.rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in ("pages", "redirects", *OPTIONAL)}
        # Columns rather than rows, because there are millions of them.
        self._link_pages = Strings()
        self._links = Links()
        self._opens: list[bool] = []
        self._sentence_pages = Strings()
        self._sentences = Sentences()
        self._n_linked = 0

    def has_page(self, page: str) -> bool:
        """Whether the page has been added already."""
        return page in self._keys

    def add(self, table: str, *values: object) -> None:
        """Add a row, without its shard column, to a table other than pages, links and sentences."""
        self.rows[table].append(values)

    def add_page(
        self,
        page: str,
        title: str,
        text: str,
        links: Iterable[Link],
        sentences: Iterable[tuple[int, int]],
        *,
        number: int,
        is_disambiguation: bool = False,
    ) -> None:
        """Add a page, its links (those of the running text first, in order) and the spans of its sentences."""
        links = list(links)
        self._keys.add(page)
        self.rows["pages"].append((page, title, is_disambiguation, number))
        for link in links:
            self._links.append(link)
        self._link_pages.repeat(page, len(links))
        self._opens += _first_of_lines(text, links) if is_disambiguation else [False] * len(links)
        before = len(self._sentences)
        in_text = [link for link in links if link.place == "text"]
        self._sentences.extend(text, sentences, in_text)
        added = len(self._sentences) - before
        self._sentence_pages.repeat(page, added)
        self._n_linked += added if in_text else 0

    def counts(self) -> dict[str, int]:
        """Number of rows of each table, and of sentences on pages with links in their text."""
        return {
            "pages": len(self.rows["pages"]),
            "redirects": len(self.rows["redirects"]),
            "links": len(self._links),
            "sentences": len(self._sentences),
            "linked_sentences": self._n_linked,
            **{name: len(self.rows[name]) for name in OPTIONAL if self.rows[name]},
        }

    def write(self, folder: Path) -> None:
        """Write one Parquet file per table; for those in `ALWAYS` even if they are empty."""
        links, sentences = self._links, self._sentences
        anchors = pa.StructArray.from_arrays(
            [
                _array(column, field.type)
                for column, field in zip((sentences.starts, sentences.ends, sentences.targets), _ANCHOR, strict=True)
            ],
            fields=list(_ANCHOR),
        )
        lists = pa.ListArray.from_arrays(_array(sentences.first_links, pa.int32()), anchors)
        columns = {name: _turned(rows, len(SCHEMAS[name]) - 1) for name, rows in self.rows.items()}
        columns["links"] = [self._link_pages, links.targets, links.anchors, links.places, self._opens]
        columns["sentences"] = [self._sentence_pages, sentences.numbers, sentences.texts, lists]
        for name, each in columns.items():
            length = len(each[0])
            if length or name in ALWAYS:
                write_shard(folder, name, self.shard, [*each, pa.repeat(self.shard, length)])


def _array(column: Any, kind: pa.DataType) -> Any:
    """The column as an Arrow array, without a copy if it is stored in that form already."""
    if isinstance(column, Numbers):
        return pa.Array.from_buffers(kind, len(column), [None, pa.py_buffer(column.buffer())])
    if isinstance(column, Strings):
        arrays = [
            pa.Array.from_buffers(kind, length, [None, pa.py_buffer(offsets), pa.py_buffer(data)])
            for length, offsets, data in column.chunks()
        ]
        return arrays[0] if len(arrays) == 1 else pa.chunked_array(arrays)
    return column if isinstance(column, pa.Array) else pa.array(column, kind)


def _turned(rows: list[Any], width: int) -> list[Any]:
    """Columns of rows; for a hundred thousand rows, five times as fast as zip(*rows)."""
    return [[row[at] for row in rows] for at in range(width)]


def _first_of_lines(text: str, links: list[Link]) -> list[bool]:
    """Whether each link of the running text is the first of its line, where a disambiguation page names a meaning."""
    opens: list[bool] = []
    last = -1
    for link in links:
        line = text.rfind("\n", 0, max(0, link.start))
        opens.append(link.place == "text" and last <= line)
        last = max(last, link.start)
    return opens
