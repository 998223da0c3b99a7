from collections.abc import Sequence
from typing import Any

def spans(text: str, unbroken: Sequence[tuple[Any, ...]]) -> list[tuple[int, int]]: ...
