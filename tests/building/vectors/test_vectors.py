"""Word and entity vectors: repeatable, aligned, and clear about what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import marisa_trie
import numpy as np
import numpy.typing as npt
import pytest

from pairlinking.building.vectors.training import TrainingProgress, _positions, train
from pairlinking.building.vectors.vectors import TokenVectors, VectorOptions, write_vectors
from pairlinking.errors import PairLinkingError, ParameterError

SMALL: dict[str, Any] = {"dimensions": 16, "epochs": 3, "min_count": 2, "min_entity_count": 1, "threads": 1}
TRAIN = """
import sys
from pairlinking.building.vectors.training import train
from pairlinking.building.vectors.vectors import VectorOptions
trained = train(sys.argv[1], VectorOptions(dimensions=16, epochs=3, min_count=2, threads=1))
sys.stdout.buffer.write(" ".join(trained.tokens).encode() + trained.vectors.tobytes())
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two topics that never meet, golf with entities 0 to 4 and music with 5 to 9; many tokens are equally frequent."""
    random = Random(1)
    path = tmp_path_factory.mktemp("corpus") / "corpus.txt"
    with open(path, "w", encoding="utf-8") as file:
        for number in range(2000):
            topic = number % 2
            tokens = [f"{('golf', 'müsic')[topic]}{random.randrange(30)}" for _ in range(8)]
            tokens[random.randrange(8)] = f"/{topic * 5 + random.randrange(5)}"
            tokens[random.randrange(8)] = f"/{topic * 5 + random.randrange(5)}"
            file.write(" ".join(tokens) + "\n")
        file.write("once /12\n")
    return path


def test_the_same_seed_gives_the_same_bytes_whatever_the_seed_of_hashes(corpus: Path) -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", TRAIN, str(corpus)],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0]) > 16 * 4 * 60


def test_entities_of_one_topic_are_nearer(corpus: Path) -> None:
    trained = train(corpus, VectorOptions(**SMALL | {"epochs": 10, "sample": 0}))
    rows = [trained.tokens.index(f"/{entity}") for entity in range(10)]
    unit = trained.vectors[rows] / np.linalg.norm(trained.vectors[rows], axis=1, keepdims=True)
    cosine = unit @ unit.T
    assert min(cosine[:5, :5].min(), cosine[5:, 5:].min()) > cosine[:5, 5:].max()


def test_rare_words_get_no_vector_and_rare_entities_by_their_own_minimum(corpus: Path) -> None:
    trained = train(corpus, VectorOptions(**SMALL))
    assert "once" not in trained.tokens
    assert "/12" in trained.tokens
    assert trained.vectors.shape == (len(trained.tokens), 16)
    assert "/12" not in train(corpus, VectorOptions(**SMALL | {"min_entity_count": 2})).tokens


def test_progress_tells_each_epoch_and_never_goes_back(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairlinking.building.vectors.training._POLL", 0.002)
    told: list[TrainingProgress] = []
    train(corpus, VectorOptions(**SMALL | {"threads": 2, "epochs": 5}), told.append)
    assert [progress.epoch for progress in told if progress.done == 1.0] == [0, 1, 2, 3, 4, 5]
    assert [progress[:3] for progress in told] == sorted(progress[:3] for progress in told)
    assert all(progress.epochs == 5 and progress.tokens_per_second >= 0 for progress in told)


@pytest.mark.skipif(not Path("/proc/self/fdinfo").exists(), reason="the system does not tell positions")
def test_positions_are_those_of_each_open_file(corpus: Path) -> None:
    path = os.path.realpath(corpus)
    with open(path, "rb", buffering=0) as first, open(path, "rb", buffering=0) as second:
        first.seek(1000)
        second.seek(2000)
        assert sorted(_positions(path)) == [1000, 2000]
    assert _positions(path) == []


def test_an_error_of_the_listener_ends_the_training(corpus: Path) -> None:
    def refuse(progress: TrainingProgress) -> None:
        if progress.epoch == 1:
            raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        train(corpus, VectorOptions(**SMALL), refuse)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no word of .* occurs 2 times or more .* Add text."),
        ("/1 alone\n/1 again\n", "the most frequent one 1 times. Lower min_count, or add text."),
        ("word word\n", "no entity of .* Add text."),
    ],
)
def test_too_little_text_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "corpus.txt").write_text(text)
    with pytest.raises(PairLinkingError, match=message):
        train(tmp_path / "corpus.txt", VectorOptions(**SMALL))


def test_files_are_aligned_and_entities_without_vector_are_zero(tmp_path: Path) -> None:
    tokens = ["the", "/3", "straße", "/0", "zoo"]
    vectors: npt.NDArray[np.float32] = np.linspace(-3, 3, 100, dtype=np.float32).reshape(5, 20)
    write_vectors(tmp_path, TokenVectors(tokens, vectors, np.arange(len(tokens))), 5, centered=False)

    trie = marisa_trie.Trie().mmap(str(tmp_path / "words.marisa"))
    stored = np.load(tmp_path / "words.npy", mmap_mode="r")
    assert stored.dtype == np.float16
    assert sorted(trie) == ["straße", "the", "zoo"]
    for row, token in ((0, "the"), (2, "straße"), (4, "zoo")):
        np.testing.assert_allclose(stored[trie[token]], vectors[row], rtol=1e-3)
        assert np.load(tmp_path / "word_counts.npy")[trie[token]] == row

    entities = np.load(tmp_path / "entities.npy", mmap_mode="r")
    assert entities.dtype == np.int16
    assert entities.shape == (5, 32)
    assert not entities[[1, 2, 4]].any()
    for row, entity in ((1, 3), (3, 0)):
        np.testing.assert_allclose(
            entities[entity, :20] / 32767, vectors[row] / np.linalg.norm(vectors[row]), atol=1e-4
        )


def test_centered_vectors_have_no_mean(tmp_path: Path) -> None:
    vectors = np.array([[5, 1], [7, 3], [9, -4], [-1, 10], [-1, 12]], dtype=np.float32)
    write_vectors(tmp_path, TokenVectors(["a", "b", "c", "/0", "/1"], vectors, np.arange(5)), 3, centered=True)
    np.testing.assert_allclose(np.load(tmp_path / "words.npy").sum(axis=0), [0, 0], atol=1e-2)
    assert np.load(tmp_path / "entities.npy")[:, :2].tolist() == [[0, -32767], [0, 32767], [0, 0]]


def test_vectors_of_another_knowledge_base_are_refused(tmp_path: Path) -> None:
    trained = TokenVectors(["a", "/9"], np.ones((2, 4), dtype=np.float32), np.ones(2, dtype=np.int64))
    with pytest.raises(PairLinkingError, match="hold entity 9, but there are only 9 entities"):
        write_vectors(tmp_path, trained, 9, centered=False)


@pytest.mark.parametrize("value", [np.inf, np.nan, 1e5])
def test_a_vector_beyond_float16_is_refused(tmp_path: Path, value: float) -> None:
    trained = TokenVectors(["a", "/0"], np.array([[value], [1.0]], dtype=np.float32), np.ones(2, dtype=np.int64))
    with pytest.raises(PairLinkingError, match="went astray"):
        write_vectors(tmp_path, trained, 1, centered=False)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("dimensions", 0),
        ("epochs", 1.5),
        ("window", True),
        ("min_count", 0),
        ("min_entity_count", -1),
        ("negative", 0),
        ("sample", 1.0),
        ("threads", "2"),
        ("seed", -1),
        ("seed", 2**32),
    ],
)
def test_options_are_checked(option: str, value: Any) -> None:
    with pytest.raises(ParameterError, match=f"The '{option}' parameter of VectorOptions must be"):
        VectorOptions(**{option: value})
