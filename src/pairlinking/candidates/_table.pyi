import numpy as np
import numpy.typing as npt

from pairlinking.kb._lists import Candidates
from pairlinking.types import FloatArray, IntArray

def flatten(
    lists: list[Candidates],
) -> tuple[IntArray, IntArray, IntArray, FloatArray, FloatArray, FloatArray, npt.NDArray[np.uint8], FloatArray]: ...
