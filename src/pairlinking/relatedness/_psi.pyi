import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IdArray, IntArray

def slot_index(indptr: IntArray, ids: IdArray, n_pages: int) -> tuple[IntArray, IdArray]: ...

class Source:
    n_entities: int
    def __init__(
        self,
        *,
        wlm: bool,
        njs: bool,
        ees: bool,
        indptr: IntArray | None = None,
        ids: IdArray | None = None,
        n_pages: int = 0,
        slot_starts: IntArray | None = None,
        slots: IdArray | None = None,
        vectors: npt.NDArray[np.int16] | None = None,
    ) -> None: ...
    def score(self, left: int, right: int) -> float: ...
    def bound(self, left: int, right: int) -> float: ...
    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray: ...
    def cost(self, lefts: IntArray, rights: IntArray | None = None) -> float: ...
    def common(self, lefts: IntArray, rights: IntArray) -> IdArray: ...
    def matrix(self, rows: IntArray) -> FloatArray: ...
