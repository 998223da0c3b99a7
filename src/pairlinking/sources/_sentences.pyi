from collections.abc import Sequence

from pairlinking.sources.links import Link

def spans(text: str, unbroken: Sequence[tuple[int, int] | Link]) -> list[tuple[int, int]]: ...
