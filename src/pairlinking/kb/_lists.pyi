from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IdArray, IntArray

Arrays = tuple[IdArray, IdArray, npt.NDArray[np.uint8]]

def merge(parts: Sequence[Arrays]) -> Arrays: ...
def complete(found: Arrays, others: Sequence[Arrays]) -> Arrays: ...
def weigh(found: Arrays, in_links: IntArray, own: IntArray, shared_out: float) -> tuple[Arrays, FloatArray]: ...
