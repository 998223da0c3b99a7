"""What the paper printed on coherence and complexity, to stand beside ours (paper_coherence.toml)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

__all__ = ["Bound", "published_complexity", "published_correlation", "published_denseness"]


class Bound(NamedTuple):
    """A bound of the running time as printed, and the powers of N and k in it."""

    text: str
    n: int
    k: int


def published_denseness(data_set: str, column: str) -> float | None:
    """Number of documents, ``forest``, ``tree``, ``dense``, or the denseness by a measure; None where it has none.

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


@cache
def _paper() -> dict[str, Any]:
    name = "paper_coherence.toml"
    return tomllib.loads((files("reproduction.studies") / name).read_text(encoding="utf-8"))
