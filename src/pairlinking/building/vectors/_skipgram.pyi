import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IdArray, IntArray

ROW: int

def learn_lines(
    inputs: npt.NDArray[np.float32],
    outputs: npt.NDArray[np.float32],
    tokens: IdArray,
    offsets: IntArray,
    keep: npt.NDArray[np.uint32],
    draws: npt.NDArray[np.uint64],
    window: int,
    negative: int,
    rate: float,
    seed: int,
) -> None: ...
def alias_table(weights: FloatArray, draws: npt.NDArray[np.uint64]) -> None: ...
