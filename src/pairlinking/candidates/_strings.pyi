from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IntArray

def form_features(
    titles: npt.NDArray[np.uint8],
    ends: npt.NDArray[np.uint64],
    forms: Sequence[Sequence[str]],
    offsets: IntArray,
    entities: IntArray,
    out: FloatArray,
) -> tuple[list[int], list[int]]: ...
