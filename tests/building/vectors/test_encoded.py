"""The corpus of ids: what goes in comes out, however it is divided into pieces and whoever ranks them."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking._support.pool import WorkerPool
from pairlinking.building.engine import DuckDBEngine
from pairlinking.building.vectors.corpus import Lines
from pairlinking.building.vectors.encoded import Corpus, TooLittleText, count_tokens, join_pieces
from pairlinking.building.vectors.pieces import CorpusSize, rank_piece, ranking_workers, token_folder, write_piece
from tests.reference.encoded import encoded

TOKENS = st.sampled_from(["a", "b", "straße", "東", "/1", "/22"])
LINES = st.lists(st.lists(TOKENS, max_size=5), max_size=20)


def lines_of(lines: list[list[str]]) -> Lines:
    words = sorted({token for line in lines for token in line if not token.startswith("/")})
    ids = [words.index(token) if token in words else -1 - int(token[1:]) for line in lines for token in line]
    ends = np.cumsum([len(line) for line in lines], dtype=np.int64)
    return Lines(pa.array([*words, "nowhere"], pa.string()), np.array(ids, dtype=np.int32), ends)


def encode(pieces: list[list[list[str]]], folder: Path, workers: int = 1, **options: int) -> Corpus:
    token_folder(folder).mkdir()
    paths = [folder / f"{number:05}.parquet" for number in range(len(pieces))]
    sizes = [
        write_piece([lines_of(lines)], path, shard)
        for shard, (path, lines) in enumerate(zip(paths, pieces, strict=True))
    ]
    size = CorpusSize(*(sum(each[at] for each in sizes) for at in range(3)))
    engines = partial(DuckDBEngine, threads=1)
    tokens, counts = count_tokens(folder, size, engines, **{"min_count": 1, "min_entity_count": 1} | options)
    done = list[int]()
    with WorkerPool(workers) as pool:
        ids, offsets = join_pieces(paths, folder, tokens, pool, done.append)
    assert done == list(range(1, len(pieces) + 1))
    return Corpus(tokens, counts, ids, offsets, size)


def decode(corpus: Corpus) -> list[list[str]]:
    ends = corpus.offsets.tolist()
    tokens = corpus.tokens.to_pylist()
    return [[tokens[number] for number in corpus.ids[start:end]] for start, end in pairwise(ends)]


@settings(deadline=None, max_examples=40)
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
        assert corpus.counts.tolist() == [
            sum(line.count(token) for line in lines) for token in corpus.tokens.to_pylist()
        ]
        assert not list(Path(folder).glob("*.parquet.*"))  # nor is any piece left
        assert not list(token_folder(Path(folder)).iterdir())


@settings(deadline=None, max_examples=40)
@given(
    pieces=st.lists(LINES, max_size=4), counts=st.tuples(st.integers(1, 4), st.integers(1, 4)), most=st.integers(1, 4)
)
def test_it_is_what_a_dictionary_of_all_tokens_gives(
    pieces: list[list[list[str]]], counts: tuple[int, int], most: int
) -> None:
    lines = [line for piece in pieces for line in piece if line]
    options = {"min_count": counts[0], "min_entity_count": counts[1], "most_words": most}
    tokens, ids = encoded(lines, **options)
    with TemporaryDirectory() as folder:
        if len({token.startswith("/") for token, _ in tokens}) < 2:
            with pytest.raises(TooLittleText):
                encode(pieces, Path(folder), **options)
            return
        corpus = encode(pieces, Path(folder), **options)
        assert list(zip(corpus.tokens.to_pylist(), corpus.counts.tolist(), strict=True)) == tokens
        ends = corpus.offsets.tolist()
        assert [corpus.ids[start:end].tolist() for start, end in pairwise(ends)] == ids


@settings(deadline=None, max_examples=40)
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
    assert corpus.tokens.to_pylist() == ["b", "a", "/1", "/2"]  # equally frequent tokens keep the order of the corpus
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


def test_beyond_a_number_of_words_the_least_frequent_get_no_vector_and_entities_stay(tmp_path: Path) -> None:
    lines = [["a", "b", "b", "/1"], ["c", "c", "c", "/2", "/2", "/2", "/2"]]
    corpus = encode([lines], tmp_path, most_words=2)
    assert corpus.tokens.to_pylist() == ["/2", "c", "b", "/1"]
    assert decode(corpus) == [["b", "b", "/1"], lines[1]]
    assert corpus.size == CorpusSize(lines=2, tokens=11, entity_tokens=5)


def test_processes_rank_as_one_does(tmp_path: Path) -> None:
    pieces = [[[f"w{n % 7}", f"w{n % (3 + shard)}", f"/{n % 5}"] for n in range(50)] for shard in range(5)]
    for workers in (1, 2):
        (tmp_path / f"{workers}").mkdir()
        encode(pieces, tmp_path / f"{workers}", workers, min_count=3)
    for name in ("all.ids.npy", "all.lines.npy"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_a_piece_may_be_ranked_twice_as_when_a_worker_died(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pairlinking.building.vectors import encoded as module

    def twice(piece: Path) -> tuple[Path, Path]:
        rank_piece(piece)
        return rank_piece(piece)

    monkeypatch.setattr(module, "rank_piece", twice)
    assert decode(encode([[["a", "/1"]], [["/1", "b"]]], tmp_path)) == [["a", "/1"], ["/1", "b"]]


def test_fewer_processes_rank_where_each_would_hold_much() -> None:
    assert [ranking_workers("1GB", 4, n) for n in (1000, 4_000_000, 40_000_000)] == [4, 1, 1]
