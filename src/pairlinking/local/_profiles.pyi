import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IdArray, IntArray

class Shared:
    def __init__(
        self,
        indptr: IntArray,
        words: IdArray,
        weights: npt.NDArray[np.uint16],
        known: IdArray,
        entities: IntArray,
    ) -> None: ...

def cosines(
    shared: Shared,
    places: IntArray,
    idf: FloatArray,
    logs: FloatArray,
    bounds: IntArray,
    offsets: IntArray,
    widths: IntArray,
    out: FloatArray,
) -> None: ...
