import numpy as np
import numpy.typing as npt

BITS_OF_WORD: int

def weigh_words(
    entities: npt.NDArray[np.int32],
    ends: npt.NDArray[np.int64],
    words: npt.NDArray[np.int32],
    counts: npt.NDArray[np.uint16],
    idf: npt.NDArray[np.float32],
    numbers: npt.NDArray[np.int32],
    n: int,
    most: int,
    saturation: float,
    usual_length: float,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.float16]]: ...
def to_half(value: float) -> int: ...
