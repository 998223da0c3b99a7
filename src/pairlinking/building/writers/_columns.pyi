import numpy as np
import numpy.typing as npt

class SentenceColumns:
    def __init__(
        self,
        data: npt.NDArray[np.uint8],
        offsets: npt.NDArray[np.int32],
        lists: npt.NDArray[np.int32],
        starts: npt.NDArray[np.int32],
        ends: npt.NDArray[np.int32],
    ) -> None: ...
