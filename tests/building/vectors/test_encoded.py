"""The corpus of ids: what goes in comes out, however it is divided into pieces."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.building.vectors.encoded import Corpus, CorpusSize, TooLittleText, join_pieces, write_piece

TOKENS = st.sampled_from(["a", "b", "straße", "東", "/1", "/22"])
LINES = st.lists(st.lists(TOKENS, max_size=5), max_size=20)


def encode(pieces: list[list[list[str]]], folder: Path, min_count: int = 1, min_entity_count: int = 1) -> Corpus:
    paths = [folder / f"{number}.parquet" for number in range(len(pieces))]
    for path, lines in zip(paths, pieces, strict=True):
        write_piece(lines, path)
    return join_pieces(paths, folder, min_count=min_count, min_entity_count=min_entity_count)


def decode(corpus: Corpus) -> list[list[str]]:
    ends = corpus.offsets.tolist()
    return [[corpus.tokens[number] for number in corpus.ids[start:end]] for start, end in pairwise(ends)]


@given(pieces=st.lists(LINES, max_size=4))
def test_lines_come_back_without_empty_ones(pieces: list[list[list[str]]]) -> None:
    lines = [line for piece in pieces for line in piece if line]
    words = sum(not token.startswith("/") for line in lines for token in line)
    entities = sum(len(line) for line in lines) - words
    with TemporaryDirectory() as folder:
        if not words or not entities:
            with pytest.raises(TooLittleText):
                encode(pieces, Path(folder))
            return
        corpus = encode(pieces, Path(folder))
        assert decode(corpus) == lines
        assert corpus.size == CorpusSize(len(lines), words + entities, entities)
        assert corpus.counts.tolist() == [sum(line.count(token) for line in lines) for token in corpus.tokens]
        assert sorted(path.name for path in Path(folder).iterdir()) == ["all.ids.npy", "all.lines.npy"]


@given(pieces=st.lists(LINES, min_size=1, max_size=4))
def test_the_division_into_pieces_leaves_no_trace(pieces: list[list[list[str]]]) -> None:
    begun = [["a", "/1"], *pieces[0]]
    with TemporaryDirectory() as one, TemporaryDirectory() as several:
        encode([[*begun, *(line for piece in pieces[1:] for line in piece)]], Path(one))
        encode([begun, *pieces[1:]], Path(several))
        for name in ("all.ids.npy", "all.lines.npy"):
            assert Path(one, name).read_bytes() == Path(several, name).read_bytes()


def test_rare_tokens_are_left_out_and_the_most_frequent_come_first(tmp_path: Path) -> None:
    lines = [["rare", "b", "/2", "a"], ["rarer"], ["a", "b", "/1", "/1"]]
    corpus = encode([lines[:1], lines[1:]], tmp_path, min_count=2)
    assert corpus.tokens == ["b", "a", "/1", "/2"]  # of equally frequent ones the first of the corpus
    assert decode(corpus) == [["b", "/2", "a"], [], ["a", "b", "/1", "/1"]]
    assert corpus.size == CorpusSize(lines=3, tokens=9, entity_tokens=3)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], r"no word occurs 2 times or more .* Add text."),
        (
            [["/1", "alone"], ["/1", "again"]],
            r"the most frequent one 1 time. Lower min_count \(--min-count 1\), or add text.",
        ),
        ([["word", "word"]], r"no entity occurs 1 times or more \(min_entity_count\).* Add text."),
    ],
)
def test_too_little_text_is_refused(tmp_path: Path, lines: list[list[str]], message: str) -> None:
    with pytest.raises(TooLittleText, match=message):
        encode([lines], tmp_path, min_count=2)
