"""The skip-gram kernel against its literal form; threads, seeds and interruptions."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking.building.vectors import skipgram
from pairlinking.building.vectors._skipgram import ROW, alias_table, learn_lines
from pairlinking.building.vectors.encoded import Corpus
from pairlinking.building.vectors.pieces import CorpusSize
from pairlinking.building.vectors.skipgram import kept_share, learn_outputs, scratch_for
from pairlinking.building.vectors.vectors import VectorOptions
from tests.reference import skipgram as literal

N_TOKENS = 9


@settings(deadline=None)
@given(
    lines=st.lists(st.lists(st.integers(0, N_TOKENS - 1), max_size=12), min_size=1, max_size=6),
    window=st.integers(1, 5),
    negative=st.integers(1, 13),
    seed=st.integers(0, 2**64 - 1),
    vectors=st.integers(1, 3),
)
def test_the_kernel_does_what_the_literal_form_does(
    lines: list[list[int]], window: int, negative: int, seed: int, vectors: int
) -> None:
    rng = np.random.default_rng(seed)
    inputs = rng.normal(size=(N_TOKENS, ROW * vectors)).astype(np.float32)
    outputs = rng.normal(size=(N_TOKENS, ROW * vectors)).astype(np.float32)
    keep = rng.integers(2**30, 2**32, N_TOKENS).astype(np.uint32)
    draws = np.zeros(N_TOKENS, dtype=np.uint64)
    alias_table(rng.random(N_TOKENS) + 0.01, draws)
    expected_inputs, expected_outputs = inputs.astype(np.float64), outputs.astype(np.float64)
    offsets = np.cumsum([0, *map(len, lines)], dtype=np.int64)
    tokens = np.array([token for line in lines for token in line], dtype=np.int32)

    learn_lines(inputs, outputs, tokens, offsets, keep, draws, window, negative, 0.1, seed)
    literal.learn_lines(
        expected_inputs, expected_outputs, lines, keep, draws, window=window, negative=negative, rate=0.1, seed=seed
    )
    np.testing.assert_allclose(inputs, expected_inputs, rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(outputs, expected_outputs, rtol=1e-3, atol=1e-3)


@given(weights=st.lists(st.floats(0.001, 1000), min_size=1, max_size=40))
def test_a_table_of_aliases_gives_every_token_its_share(weights: list[float]) -> None:
    draws = np.zeros(len(weights), dtype=np.uint64)
    alias_table(np.array(weights), draws)
    below, alias = (draws & np.uint64(2**32 - 1)) / 2**32, (draws >> np.uint64(32)).astype(np.int64)
    share = below.copy()
    np.add.at(share, alias, 1 - below)
    np.testing.assert_allclose(share / len(weights), np.array(weights) / sum(weights), atol=1e-6)


def test_frequent_tokens_are_left_out_now_and_then() -> None:
    share = kept_share(np.array([9000, 900, 100]), 0.01) / (2**32 - 1)
    np.testing.assert_allclose(share, [np.sqrt(1 / 90) + 1 / 90, np.sqrt(1 / 9) + 1 / 9, 1.0], rtol=1e-6)
    assert (kept_share(np.array([9000, 900, 100]), 0) == 2**32 - 1).all()


def corpus_of(n_lines: int, seed: int = 1) -> Corpus:
    """Words 0 to 9 and 10 to 19 never meet; some lines are empty, the last ones too."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(0, 12, n_lines)
    lengths[-3:] = 0
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    ids = rng.integers(0, 10, offsets[-1]).astype(np.int32)
    for number, (start, end) in enumerate(pairwise(offsets)):
        ids[start:end] += 10 * (number % 2)
    counts = np.bincount(ids, minlength=20)
    return Corpus(pa.array([str(n) for n in range(20)]), counts, ids, offsets, CorpusSize(n_lines, len(ids), 0))


def learn(corpus: Corpus, report: Any = lambda learnt: None, epochs: int = 8, **options: Any) -> Any:
    chosen = {"dimensions": 20, "threads": 1, "sample": 0, "window": 5}
    return learn_outputs(corpus, VectorOptions(**chosen | options), epochs, report)


@pytest.mark.parametrize("threads", [1, 3])
def test_tokens_that_meet_become_alike(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skipgram, "_BLOCK", 500)
    outputs = learn(corpus_of(2000), threads=threads)
    assert outputs.shape == (20, 20)
    unit = outputs / np.linalg.norm(outputs, axis=1, keepdims=True)
    cosine = unit @ unit.T
    assert min(cosine[:10, :10].min(), cosine[10:, 10:].min()) > cosine[:10, 10:].max()


def test_one_thread_and_one_seed_give_the_same_bytes() -> None:
    corpus = corpus_of(300)
    assert learn(corpus).tobytes() == learn(corpus).tobytes()
    assert learn(corpus, seed=2).tobytes() != learn(corpus).tobytes()


def test_matrices_in_files_have_the_bytes_of_those_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus, options = corpus_of(300), VectorOptions(dimensions=21, threads=1, sample=0, window=5)
    assert scratch_for(corpus, options, "1GB", tmp_path) is None
    assert scratch_for(corpus, options, "5KB", tmp_path) == tmp_path
    in_memory = learn_outputs(corpus, options, 8, lambda learnt: None)
    monkeypatch.setattr(skipgram, "_ROWS", 3)  # random numbers are the same, however many are drawn at a time
    mapped = learn_outputs(corpus, options, 8, lambda learnt: None, tmp_path)
    assert mapped.tobytes() == in_memory.tobytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inputs.matrix", "outputs.matrix"]
    assert np.fromfile(tmp_path / "outputs.matrix", np.float32).reshape(20, -1)[:, :21].tobytes() == mapped.tobytes()


def test_progress_ends_with_every_token_of_every_epoch() -> None:
    corpus, told = corpus_of(300), list[int]()
    learn(corpus, told.append, epochs=3, threads=2)
    assert told == sorted(told)
    assert told[-1] == 3 * len(corpus.ids)


def test_an_error_of_the_listener_ends_the_training(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skipgram, "_POLL", 0.001)

    def refuse(learnt: int) -> None:
        raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        learn(corpus_of(2000), refuse, epochs=10_000)


def test_an_error_in_a_thread_is_raised() -> None:
    corpus = corpus_of(300)
    wrong = Corpus(corpus.tokens, corpus.counts, corpus.ids.astype(np.int64), corpus.offsets, corpus.size)
    with pytest.raises(ValueError, match="dtype"):
        learn(wrong)
