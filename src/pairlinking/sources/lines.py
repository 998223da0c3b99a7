"""Lines of a source file, of bounded length."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import fspath

from pairlinking.sources.damage import Damage, OnDamage
from pairlinking.sources.streams import AnyPath, read_blocks

__all__ = ["LONGEST_LINE", "read_lines"]

LONGEST_LINE = 1 << 26  # bytes; each line is held in memory


def read_lines(
    path: AnyPath,
    *,
    on_damage: OnDamage,
    allow_truncated: bool = False,
    on_read: Callable[[int], object] = lambda _: None,
) -> Iterator[tuple[int, bytes]]:
    """Number and bytes of every non-empty line; lines that are too long are reported and skipped."""
    blocks = read_blocks(path, on_damage=on_damage, allow_truncated=allow_truncated, on_read=on_read)
    for number, line in enumerate(_split(blocks), 1):
        if line is None:
            on_damage(Damage(fspath(path), f"line {number}", f"more than {LONGEST_LINE:,} bytes"))
        elif line.strip():
            yield number, line


def _split(blocks: Iterator[bytes]) -> Iterator[bytes | None]:
    """Lines without line breaks; None for one that is too long, which is never held in memory completely."""
    pending: list[bytes] = []
    size = 0
    for block in blocks:
        first, *others = block.split(b"\n")
        size += len(first)
        if size > LONGEST_LINE:
            pending.clear()
        else:
            pending.append(first)
        if others:
            yield b"".join(pending) if size <= LONGEST_LINE else None
            yield from others[:-1]
            pending = [others[-1]]
            size = len(others[-1])
    yield b"".join(pending) if size <= LONGEST_LINE else None
