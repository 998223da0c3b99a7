import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IntArray

def supporters(
    psi: FloatArray, local: FloatArray, chosen: FloatArray, own: IntArray, beta: float
) -> tuple[IntArray, FloatArray]: ...
def best_first(starts: IntArray, ends: IntArray, score: FloatArray, local: FloatArray, most: int) -> IntArray: ...
def supporting(
    mentions: IntArray,
    entities: IntArray,
    relatedness: FloatArray,
    confidence: FloatArray,
    is_linked: npt.NDArray[np.uint8],
    chance: float,
    most: int,
) -> tuple[IntArray, IntArray]: ...
def first_steps(mentions: IntArray, n: int) -> IntArray: ...
