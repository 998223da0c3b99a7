"""Bytes of a bzip2 file in blocks: quickly where it is whole, stream by stream where it is not.

A whole file is unpacked by a decoder of our own (`_bzip2`), on several cores if wanted, and on one at half the
cost of `bz2`. It does not say where a damaged file is bad, or go on after it; so where the quick way fails, the careful
one below takes over. A multistream dump has a fresh start every hundred pages: a bad stretch then costs those pages and
not the rest of the file.
"""

from __future__ import annotations

import bz2
import re
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from mmap import ACCESS_READ, mmap
from typing import BinaryIO, TypeAlias

from pairlinking.sources._bzip2 import BLOCKS_TOGETHER, PADDING, BlockDecoder, find_marks
from pairlinking.sources.damage import Damage, OnDamage
from pairlinking.sources.packed import BLOCK, UNPACKED, cut_short

__all__ = ["unpack_bzip2"]

_SEARCHED = 1 << 22  # bytes that are looked through for marks at a time
_PIECE = 1 << 20
_HEADER = re.compile(rb"BZh[1-9]")
_STREAM = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")  # a stream's head, then its first block or (empty) its end
_HEAD = 10
_SMALLEST_STREAM = 14

_Mark: TypeAlias = tuple[int, bool]  # a bit, and whether a block may begin there, or else a stream end
_Block: TypeAlias = tuple[bytes, int, int]  # what it unpacks to, its checksum, and the bit at which it ends


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
    for block in _in_pieces(_unpack_quickly(name, threads, on_read)):
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
        with open(name, "rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as packed:
            chain = _Chain(packed)
            for is_block, start, block in _unpacked(packed, threads):
                if not is_block:
                    chain.end_stream(start)
                elif block is not None:
                    chain.add_block(start, block)
                    yield block[0]
                    on_read(block[2] // 8)
            if chain.expected is not None:
                yield b""
    except ValueError:  # of the decoder and of the chain, which do not say where
        yield b""


def _in_pieces(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces of one size: what is cut at their ends does not depend on how a file is packed."""
    pending = b""
    for block in blocks:
        if not block:
            yield from (pending, b"") if pending else (b"",)
            return
        pending += block
        at = 0
        while len(pending) - at >= _PIECE:
            yield pending[at : at + _PIECE]
            at += _PIECE
        pending = pending[at:]
    if pending:
        yield pending


def _unpacked(packed: mmap, threads: int) -> Iterator[tuple[bool, int, _Block | None]]:
    """Marks in order: whether it begins a block, where, and what the block unpacks to."""
    if threads == 1:
        decoder = BlockDecoder()
        for group in _groups(packed):
            yield from _unpack_group(packed, group, decoder)
        return
    decoders = threading.local()

    def unpack(group: list[_Mark]) -> list[tuple[bool, int, _Block | None]]:
        if not hasattr(decoders, "own"):
            decoders.own = BlockDecoder()
        return list(_unpack_group(packed, group, decoders.own))

    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[list[tuple[bool, int, _Block | None]]]] = deque()
        try:
            for group in _groups(packed):
                waiting.append(pool.submit(unpack, group))
                if len(waiting) > threads + 1:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _unpack_group(packed: mmap, group: list[_Mark], decoder: BlockDecoder) -> Iterator[tuple[bool, int, _Block | None]]:
    """Unpack the blocks between marks, of which the last one just says where the one before ends."""
    first = group[0][0] // 8
    data = packed[first : group[-1][0] // 8 + 1] + bytes(PADDING)
    starts = [start for start, is_block in group[:-1] if is_block]
    found = iter(decoder.unpack(data, [start - 8 * first for start in starts]))
    for start, is_block in group[:-1]:
        if is_block:
            block, crc, end = next(found)
            yield True, start, (block, crc, end + 8 * first)
        else:
            yield False, start, None


def _groups(packed: mmap) -> Iterator[list[_Mark]]:
    """Marks with as many blocks as are unpacked together, and the one behind them, with which the next group begins."""
    group: list[_Mark] = []
    n_blocks = 0
    for at in range(0, len(packed), _SEARCHED):
        for mark in find_marks(packed, at, at + _SEARCHED):
            group.append(mark)
            if n_blocks == BLOCKS_TOGETHER:
                yield group
                group, n_blocks = [mark], 0
            n_blocks += mark[1]
    if group:
        yield [*group, (8 * len(packed) - 1, False)]


class _Chain:
    """Follows the marks that were found: each must be where the block before it ended, and checksums must agree."""

    def __init__(self, packed: mmap) -> None:
        self._packed = packed
        self._crc = 0
        self.expected: int | None = None  # the bit of the next mark; None once the last stream has ended
        self._begin_stream(0)

    def _begin_stream(self, at: int) -> None:
        if not _HEADER.match(self._packed, at):
            raise ValueError("no stream of bzip2 begins here")
        self.expected = 8 * (at + 4)
        self._crc = 0

    def add_block(self, start: int, block: _Block) -> None:
        """A block, which is where one was expected."""
        _, crc, end = block
        if start != self.expected:
            raise ValueError("a block is not where it was expected")
        self._crc = (self._crc << 1 | self._crc >> 31) & 0xFFFFFFFF ^ crc
        self.expected = end

    def end_stream(self, at: int) -> None:
        """The end of a stream; behind the last one there may be some bytes that are none."""
        first, end = (at + 48) // 8, -(-(at + 80) // 8)
        told = int.from_bytes(self._packed[first:end], "big") >> (8 * end - at - 80) & 0xFFFFFFFF
        if at != self.expected or told != self._crc:
            raise ValueError("a stream does not end where it was expected, or its checksum is wrong")
        self.expected = None
        if len(self._packed) - end >= _SMALLEST_STREAM:
            self._begin_stream(end)


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
