from collections.abc import Iterable
from mmap import mmap

BLOCKS_TOGETHER: int
PADDING: int

class BlockDecoder:
    def unpack(self, data: bytes | mmap, starts: Iterable[int]) -> list[tuple[bytes, int, int]]: ...

def find_marks(data: bytes | mmap, start: int, end: int) -> list[tuple[int, bool]]: ...
