import numpy as np
import numpy.typing as npt

from pairlinking.building.writers._counting import WordRow

def count_pairs(
    row: WordRow, window: int, own: int, most: int
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.uint16]]: ...
