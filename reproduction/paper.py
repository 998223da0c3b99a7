"""The paper's figures, to compare ours with (paper.toml)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from pairlinking.collective import paper_methods

__all__ = [
    "METHODS",
    "Bound",
    "published_best",
    "published_complexity",
    "published_correlation",
    "published_denseness",
    "published_f1",
    "published_ms",
    "published_robustness",
    "published_systems",
]

METHODS: Final = paper_methods()  # in the order of the paper's tables


class Bound(NamedTuple):
    """A bound of the running time as printed, and the powers of N and k in it."""

    text: str
    n: int
    k: int


def published_f1(method: str, relatedness: str | None, data_set: str) -> float | None:
    """Micro F1 of a method, or of `prior` and `local` alone; None if the paper has none.

    >>> published_f1("pair-linking", "njs+ees", "kore50")
    0.787
    """
    return _cell(_paper()["f1"].get(relatedness or "alone", {}).get(method), data_set)


def published_ms(method: str, data_set: str) -> float | None:
    """Milliseconds per document of the collective step."""
    return _cell(_paper()["ms"].get(method), data_set)


def published_best(what: str, data_set: str) -> float | None:
    """Precision or recall of Pair-Linking with NJS+EES."""
    return _cell(_paper()["best"][what], data_set)


def published_systems() -> dict[str, dict[str, float]]:
    """Micro F1 of other systems by data set, as the paper measured them."""
    names: list[str] = _paper()["data_sets"]
    return {system: dict(zip(names, row, strict=True)) for system, row in _paper()["f1"]["systems"].items()}


def published_denseness(data_set: str, column: str) -> float | None:
    """Number of documents, ``forest``, ``tree``, ``dense``, or the denseness by a measure; None if there is none.

    >>> published_denseness("msnbc", "njs"), published_denseness("rss500", "njs")
    (4.48, None)
    """
    table = _paper()["denseness"]
    return table[data_set][table["columns"].index(column)] if data_set in table else None


def published_correlation(relatedness: str, first: str, second: str) -> float | None:
    """Spearman's correlation of two objectives, or of ``quality`` (always first) and an objective.

    >>> published_correlation("njs", "quality", "mintree"), published_correlation("njs", "quality", "chain")
    (-0.951, None)
    """
    found: float | None = _paper()["correlation"].get(first, {}).get(second, {}).get(relatedness)
    return found


def published_complexity(method: str) -> tuple[Bound, Bound]:
    """Best and worst case of a method; both forms of one method, such as ``lbp:all``, share theirs.

    >>> [bound.text for bound in published_complexity("lbp:all")]
    ['N²k²', 'I·N²k²']
    """
    row = _paper()["complexity"][method.partition(":")[0]]
    return Bound(**row["best"]), Bound(**row["worst"])


def published_robustness() -> dict[str, Any]:
    """F1 with NIL mentions in the documents: their ``shares``, and by data set ``f1`` in the same order."""
    table: dict[str, Any] = _paper()["robustness"]
    return table


@cache
def _paper() -> dict[str, Any]:
    return tomllib.loads((files("reproduction") / "paper.toml").read_text(encoding="utf-8"))


def _cell(row: list[float] | None, data_set: str) -> float | None:
    names: list[str] = _paper()["data_sets"]
    return row[names.index(data_set)] if row is not None and data_set in names else None
