from pairlinking.types import FloatArray, IntArray

def propagate(
    single: bool,
    offsets: IntArray,
    weighted: FloatArray,
    psi: FloatArray,
    scale: float,
    damping: float,
    tolerance: float,
    max_iterations: int,
) -> tuple[FloatArray, float]: ...
def decode(
    single: bool,
    offsets: IntArray,
    beliefs: FloatArray,
    weighted: FloatArray,
    psi: FloatArray,
    scale: float,
    tie: float,
) -> IntArray: ...
