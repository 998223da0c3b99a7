"""Values of the objectives while a document's answers change from all wrong to all right (Sec. 5 of the paper)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pairlinking.collective import objective_value
from pairlinking.linking.prepared import PreparedGold
from pairlinking.problem import Problem
from pairlinking.stages import Relatedness
from pairlinking.types import FloatArray, IntArray
from reproduction.ranks import spearman

__all__ = ["OBJECTIVES", "PAIRS", "Steps", "correlations", "steps_of"]

OBJECTIVES: Final = ("all-link", "single-link", "mintree")
PAIRS: Final = (
    *(("quality", name) for name in (*OBJECTIVES, "local")),
    ("all-link", "single-link"),
    ("all-link", "mintree"),
    ("single-link", "mintree"),
)


@dataclass(frozen=True, eq=False)
class Steps:
    """One right and one wrong entity for each mention that has both among its candidates, in the order of the text.

    Attributes
    ----------
    entities, local
        Right and wrong, and their local confidence: shape (mentions, 2).
    """

    entities: IntArray
    local: FloatArray

    def problem(self, relatedness: Relatedness, beta: float) -> Problem:
        """The mentions with these two candidates each."""
        return Problem(self.local, relatedness, beta, candidates=self.entities.tolist())

    def series(self, problem: Problem) -> dict[str, list[float]]:
        """Values of the objectives, from all wrong to all right, one mention after the other."""
        n = len(self.entities)
        results = (np.arange(n) >= np.arange(n + 1)[:, None]).astype(np.int64)  # 0 is right, 1 is wrong
        return {name: [objective_value(problem, choice, name) for choice in results] for name in (*OBJECTIVES, "local")}


def steps_of(document: PreparedGold, mentions: list[int], wrong: str, rng: np.random.Generator) -> Steps:
    """Right and wrong entities of those mentions that have both.

    `wrong` is ``"random"`` for any wrong candidate, or ``"closest"`` for the one with the largest local confidence.
    Of several right candidates, the one with the largest local confidence is used.
    """
    entities, local = [], []
    for at in mentions:
        found, scores = document.lists[at].entities.tolist(), document.local[at].tolist()
        rights = [place for place, entity in enumerate(found) if entity in document.gold[at]]
        wrongs = [place for place, entity in enumerate(found) if entity not in document.gold[at]]
        if rights and wrongs:
            right = max(rights, key=scores.__getitem__)
            picked = wrongs[rng.integers(len(wrongs))] if wrong == "random" else max(wrongs, key=scores.__getitem__)
            entities.append([found[right], found[picked]])
            local.append([scores[right], scores[picked]])
    return Steps(np.array(entities, dtype=np.int64).reshape(-1, 2), np.array(local, dtype=np.float64).reshape(-1, 2))


def correlations(
    series: Mapping[str, Sequence[float]], pairs: Iterable[tuple[str, str]] = PAIRS
) -> dict[tuple[str, str], float]:
    """Spearman's correlation of each pair, where quality is the number right; 0 if an objective never changes."""
    values = {**series, "quality": range(len(series["local"]))}
    found = {(first, second): spearman(values[first], values[second]) for first, second in pairs}
    return {pair: 0.0 if math.isnan(value) else value for pair, value in found.items()}
