"""Bytes of a bzip2 file in blocks: fast if it is intact, stream by stream if it is damaged.

An intact file is unpacked on all cores by indexed_bzip2, at half the cost of `bz2` even on one. Neither reports where a
file is damaged, nor continues after that; so if the fast reader fails, the careful one below takes over. A multistream
dump starts a new stream every hundred pages: damage then costs those pages and not the rest of the file.
"""

from __future__ import annotations

import bz2
import io
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

import indexed_bzip2

from pairlinking.sources.damage import Damage, OnDamage
from pairlinking.sources.packed import BLOCK, UNPACKED, cut_short

__all__ = ["read_on", "stream_starts", "unpack_bzip2", "unpack_streams"]

_QUICK_BLOCK = 1 << 20
_STREAM = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")  # a stream header, then its first block or (if empty) its end
_HEAD = 10
_SMALLEST_STREAM = 14
_SEARCHED = 1 << 22


def unpack_bzip2(
    file: BinaryIO,
    name: str,
    *,
    on_damage: OnDamage,
    allow_truncated: bool,
    threads: int,
    on_read: Callable[[int], object],
) -> Iterator[bytes]:
    """Unpacked blocks of the file, which must also be open at its start, for the careful reader."""
    given = 0
    for block in _unpack_quickly(name, threads, on_read):
        if not block:
            break
        given += len(block)
        yield block
    else:
        return
    cut = partial(_cut_short, name, on_damage, allow_truncated)
    for block in _Unpacker(file, name, on_damage, cut):
        if given < len(block):
            yield block[given:]
            on_read(file.tell())
        given = max(0, given - len(block))


def stream_starts(path: str) -> list[int]:
    """Byte offsets at which the streams of a bzip2 file start."""
    starts: list[int] = []
    before, kept = 0, b""  # a header may be cut by the end of a block
    with open(path, "rb") as file:
        while block := file.read(_SEARCHED):
            data = kept + block
            starts += [before + found.start() for found in _STREAM.finditer(data)]
            kept = data[1 - _HEAD :]
            before += len(data) - len(kept)
    return starts


def unpack_streams(
    data: bytes, name: str, begin: int, *, is_last: bool, on_damage: OnDamage, allow_truncated: bool
) -> Iterator[bytes]:
    """Unpacked blocks of consecutive streams of a file, starting at its byte `begin`.

    Streams that end early are an error only at the end of the file: elsewhere they are damage, and only they are lost.
    """
    given = 0
    for block in _unpack_quickly(io.BytesIO(data), 1, lambda _: None):
        if not block:
            break
        given += len(block)
        yield block
    else:
        return

    def report(_: str, at: int) -> None:
        on_damage(Damage(name, f"byte {at:,} or before", "the bzip2 data is damaged up to its next stream"))

    cut = partial(_cut_short, name, on_damage, allow_truncated) if is_last else report
    for block in _Unpacker(io.BytesIO(data), name, on_damage, cut, begin):
        if given < len(block):
            yield block[given:]
        given = max(0, given - len(block))


def read_on(path: str, begin: int) -> Iterator[bytes]:
    """Unpacked blocks from a stream that starts at byte `begin` to the end of the file; damage is not reported."""
    with open(path, "rb") as file:
        file.seek(begin)
        yield from _Unpacker(file, path, lambda _: None, lambda _, __: None)


def _unpack_quickly(source: str | io.BytesIO, threads: int, on_read: Callable[[int], object]) -> Iterator[bytes]:
    """Unpacked blocks, followed by an empty one if the data is damaged."""
    try:
        with indexed_bzip2.open(source, parallelization=threads) as file:
            while block := file.read(_QUICK_BLOCK):
                yield block
                on_read(file.tell_compressed() // 8)
            # It ignores whatever follows the last stream it understands; a damaged header would end the file there.
            end = max(file.available_block_offsets(), default=0) // 8
        size = Path(source).stat().st_size if isinstance(source, str) else len(source.getbuffer())
        if size - end >= _SMALLEST_STREAM:
            yield b""
    except (RuntimeError, ValueError, EOFError):  # raised for bytes that are not bzip2, without saying where
        yield b""
    finally:
        if not isinstance(source, str):
            source.truncate(0)  # indexed_bzip2 1.7 never releases it: a worker would keep all that it ever unpacked


def _cut_short(name: str, on_damage: OnDamage, allow_truncated: bool, what: str, at: int) -> None:
    cut_short("bzip2", name, what, at, on_damage, allow_truncated)


class _Unpacker:
    """Unpacks the streams of a bzip2 file one after the other; after a damaged one, continues with the next.

    Parameters
    ----------
    file
        The file, or some of its streams, starting at its byte `begin`.
    on_cut
        Called with what is wrong, and where, if the data ends within a stream.
    """

    def __init__(
        self,
        file: BinaryIO,
        name: str,
        on_damage: OnDamage,
        on_cut: Callable[[str, int], None],
        begin: int = 0,
    ) -> None:
        self._file = file
        self._name = name
        self._on_damage = on_damage
        self._on_cut = on_cut
        self._begin = begin

    def __iter__(self) -> Iterator[bytes]:
        packed = self._file.read(BLOCK)  # always the last input of the decompressor
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
        """Skip to the header of the next stream, ignoring the very first byte, where the damaged one may start.

        Bytes after the last stream that are not a stream (`must_be` false) are reported, but are not a cut.
        """
        place = f"byte {self._at() - len(packed):,} or soon after"
        found = _STREAM.search(packed, 1)
        while found is None:
            block = self._file.read(BLOCK)
            if not block:
                if must_be:
                    self._cut(f"is damaged at {place}, and nothing after it can be read")
                else:
                    self._on_damage(Damage(self._name, place, "the bytes after the last bzip2 stream are not bzip2"))
                return b""
            packed = packed[1 - _HEAD :] + block
            found = _STREAM.search(packed)
        self._on_damage(Damage(self._name, place, "the bzip2 data is damaged up to its next stream"))
        return packed[found.start() :]

    def _at(self) -> int:
        return self._begin + self._file.tell()

    def _cut(self, what: str) -> None:
        self._on_cut(what, self._at())
