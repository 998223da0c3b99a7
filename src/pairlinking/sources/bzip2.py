"""Bytes of a bzip2 file in blocks: quickly where it is whole, stream by stream where it is not.

A whole file is unpacked on all cores by indexed_bzip2, at half the cost of `bz2` even on one. Neither says where a
damaged file is bad, or goes on after it; so where the quick way fails, the careful one below takes over. A multistream
dump has a fresh start every hundred pages: a bad stretch then costs those pages and not the rest of the file.
"""

from __future__ import annotations

import bz2
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import indexed_bzip2

from pairlinking.sources.damage import Damage, OnDamage
from pairlinking.sources.packed import BLOCK, UNPACKED, cut_short

__all__ = ["unpack_bzip2"]

_QUICK_BLOCK = 1 << 20
_STREAM = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")  # a stream's head, then its first block or (empty) its end
_HEAD = 10
_SMALLEST_STREAM = 14


def unpack_bzip2(
    file: BinaryIO,
    name: str,
    *,
    on_damage: OnDamage,
    allow_truncated: bool,
    threads: int,
    on_read: Callable[[int], object],
) -> Iterator[bytes]:
    """Unpacked blocks of the file, which is open at its start too, as the careful way reads it."""
    given = 0
    for block in _unpack_quickly(name, threads, on_read):
        if not block:
            break
        given += len(block)
        yield block
    else:
        return
    for block in _Unpacker(file, name, on_damage, allow_truncated):
        if given < len(block):
            yield block[given:]
            on_read(file.tell())
        given = max(0, given - len(block))


def _unpack_quickly(name: str, threads: int, on_read: Callable[[int], object]) -> Iterator[bytes]:
    """Unpacked blocks; an empty one last if the file is damaged."""
    try:
        with indexed_bzip2.open(name, parallelization=threads) as file:
            while block := file.read(_QUICK_BLOCK):
                yield block
                on_read(file.tell_compressed() // 8)
            # It takes what follows the last stream it understands for garbage; a damaged head would end the file there.
            end = max(file.available_block_offsets(), default=0) // 8
        if Path(name).stat().st_size - end >= _SMALLEST_STREAM:
            yield b""
    except (RuntimeError, ValueError, EOFError):  # what it raises on bytes that are not bzip2, without saying where
        yield b""


class _Unpacker:
    """Streams of a bzip2 file one after the other; after a bad one goes on at the next."""

    def __init__(self, file: BinaryIO, name: str, on_damage: OnDamage, allow_truncated: bool) -> None:
        self._file = file
        self._name = name
        self._on_damage = on_damage
        self._allow_truncated = allow_truncated

    def __iter__(self) -> Iterator[bytes]:
        packed = self._file.read(BLOCK)  # always what the decompressor was given last
        while packed:
            stream = bz2.BZ2Decompressor()
            feed = packed
            try:
                while not stream.eof:
                    if block := stream.decompress(feed, UNPACKED):
                        yield block
                    feed = b""
                    if stream.needs_input and not stream.eof:
                        feed = packed = self._file.read(BLOCK)
                        if not feed:
                            self._cut("ends early")
                            return
            except (OSError, EOFError, ValueError):
                packed = self._next_stream(packed, must_be=True)
            else:
                packed = stream.unused_data
                if len(packed) < _HEAD:
                    packed += self._file.read(BLOCK)
                if packed and not packed.startswith(b"BZh"):
                    packed = self._next_stream(b" " + packed, must_be=False)

    def _next_stream(self, packed: bytes, *, must_be: bool) -> bytes:
        """Skip to the head of the next stream, not looking at the very first byte: there the bad one may start.

        Bytes after the last whole stream that are no stream (`must_be` false) are reported, but are no cut.
        """
        place = f"byte {self._file.tell() - len(packed):,} or soon after"
        found = _STREAM.search(packed, 1)
        while found is None:
            block = self._file.read(BLOCK)
            if not block:
                if must_be:
                    self._cut(f"is damaged at {place}, with no later stream to go on from")
                else:
                    self._on_damage(Damage(self._name, place, "the bytes after the last bzip2 stream are not bzip2"))
                return b""
            packed = packed[1 - _HEAD :] + block
            found = _STREAM.search(packed)
        self._on_damage(Damage(self._name, place, "the bzip2 data is damaged up to its next stream"))
        return packed[found.start() :]

    def _cut(self, what: str) -> None:
        cut_short("bzip2", self._name, what, self._file.tell(), self._on_damage, self._allow_truncated)
