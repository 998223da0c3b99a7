"""What models learn from: rows of features, and which of them are right."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pairlinking._support.forest import Forest
from pairlinking.types import FloatArray, IntArray

__all__ = ["CHECKED", "Examples"]

CHECKED = 5  # every fifth document tests how good models are; the final models learn from all documents

# All rows of a mention belong together, so none are sampled; ranks below the best three hardly matter.
_RANKING: Final = {"objective": "lambdarank", "lambdarank_truncation_level": 3, "bagging_freq": 0}


@dataclass
class Examples:
    """Rows of features, mention by mention; which rows are right; sizes and documents of the mentions."""

    width: int
    rows: list[FloatArray] = field(default_factory=list)
    right: list[FloatArray] = field(default_factory=list)
    documents: list[int] = field(default_factory=list)

    def add(self, number: int, rows: FloatArray, right: Any) -> None:
        """Add one mention. If no row is right, it still teaches how likely a name is to mean nothing known."""
        self.rows.append(rows.astype(np.float32))
        self.right.append(right.astype(np.float64))
        self.documents.append(number)

    @property
    def sizes(self) -> IntArray:
        """Candidates of each mention."""
        return np.array([len(each) for each in self.rows], dtype=np.int64)

    def train(self, parameters: dict[str, Any], rounds: int, names: Sequence[str], *, without: int | None) -> Forest:
        """Train on the rows of all documents, or leave out a fifth: those with this remainder modulo `CHECKED`."""
        import lightgbm

        rows, right, _ = self._kept(without)
        booster = lightgbm.train(parameters, lightgbm.Dataset(rows, right, feature_name=list(names)), rounds)
        return Forest(booster.model_to_string())

    def train_ranking(
        self,
        parameters: dict[str, Any],
        rounds: tuple[int, int],
        names: Sequence[str],
        *,
        without: int | None,
        shared: Collection[str],
    ) -> Forest:
        """Train trees that rank the candidates of each mention (LambdaRank), followed by trees for probabilities.

        The latter only turn ranks into probabilities: they see only features that are `shared` by all candidates of a
        mention, so that the order stays.
        """
        import lightgbm

        rows, right, sizes = self._kept(without)
        data = lightgbm.Dataset(rows, right, group=sizes, feature_name=list(names))
        ranking = lightgbm.train(parameters | _RANKING, data, rounds[0])
        data = lightgbm.Dataset(rows, right, feature_name=list(names), free_raw_data=False)
        seen = {"feature_contri": [float(name in shared) for name in names], "feature_fraction": 1.0}
        booster = lightgbm.train(parameters | seen, data, rounds[1], init_model=ranking)
        return Forest(booster.model_to_string())

    def _kept(self, without: int | None) -> tuple[npt.NDArray[np.float32], FloatArray, IntArray]:
        """Rows, which of them are right, and sizes of mentions."""
        kept = [at for at, number in enumerate(self.documents) if number % CHECKED != without]
        rows = np.vstack([np.empty((0, self.width), np.float32), *(self.rows[at] for at in kept)])
        return rows, np.concatenate([np.empty(0), *(self.right[at] for at in kept)]), self.sizes[kept]
