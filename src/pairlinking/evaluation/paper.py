"""What the paper printed, to stand beside ours (paper.toml)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["published_best", "published_f1", "published_ms", "published_systems"]


def published_f1(method: str, relatedness: str | None, data_set: str) -> float | None:
    """Micro F1 of a method, or of `prior` and `local` alone; None where the paper has none.

    >>> published_f1("pair-linking", "njs+ees", "kore50")
    0.787
    """
    return _cell(_paper()["f1"].get(relatedness or "alone", {}).get(method), data_set)


def published_ms(method: str, data_set: str) -> float | None:
    """Milliseconds a document of the collective step."""
    return _cell(_paper()["ms"].get(method), data_set)


def published_best(what: str, data_set: str) -> float | None:
    """Precision or recall of Pair-Linking with NJS+EES."""
    return _cell(_paper()["best"][what], data_set)


def published_systems() -> dict[str, dict[str, float]]:
    """Micro F1 of other systems by data set, as the paper measured them."""
    names: list[str] = _paper()["data_sets"]
    return {system: dict(zip(names, row, strict=True)) for system, row in _paper()["f1"]["systems"].items()}


@cache
def _paper() -> dict[str, Any]:
    return tomllib.loads((files("pairlinking.evaluation") / "paper.toml").read_text(encoding="utf-8"))


def _cell(row: list[float] | None, data_set: str) -> float | None:
    names: list[str] = _paper()["data_sets"]
    return row[names.index(data_set)] if row is not None and data_set in names else None
