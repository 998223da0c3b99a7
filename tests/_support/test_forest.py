"""Trees evaluated by us: the same bits as LightGBM's, and no text that can do harm."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking._support.forest import Forest, ForestError
from pairlinking.types import FloatArray

SPECIAL = [0.0, -0.0, np.nan, np.inf, -np.inf, 1e-35, -1e-35, 1.0000000180025095e-35, 1.1e-35, 5e-324, 1e300, 1.0, -1.0]


DAMAGE = ["", "-", "9", "99999999999", " ", "\n", "-1", "nan", "inf", "=", "Tree=", "é"]


def numbers(rng: np.random.Generator, n: int, *, width: int = 5, special: float = 0.0) -> FloatArray:
    rows = np.where(rng.random((n, width)) < 0.5, rng.normal(size=(n, width)), rng.integers(-2, 3, (n, width)))
    chosen = rng.choice(SPECIAL, (n, width))
    return np.where(rng.random((n, width)) < special, chosen, rows)


@cache
def booster(seed: int = 1, special: float = 0.0, rounds: int = 12, **options: Any) -> Any:
    rng = np.random.default_rng(seed)
    rows = numbers(rng, 400, special=special)
    known = np.clip(np.nan_to_num(rows), -3, 3)
    right = known[:, 0] * known[:, 1] + known[:, 2] + rng.normal(size=400) > 0
    parameters = {"objective": "binary", "min_child_samples": 2, "verbosity": -1, "num_threads": 1, "seed": seed}
    return lightgbm.train(parameters | options, lightgbm.Dataset(rows, right.astype(float)), rounds)


@settings(deadline=None, max_examples=40)
@given(
    seed=st.integers(0, 10**6),
    n_rows=st.integers(0, 70),
    num_leaves=st.sampled_from([2, 3, 15, 31, 64, 65, 150]),
    special=st.sampled_from([0.0, 0.3]),
    zero_as_missing=st.booleans(),
    use_missing=st.booleans(),
)
def test_every_probability_has_the_bits_that_lightgbm_gives(
    seed: int, n_rows: int, num_leaves: int, special: float, zero_as_missing: bool, use_missing: bool
) -> None:
    theirs = booster(
        seed % 7, special, num_leaves=num_leaves, zero_as_missing=zero_as_missing, use_missing=use_missing, sigmoid=1.3
    )
    rows = numbers(np.random.default_rng(seed), n_rows, special=0.3)
    expected = theirs.predict(rows, num_threads=1) if n_rows else np.empty(0)
    assert Forest(theirs.model_to_string()).predict(rows).tobytes() == expected.tobytes()


def test_both_ways_are_taken() -> None:
    assert Forest(booster(num_leaves=15).model_to_string())._trees.is_fast
    assert not Forest(booster(num_leaves=100).model_to_string())._trees.is_fast
    assert not Forest(booster(special=0.3).model_to_string())._trees.is_fast


def test_a_tree_of_one_leaf_is_a_constant() -> None:
    theirs = booster(min_child_samples=1000)
    assert "num_leaves=1\n" in theirs.model_to_string()
    rows = numbers(np.random.default_rng(1), 9)
    assert Forest(theirs.model_to_string()).predict(rows).tobytes() == theirs.predict(rows).tobytes()


def test_names_and_widths_are_those_of_the_features() -> None:
    forest = Forest(booster().model_to_string())
    assert forest.names == tuple(f"Column_{number}" for number in range(5))
    with pytest.raises(ValueError, match="4 features instead of 5"):
        forest.predict(np.zeros((2, 4)))


@settings(deadline=None, max_examples=300)
@given(data=st.data())
def test_a_damaged_text_is_refused_or_still_gives_probabilities(data: st.DataObject) -> None:
    text = booster(rounds=3, num_leaves=6).model_to_string()
    end = text.index("end of trees") + 20
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, end))
        gone = data.draw(st.integers(0, 12))
        put = data.draw(st.sampled_from(DAMAGE))
        text = text[:at] + put + text[at + gone :]
    rows = numbers(np.random.default_rng(1), 20, special=0.3)
    try:
        forest = Forest(text)
    except ForestError:
        return
    found = forest.predict(np.resize(rows, (20, len(forest.names))))
    assert ((found >= 0) & (found <= 1)).all(), text


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("split_feature", "5"),
        ("split_feature", "-1"),
        ("left_child", "0"),
        ("left_child", "-9"),
        ("left_child", "9"),
        ("left_child", "-2147483648"),
        ("right_child", "-1"),
        ("threshold", "1 2"),
        ("threshold", ""),
        ("leaf_value", "1"),
        ("leaf_value", "1 inf"),
        ("decision_type", "1"),
        ("decision_type", "14"),
        ("num_leaves", "3"),
        ("num_leaves", "0"),
        ("num_leaves", "99999999999999999999"),
        ("num_cat", "1"),
        ("is_linear", "1"),
    ],
)
def test_what_is_not_a_tree_is_refused(name: str, values: str) -> None:
    text = booster(rounds=1, num_leaves=2).model_to_string()
    lines = text.split("\n")
    (at,) = (number for number, line in enumerate(lines) if line.startswith(f"{name}="))
    lines[at] = f"{name}={values}"
    with pytest.raises(ForestError):
        Forest("\n".join(lines))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"objective": "regression"}, "not a binary model"),
        ({"boosting": "rf", "bagging_freq": 1, "bagging_fraction": 0.5}, "averages trees"),
    ],
)
def test_models_of_other_kinds_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ForestError, match=message):
        Forest(booster(**options).model_to_string())


@pytest.mark.parametrize("content", [b"", b"tree\n", b"\xff\xfe", b"tree\nTree=0\n"])
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "model.txt").write_bytes(content)
    with pytest.raises(ForestError):
        Forest.read(tmp_path / "model.txt")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ForestError, match="cannot be read"):
        Forest.read(tmp_path / "model.txt")
