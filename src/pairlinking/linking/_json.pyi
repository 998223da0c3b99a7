from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray, IntArray

class JsonText:
    def __init__(
        self, entities: dict[int, bytes], strengths: list[bytes], starts: tuple[float, ...], chance: float
    ) -> None: ...
    def content(self) -> bytes: ...
    def add(self, what: bytes) -> int: ...
    def of_candidates(
        self,
        entities: IntArray,
        supporters: IntArray,
        chosen: npt.NDArray[np.uint8],
        shares: FloatArray,
        sizes: IntArray,
    ) -> None: ...
    def of_pairs(self, mentions: IntArray, entities: IntArray, psi: FloatArray, confidence: FloatArray) -> None: ...
    def of_evidence(self, names: IntArray, starts: IntArray, numbers: IntArray, steps: IntArray) -> None: ...
    def add_mentions(
        self,
        text: str,
        spans: Sequence[tuple[int, int]],
        escape: Callable[[str], bytes],
        entities: IntArray,
        confidence: FloatArray,
        local: FloatArray,
        clusters: list[str | None],
    ) -> None: ...
    def add_pairs(self, has_steps: bool) -> None: ...
