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
import pyarrow as pa
import pytest

from pairlinking.building.vectors.encoded import Corpus
from pairlinking.building.vectors.stored import TokenVectors, write_vectors
from pairlinking.building.vectors.training import train
from pairlinking.building.vectors.vectors import TRAINERS, VectorOptions
from pairlinking.errors import MissingExtra, PairLinkingError, ParameterError
from tests.building.vectors.test_encoded import encode

ROOT = Path(__file__).parents[3]

TRAIN = """
import sys
from pathlib import Path
from pairlinking.building.vectors.training import train
from pairlinking.building.vectors.vectors import VectorOptions
from tests.building.vectors.test_encoded import encode
corpus = encode([[line.split() for line in sys.stdin]], Path(sys.argv[1]), min_count=2, min_entity_count=2)
trained = train(corpus, VectorOptions(dimensions=16, epochs=3, threads=1))
sys.stdout.buffer.write(" ".join(trained.tokens.to_pylist()).encode() + trained.vectors.tobytes())
"""


@pytest.fixture(scope="module")
def lines() -> list[list[str]]:
    """Two topics that never meet, golf with entities 0 to 4 and music with 5 to 9; many tokens are equally frequent."""
    random = Random(1)
    lines = []
    for number in range(2000):
        topic = number % 2
        tokens = [f"{('golf', 'müsic')[topic]}{random.randrange(30)}" for _ in range(8)]
        tokens[random.randrange(8)] = f"/{topic * 5 + random.randrange(5)}"
        tokens[random.randrange(8)] = f"/{topic * 5 + random.randrange(5)}"
        lines.append(tokens)
    return [*lines, ["once", "/12"]]


@pytest.fixture(scope="module")
def corpus(lines: list[list[str]], tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return encode([lines], tmp_path_factory.mktemp("corpus"), min_count=2)


def test_the_same_seed_gives_the_same_bytes_whatever_the_seed_of_hashes(lines: list[list[str]], tmp_path: Path) -> None:
    for seed in ("1", "2"):
        (tmp_path / seed).mkdir()
    runs = [
        subprocess.run(
            [sys.executable, "-c", TRAIN, str(tmp_path / seed)],
            cwd=ROOT,
            input="\n".join(map(" ".join, lines)).encode(),
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0]) > 16 * 4 * 60


@pytest.mark.parametrize("trainer", TRAINERS)
def test_entities_of_one_topic_are_nearer(corpus: Corpus, trainer: str) -> None:
    told = list[int]()
    options = VectorOptions(dimensions=16, epochs=10, sample=0, threads=1, trainer=trainer)
    trained = train(corpus, options, told.append)
    rows = [trained.tokens.to_pylist().index(f"/{entity}") for entity in range(10)]
    unit = trained.vectors[rows] / np.linalg.norm(trained.vectors[rows], axis=1, keepdims=True)
    cosine = unit @ unit.T
    assert min(cosine[:5, :5].min(), cosine[5:, 5:].min()) > cosine[:5, 5:].max()
    assert trained.vectors.shape == (len(trained.tokens), 16)
    assert told == sorted(told)
    assert told[-1] == 10 * len(corpus.ids)


def test_an_error_of_the_listener_ends_the_reference_as_well(corpus: Corpus) -> None:
    def refuse(learnt: int) -> None:
        raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        train(corpus, VectorOptions(dimensions=16, epochs=3, threads=1, trainer="gensim"), refuse)


def test_the_reference_says_what_it_needs(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gensim.models", None)
    with pytest.raises(MissingExtra, match=r"pairlinking\[gensim\]"):
        train(corpus, VectorOptions(trainer="gensim"))


def test_files_are_aligned_and_entities_without_vector_are_zero(tmp_path: Path) -> None:
    tokens = ["the", "/3", "straße", "/0", "zoo"]
    vectors: npt.NDArray[np.float32] = np.linspace(-3, 3, 100, dtype=np.float32).reshape(5, 20)
    write_vectors(tmp_path, TokenVectors(pa.array(tokens), vectors, np.arange(len(tokens))), 5, centered=False)

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
    write_vectors(
        tmp_path, TokenVectors(pa.array(["a", "b", "c", "/0", "/1"]), vectors, np.arange(5)), 3, centered=True
    )
    np.testing.assert_allclose(np.load(tmp_path / "words.npy").sum(axis=0), [0, 0], atol=1e-2)
    assert np.load(tmp_path / "entities.npy")[:, :2].tolist() == [[0, -32767], [0, 32767], [0, 0]]


def test_vectors_of_another_knowledge_base_are_refused(tmp_path: Path) -> None:
    trained = TokenVectors(pa.array(["a", "/9"]), np.ones((2, 4), dtype=np.float32), np.ones(2, dtype=np.int64))
    with pytest.raises(PairLinkingError, match="contain entity 9, but there are only 9 entities"):
        write_vectors(tmp_path, trained, 9, centered=False)


@pytest.mark.parametrize("value", [np.inf, np.nan, 1e5])
def test_a_vector_beyond_float16_is_refused(tmp_path: Path, value: float) -> None:
    trained = TokenVectors(
        pa.array(["a", "/0"]), np.array([[value], [1.0]], dtype=np.float32), np.ones(2, dtype=np.int64)
    )
    with pytest.raises(PairLinkingError, match="diverged"):
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
        ("trainer", "word2vec"),
    ],
)
def test_options_are_checked(option: str, value: Any) -> None:
    with pytest.raises(ParameterError, match=f"The '{option}' parameter of VectorOptions must be"):
        VectorOptions(**{option: value})
