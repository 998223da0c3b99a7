"""How gradient-boosted trees are grown here: the parameters that all models share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

__all__ = ["LOCAL_SPEAKS_FOR", "scorer_parameters", "tree_parameters"]

_SHARED: Final[dict[str, Any]] = {
    "objective": "binary",
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_child_samples": 50,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "feature_fraction": 0.8,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
}
_SIMILARITIES = ("near_context", "context", "document", "profile_context", "profile_document")
LOCAL_SPEAKS_FOR = frozenset(("prior", "expanded_prior", "popularity", *_SIMILARITIES))


def tree_parameters(names: Sequence[str], speak_for: Collection[str], *, seed: int, threads: int = 1) -> dict[str, Any]:
    """LightGBM parameters for trees over features of these names.

    Larger values of margins and of features in `speak_for` may only favour a candidate, and a worse rank may only count
    against it: trees with these constraints generalise better to other texts (docs/decisions/0014-shipped-models.md).
    One thread by default, as idle OpenMP threads spin.

    >>> tree_parameters(["prior", "rank_of_prior", "is_title"], {"prior"}, seed=1)["monotone_constraints"]
    [1, -1, 0]
    """

    def direction(name: str) -> int:
        return 1 if name in speak_for or name.startswith("margin_of_") else -1 if name.startswith("rank_of_") else 0

    monotone = [direction(name) for name in names]
    return {**_SHARED, "seed": seed, "num_threads": threads, "monotone_constraints": monotone}


def scorer_parameters(names: Sequence[str], *, seed: int, threads: int = 1) -> dict[str, Any]:
    """LightGBM parameters for a ranker or scorer over features of these names."""
    return tree_parameters(names, LOCAL_SPEAKS_FOR, seed=seed, threads=threads)
