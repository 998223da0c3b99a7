from collections.abc import Callable, Sequence

from pairlinking.types import IntArray

def split(
    text: str, spans: Sequence[tuple[int, int]], words: Callable[[str], list[str]]
) -> tuple[list[str], IntArray, IntArray]: ...
