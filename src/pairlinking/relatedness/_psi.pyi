import numpy as np
import numpy.typing as npt

from pairlinking.relatedness._in_links import Lists
from pairlinking.types import FloatArray, IdArray, IntArray

class Source:
    n_entities: int
    def __init__(
        self,
        *,
        wlm: bool,
        njs: bool,
        ees: bool,
        links: Lists | None = None,
        n_pages: int = 0,
        vectors: npt.NDArray[np.int16] | None = None,
    ) -> None: ...
    def score(self, left: int, right: int) -> float: ...
    def bound(self, left: int, right: int) -> float: ...
    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray: ...
    def cost(self, lefts: IntArray, rights: IntArray | None = None) -> float: ...
    def common(self, lefts: IntArray, rights: IntArray) -> IdArray: ...
    def matrix(self, rows: IntArray) -> FloatArray: ...
