from pairlinking.types import IdArray, IntArray

class Lists:
    n_entities: int
    def __init__(self, indptr: IntArray, ids: IdArray, n_pages: int) -> None: ...
