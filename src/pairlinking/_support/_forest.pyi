import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IdArray, IntArray

class Trees:
    n_trees: int
    n_features: int
    is_fast: bool
    def __init__(
        self,
        n_features: int,
        steepness: float,
        n_leaves: IntArray,
        features: IdArray,
        thresholds: FloatArray,
        missing: npt.NDArray[np.int32],
        left: IdArray,
        right: IdArray,
        values: FloatArray,
    ) -> None: ...
    def predict(self, rows: FloatArray) -> FloatArray: ...
