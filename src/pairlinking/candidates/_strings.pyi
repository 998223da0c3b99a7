from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IdArray, IntArray

def form_features(
    titles: npt.NDArray[np.uint8],
    ends: npt.NDArray[np.uint64],
    forms: Sequence[Sequence[str]],
    offsets: IntArray,
    entities: IntArray,
    out: FloatArray,
) -> tuple[list[int], list[int]]: ...
def with_any_name(
    titles: npt.NDArray[np.uint8],
    ends: npt.NDArray[np.uint64],
    entities: IdArray,
    starts: tuple[str, ...],
    part: str,
) -> list[int]: ...
