"""Columns filled row by row hold what Arrow makes of a list."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.sources._columns import Links, Sentences, Strings
from pairlinking.sources.tables import _array
from pairlinking.sources.wikitext import Link

# Characters of one to four bytes, in strings that Python stores with one, two or four bytes a character.
texts = st.text("a \n\xa0é\x7f\x80\xff\u07ff\u0800東\uffff😀\U0010ffff", max_size=8) | st.text(max_size=8)
many_texts = st.lists(texts, max_size=20)


def filled(texts: list[str], **options: int) -> Strings:
    column = Strings(**options)
    for text in texts:
        column.append(text)
    return column


@given(texts=many_texts)
def test_strings_are_those_of_arrow(texts: list[str]) -> None:
    array = _array(filled(texts), pa.string())
    array.validate(full=True)
    assert array.equals(pa.array(texts, pa.string()))
    assert array.null_count == 0


@given(texts=many_texts, limit=st.integers(32, 100))
def test_a_full_chunk_is_followed_by_another(texts: list[str], limit: int) -> None:
    column = filled(texts, limit=limit)
    array = _array(column, pa.string())
    assert len(column) == len(array)
    assert array.to_pylist() == texts
    assert all(len(data) <= limit for _, _, data in column.chunks())
    assert len(column.chunks()) > 1 or sum(len(text.encode()) for text in texts) <= limit


def test_what_no_column_can_hold_is_refused() -> None:
    with pytest.raises(OverflowError, match="11 characters"):
        Strings(limit=10).append("a" * 11)
    with pytest.raises(UnicodeEncodeError):
        Strings().append("half of a pair: \ud800")


@given(anchor=st.text("a \t\n\xa0\u3000é", max_size=8) | st.text(max_size=8))
def test_anchors_have_single_plain_spaces(anchor: str) -> None:
    links = Links()
    links.append(Link(-1, -1, "target", anchor, "table"))
    assert _array(links.anchors, pa.string()).to_pylist() == [" ".join(anchor.split())]
    assert _array(links.places, pa.string()).to_pylist() == ["table"]


@given(text=texts, cuts=st.lists(st.integers(0, 8), max_size=8))
def test_sentences_are_slices_of_the_text(text: str, cuts: list[int]) -> None:
    edges = sorted(min(cut, len(text)) for cut in cuts)
    spans = list(zip(edges[::2], edges[1::2], strict=False))
    sentences = Sentences()
    sentences.extend(text, spans, [])
    assert _array(sentences.texts, pa.string()).to_pylist() == [text[start:end] for start, end in spans]
    assert _array(sentences.numbers, pa.int32()).to_pylist() == list(range(len(spans)))
    assert _array(sentences.first_links, pa.int32()).to_pylist() == [0] * (len(spans) + 1)


def test_what_is_no_link_is_refused() -> None:
    with pytest.raises(TypeError, match="A Link was expected"):
        Links().append((1, 2))  # type: ignore[arg-type]
