from pairlinking.types import FloatArray, IntArray

def supporters(
    psi: FloatArray, local: FloatArray, chosen: FloatArray, own: IntArray, beta: float
) -> tuple[IntArray, FloatArray]: ...
