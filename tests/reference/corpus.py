"""The token corpus, literally: lines of strings, made of strings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from zlib import crc32

import pyarrow as pa

from pairlinking.building.vectors.tokens import ENTITY_MARK
from pairlinking.text.words import words

__all__ = ["page_lines", "sentence_lines"]


def sentence_lines(sentences: Iterable[pa.RecordBatch], entity_of: Callable[[str], int]) -> Iterator[list[str]]:
    """Tokens of each sentence, and, if it links to entities, the same with those anchors replaced by entities' tokens.

    Parameters
    ----------
    sentences
        Batches of the table ``sentences``.
    entity_of
        Number of the entity that the target of a link leads to, -1 for none. An anchor without entity stays words.
    """
    for batch in sentences:
        for text, anchors in _rows(batch):
            yield words(text)
            if anchors:
                tokens, has_entities = _with_entities(text, anchors, entity_of)
                if has_entities:
                    yield tokens


def page_lines(
    links: Iterable[pa.RecordBatch], entity_of: Callable[[str], int], known: Mapping[str, set[str]] | None = None
) -> Iterator[list[str]]:
    """Tokens of all entities that a page links to, for each page with two or more.

    Links of tables, boxes and notes count like those of the text, which come first. A list of links without text comes
    in the order of the alphabet, which means nothing: it is shuffled, always in the same way.

    Parameters
    ----------
    links
        Batches of the table ``links``; all links of a page follow each other, perhaps over several batches.
    known
        Targets by page that an earlier source has already; they are not counted again.
    """
    page: str | None = None
    found: list[tuple[int, str]] = []
    for batch in links:
        columns = (batch.column(name).to_pylist() for name in ("page", "target", "place"))
        for name, target, place in zip(*columns, strict=True):
            if name != page:
                yield from _page_line(found)
                page, found = name, []
            if place == "alias" or (known is not None and target in known.get(name, ())):
                continue
            entity = entity_of(target)
            if entity >= 0:
                order = crc32(f"{name}\n{target}".encode("utf-8", "surrogatepass")) if place == "listed" else -1
                found.append((order, f"{ENTITY_MARK}{entity}"))
    yield from _page_line(found)


def _page_line(found: list[tuple[int, str]]) -> Iterator[list[str]]:
    if len(found) > 1:
        yield [token for _, token in sorted(found, key=lambda each: each[0])]


_Anchor = tuple[int, int, str]


def _rows(batch: pa.RecordBatch) -> Iterator[tuple[str, list[_Anchor]]]:
    """Text and anchors of each sentence. Whole columns at once: a dict for each anchor would take most time."""
    lists = batch.column("anchors")
    columns = (lists.values.field(name).to_pylist() for name in ("start", "end", "target"))
    anchors: list[_Anchor] = list(zip(*columns, strict=True))
    ends = lists.offsets.to_pylist()
    for text, start, end in zip(batch.column("text").to_pylist(), ends, ends[1:], strict=False):
        yield text, anchors[start:end]


def _with_entities(text: str, anchors: list[_Anchor], entity_of: Callable[[str], int]) -> tuple[list[str], bool]:
    """Tokens of a sentence with entities in place of their anchors, and whether there are any."""
    tokens: list[str] = []
    done, is_linked = 0, False
    for start, end, target in anchors:
        entity = entity_of(target)
        if entity < 0 or start < done:  # of anchors that overlap, which a damaged table may hold, the first counts
            continue
        # Offsets count characters of the text as it is: lower case may be longer (İ), so each part is lowered itself.
        tokens += words(text[done:start])
        tokens.append(f"{ENTITY_MARK}{entity}")
        done, is_linked = end, True
    if is_linked:
        tokens += words(text[done:])
    return tokens, is_linked
