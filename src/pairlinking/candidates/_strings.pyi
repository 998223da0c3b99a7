import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IntArray

def form_features(
    titles: npt.NDArray[np.uint8],
    ends: npt.NDArray[np.uint64],
    forms: list[list[str]],
    offsets: IntArray,
    entities: IntArray,
    out: FloatArray,
) -> list[int]: ...
