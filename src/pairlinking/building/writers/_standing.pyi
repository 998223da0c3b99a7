from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from pairlinking.kb.storage.tries import Trie
from pairlinking.types import IntArray

def fill_filter(forms: Iterable[str], slots: npt.NDArray[np.uint8], kinds: npt.NDArray[np.uint8]) -> None: ...

class FormCounter:
    def __init__(self, trie: Trie, slots: npt.NDArray[np.uint8], kinds: npt.NDArray[np.uint8]) -> None: ...
    def begin_page(self, own: Iterable[str]) -> None: ...
    def end_page(self) -> bool: ...
    def add(
        self,
        data: npt.NDArray[np.uint8],
        offsets: npt.NDArray[np.int32],
        first: int,
        last: int,
        lists: npt.NDArray[np.int32],
        starts: npt.NDArray[np.int32],
        ends: npt.NDArray[np.int32],
    ) -> None: ...
    def take_counts(self) -> IntArray: ...
