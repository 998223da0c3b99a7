import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IdArray

_Bytes = npt.NDArray[np.uint8]
_Hashes = npt.NDArray[np.uint32]

TEMPLATES: int

def case_table(words: _Hashes, buckets: _Bytes, bits: int) -> _Hashes: ...
def cases(hashes: _Hashes, table: _Hashes) -> _Bytes: ...
def layout(
    text: str, looks: _Bytes, starts: IdArray, ends: IdArray, sentences: IdArray
) -> tuple[IdArray, _Bytes, _Bytes]: ...
def repeats(hashes: _Hashes, looks: _Bytes, bounds: IdArray, modes: _Bytes, begins: _Bytes) -> _Bytes: ...

class Document:
    def __init__(
        self,
        hashes: _Hashes,
        looks: _Bytes,
        glued: _Bytes,
        case_of: _Bytes,
        begins: _Bytes,
        repeated: _Bytes,
        known: _Bytes,
    ) -> None: ...
    def features(self, first: int, last: int, mode: int, bits: int) -> _Hashes: ...
    def scores(self, bounds: IdArray, modes: _Bytes, weights: npt.NDArray[np.int8], scale: float) -> FloatArray: ...
