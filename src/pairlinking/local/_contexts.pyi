import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IntArray

def around(
    vectors: npt.NDArray[np.uint16],
    counts: IntArray,
    total: float,
    smoothing: float,
    ids: IntArray,
    places: IntArray,
    bounds: IntArray,
    widths: IntArray,
    block: int,
) -> FloatArray: ...
def cosines(
    contexts: FloatArray, mention: IntArray, entities: IntArray, vectors: npt.NDArray[np.int16], out: FloatArray
) -> npt.NDArray[np.bool_]: ...
