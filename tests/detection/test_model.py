"""The files of a detector: written, opened, and refused where they are damaged."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from pairlinking.detection.lexicon import NO_LEXICON
from pairlinking.detection.model import Model
from pairlinking.errors import KnowledgeBaseError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    moves = np.zeros((3, 3))
    moves[0, 2] = -1e30
    Model(np.ones((16, 2), np.int8), 0.5, moves, np.zeros(8, np.uint32), NO_LEXICON).save(tmp_path / "detector")
    return tmp_path / "detector"


def test_a_model_comes_back_as_it_was_saved(folder: Path) -> None:
    model = Model.open(folder)
    assert model.bits == 4
    assert model.scale == 0.5
    assert model.moves[0, 2] < -1e20
    assert model.lexicon == NO_LEXICON


@pytest.mark.parametrize(
    "change",
    [
        {"version": 99},
        {"templates": 1},
        {"moves": [0.0] * 8},
        {"moves": [None] * 9},
        {"scale": "much"},
        {"scale": 1e300},
        {"dates": "May"},
        {"endings": [1]},
    ],
)
def test_wrong_settings_are_refused(folder: Path, change: dict[str, object]) -> None:
    path = folder / "detector.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(KnowledgeBaseError, match=r"detector\.json is damaged"):
        Model.open(folder)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("weights", np.ones((15, 2), np.int8)),
        ("weights", np.ones((16, 3), np.int8)),
        ("weights", np.ones((16, 2), np.int16)),
        ("weights", np.ones((0, 2), np.int8)),
        ("cases", np.ones(7, np.uint32)),
    ],
)
def test_arrays_of_the_wrong_size_are_refused(folder: Path, name: str, array: np.ndarray) -> None:
    np.save(folder / f"{name}.npy", array)
    with pytest.raises(KnowledgeBaseError, match=rf"{name}\.npy is damaged"):
        Model.open(folder)


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_what_is_not_json_is_refused(folder: Path, content: bytes) -> None:
    (folder / "detector.json").write_bytes(content)
    with pytest.raises(KnowledgeBaseError, match=r"detector\.json is damaged"):
        Model.open(folder)


def test_missing_files_are_named(folder: Path) -> None:
    (folder / "detector.json").unlink()
    with pytest.raises(KnowledgeBaseError, match=r"detector\.json"):
        Model.open(folder)


def test_the_model_of_the_package_is_of_this_version() -> None:
    assert Model.open(Path(str(files("pairlinking") / "data" / "detector"))).bits == 18
