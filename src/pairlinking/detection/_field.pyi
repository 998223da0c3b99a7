import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IdArray

class Learner:
    weights: npt.NDArray[np.float32]
    transitions: FloatArray
    def __init__(self, bits: int, rate: float) -> None: ...
    def learn(self, rows: npt.NDArray[np.uint32], allowed: npt.NDArray[np.uint8]) -> float: ...

def find_names(scores: FloatArray, move: FloatArray, bounds: IdArray) -> list[tuple[int, int, float]]: ...
