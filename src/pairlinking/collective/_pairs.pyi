from pairlinking.relatedness._psi import Source
from pairlinking.types import FloatArray, IntArray

def link_pairs(
    offsets: IntArray,
    local: FloatArray,
    beta: float,
    *,
    matrix: FloatArray | None = None,
    source: Source | None = None,
    rows: IntArray | None = None,
    may_give_up: bool = False,
) -> tuple[IntArray, IntArray, IntArray, FloatArray, int, FloatArray] | None: ...
