import numpy as np
import numpy.typing as npt

from pairlinking.types import IdArray

_Bytes = npt.NDArray[np.uint8]

def hash_word(word: str) -> int: ...
def tokenize(text: str, kinds: _Bytes) -> tuple[IdArray, IdArray, _Bytes, _Bytes, npt.NDArray[np.uint32]]: ...
