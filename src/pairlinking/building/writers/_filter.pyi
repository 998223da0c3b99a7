from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

def fill_filter(forms: Iterable[str], slots: npt.NDArray[np.uint8], kinds: npt.NDArray[np.uint8]) -> None: ...
