"""Gradient-boosted trees as LightGBM writes them, evaluated without LightGBM, with the same results to the last bit."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from pairlinking._support._forest import Trees
from pairlinking.errors import PairLinkingError
from pairlinking.types import FloatArray

__all__ = ["Forest", "ForestError"]

_CATEGORICAL, _DEFAULT_LEFT = 1, 2  # bits of a decision type
_LARGEST_KIND = 11  # above the two bits: 0 if nothing counts as missing, 1 if zero does, 2 if NaN does
_LARGEST_VALUE = 1e100  # so that no sum is infinite
_INTEGERS = ("num_leaves", "split_feature", "decision_type", "left_child", "right_child")
_NUMBERS = ("threshold", "leaf_value")
_END = "\nend of trees\n"


class ForestError(PairLinkingError):
    """The text is not a model that can be evaluated here."""


class Forest:
    """Probabilities by boosted trees: a binary model of LightGBM.

    Every index in the text is checked when it is read, so that no text can cause reads outside the arrays.

    Parameters
    ----------
    text
        What LightGBM's ``model_to_string`` gives.

    Attributes
    ----------
    names
        Of the features, in the order of the columns.

    Raises
    ------
    ForestError
        The text is damaged, or a model of another kind: not binary, with categories, linear, averaged.
    """

    def __init__(self, text: str) -> None:
        head, first, rest = text.partition("\nTree=")
        body, end, _ = (first + rest).partition(_END)
        if not head.startswith("tree\n") or not end:
            raise ForestError("it is not a complete LightGBM model")
        self.text = text
        about = dict(line.partition("=")[::2] for line in head.split("\n"))
        self.names = tuple(about.get("feature_names", "").split())
        self._trees = _read_trees(body, len(self.names), _steepness(about))

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file; invalid UTF-8 raises `ForestError`, too."""
        try:
            return cls(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise ForestError(f"it cannot be read ({error})") from None

    def predict(self, rows: npt.ArrayLike) -> FloatArray:
        """The probability of each row, in (0, 1)."""
        result: FloatArray = self._trees.predict(np.ascontiguousarray(rows, dtype=np.float64))
        return result


def _steepness(about: dict[str, str]) -> float:
    """The factor in the logistic function at the end of a binary model."""
    kind = re.fullmatch(r"binary sigmoid:(\S+)", about.get("objective", ""))
    if kind is None or about.get("num_class") != "1" or about.get("num_tree_per_iteration") != "1":
        raise ForestError("it is not a binary model")
    if "average_output" in about:
        raise ForestError("it averages trees, as random forests do; boosted trees are needed")
    steepness = float(_array([kind[1]], float, np.float64)[0])
    if not 0 < steepness < math.inf:
        raise ForestError("its logistic function is damaged")
    return steepness


def _read_trees(body: str, n_features: int, steepness: float) -> Trees:
    fields = defaultdict[str, list[str]](list)  # the values of each name, one for every tree that has it
    for line in body.split("\n"):
        name, _, value = line.partition("=")
        fields[name].append(value)
    if any(value != "0" for name in ("num_cat", "is_linear") for value in fields[name]):
        raise ForestError("it has categories or linear leaves, which are not supported")
    if len(fields["Tree"]) != len(fields["num_leaves"]):
        raise ForestError("a tree is not complete")
    # A tree of one leaf has no nodes: LightGBM leaves their lines empty, or omits them.
    words = {name: " ".join(fields[name]).split() for name in (*_INTEGERS, *_NUMBERS)}
    integers = {name: _array(words[name], int, np.int32) for name in _INTEGERS}
    numbers = {name: _array(words[name], float, np.float64) for name in _NUMBERS}
    if not (np.abs(numbers["leaf_value"]) < _LARGEST_VALUE).all():  # a threshold may be NaN: all rows go right
        raise ForestError("a leaf has no number, or a very large one")
    kinds = integers["decision_type"]
    if np.any(kinds & _CATEGORICAL) or np.any((kinds < 0) | (kinds > _LARGEST_KIND)):
        raise ForestError("it splits by something other than numbers")
    try:
        return Trees(
            n_features,
            steepness,
            integers["num_leaves"].astype(np.int64),
            integers["split_feature"],
            numbers["threshold"],
            kinds >> 2 | np.where(kinds & _DEFAULT_LEFT, np.int32(4), np.int32(0)),
            integers["left_child"],
            integers["right_child"],
            numbers["leaf_value"],
        )
    except ValueError as error:
        raise ForestError(str(error)) from None


def _array(words: list[str], kind: type[int] | type[float], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    try:
        array = np.array(list(map(kind, words)), dtype=dtype)
    except (ValueError, OverflowError) as error:
        raise ForestError(f"a number is damaged ({error})") from None
    return array
