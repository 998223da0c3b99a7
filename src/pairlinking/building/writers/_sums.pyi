import numpy as np
import numpy.typing as npt

BITS_OF_WORD: int

def sort_numbers(values: npt.NDArray[np.uint64], low: int = 0) -> None: ...
def count_sorted(keys: npt.NDArray[np.uint64], own: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
def find_lowest(indptr: npt.NDArray[np.int64], values: npt.NDArray[np.int64], most: int) -> npt.NDArray[np.bool_]: ...
def gather_counts(
    planes: npt.NDArray[np.uint8],
    key: int,
    bits: int,
    first: int,
    numbers: npt.NDArray[np.int32],
    rows: npt.NDArray[np.uint64],
    n: int,
) -> int: ...
def sum_rows(
    rows: npt.NDArray[np.uint64],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
