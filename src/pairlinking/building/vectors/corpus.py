"""The token corpus: what word and entity vectors are learnt from (Sec. 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from pairlinking.text.words import words

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["ENTITY_MARK", "corpus_lines"]

ENTITY_MARK = "/"
"""First character of an entity's token, ``/12`` for entity 12. No word holds it."""


def corpus_lines(sentences: Iterable[pa.RecordBatch], entity_of: Callable[[str], int]) -> Iterator[list[str]]:
    """Token sequences of the corpus, page by page.

    Each sentence in words; behind it, if it links to entities, the same with those anchors replaced by the entities'
    tokens; behind the last sentence of a page all its entities' tokens, if it has two or more.

    Parameters
    ----------
    sentences
        Batches of the table ``sentences``; all sentences of a page follow each other, perhaps over several batches.
    entity_of
        Number of the entity that the target of a link leads to, -1 for none. An anchor without entity stays words.
    """
    page: str | None = None
    linked: list[str] = []
    for batch in sentences:
        for name, text, anchors in _rows(batch):
            if name != page:
                if len(linked) > 1:
                    yield linked
                page, linked = name, []
            yield words(text)
            if anchors:
                tokens, entities = _with_entities(text, anchors, entity_of)
                if entities:
                    yield tokens
                    linked += entities
    if len(linked) > 1:
        yield linked


_Anchor = tuple[int, int, str]


def _rows(batch: pa.RecordBatch) -> Iterator[tuple[str, str, list[_Anchor]]]:
    """Page, text and anchors of each sentence. Whole columns at once: a dict for each anchor would take most time."""
    lists = batch.column("anchors")
    columns = (lists.values.field(name).to_pylist() for name in ("start", "end", "target"))
    anchors: list[_Anchor] = list(zip(*columns, strict=True))
    ends = lists.offsets.to_pylist()
    pages, texts = batch.column("page").to_pylist(), batch.column("text").to_pylist()
    for page, text, start, end in zip(pages, texts, ends, ends[1:], strict=False):
        yield page, text, anchors[start:end]


def _with_entities(text: str, anchors: list[_Anchor], entity_of: Callable[[str], int]) -> tuple[list[str], list[str]]:
    """Tokens of a sentence with entities in place of their anchors, and the entities' tokens alone."""
    tokens: list[str] = []
    entities: list[str] = []
    done = 0
    for start, end, target in anchors:
        entity = entity_of(target)
        if entity < 0 or start < done:  # of anchors that overlap, which a damaged table may hold, the first counts
            continue
        token = f"{ENTITY_MARK}{entity}"
        # Offsets count characters of the text as it is: lower case may be longer (İ), so each part is lowered itself.
        tokens += words(text[done:start])
        tokens.append(token)
        entities.append(token)
        done = end
    if entities:
        tokens += words(text[done:])
    return tokens, entities
