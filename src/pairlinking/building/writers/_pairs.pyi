import numpy as np
import numpy.typing as npt

from pairlinking.building.writers._counting import WordRow

def count_pairs(
    row: WordRow, window: int, own: int, most: int
) -> tuple[
    npt.NDArray[np.int32],
    npt.NDArray[np.int32],
    npt.NDArray[np.int32],
    npt.NDArray[np.uint16],
    npt.NDArray[np.uint8],
    npt.NDArray[np.uint16],
]: ...
def gather_counts(
    steps: npt.NDArray[np.int32],
    sizes: npt.NDArray[np.int32],
    once: npt.NDArray[np.int32],
    low: npt.NDArray[np.uint16],
    high: npt.NDArray[np.uint8],
    repeated: npt.NDArray[np.uint16],
    numbers: npt.NDArray[np.int32],
    entities: npt.NDArray[np.int32],
    ends: npt.NDArray[np.int64],
    n_before: int,
    words: npt.NDArray[np.int32],
    counts: npt.NDArray[np.uint16],
    n: int,
) -> int: ...
