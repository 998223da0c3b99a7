"""Bytes of a gzip or xz file in blocks, stream by stream, and the error for a packed file that is cut short."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO, Protocol

from pairlinking.errors import SourceError
from pairlinking.sources.damage import Damage, OnDamage

__all__ = ["BLOCK", "UNPACKED", "cut_short", "unpack_gzip", "unpack_xz"]

BLOCK = 1 << 18
UNPACKED = 1 << 22  # at most this much at once: a few packed bytes can unpack to gigabytes
_TESTS = {"bzip2": "bzip2 -t", "gzip": "gzip -t", "xz": "xz -t"}


class _Decompressor(Protocol):
    """The interface shared by bz2, lzma and the class below."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = ...) -> bytes:
        """At most `max_length` bytes of unpacked data; call again with ``b""`` for more."""


class _Gzip:
    """zlib with the interface of `lzma.LZMADecompressor`."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def needs_input(self) -> bool:
        return not self._stream.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data

    def decompress(self, data: bytes, max_length: int = 0) -> bytes:
        return self._stream.decompress(self._stream.unconsumed_tail + data, max_length)


def unpack_gzip(
    file: BinaryIO, name: str, *, on_damage: OnDamage, allow_truncated: bool, on_read: Callable[[int], object]
) -> Iterator[bytes]:
    """Unpacked blocks of a gzip file."""
    return _unpack("gzip", _Gzip, file, name, on_damage, allow_truncated, on_read)


def unpack_xz(
    file: BinaryIO, name: str, *, on_damage: OnDamage, allow_truncated: bool, on_read: Callable[[int], object]
) -> Iterator[bytes]:
    """Unpacked blocks of an xz file."""
    return _unpack("xz", lzma.LZMADecompressor, file, name, on_damage, allow_truncated, on_read)


def _unpack(
    packer: str,
    start: Callable[[], _Decompressor],
    file: BinaryIO,
    name: str,
    on_damage: OnDamage,
    allow_truncated: bool,
    on_read: Callable[[int], object],
) -> Iterator[bytes]:
    packed = file.read(BLOCK)
    while packed:
        stream = start()
        feed = packed
        try:
            while not stream.eof:
                if block := stream.decompress(feed, UNPACKED):
                    yield block
                    on_read(file.tell())
                feed = b""
                if stream.needs_input and not stream.eof:
                    feed = file.read(BLOCK)
                    if not feed:
                        cut_short(packer, name, "ends early", file.tell(), on_damage, allow_truncated)
                        return
        except (zlib.error, lzma.LZMAError, EOFError):
            place = f"is damaged at byte {file.tell():,} or before"
            cut_short(packer, name, place, file.tell(), on_damage, allow_truncated)
            return
        packed = (stream.unused_data or file.read(BLOCK)).lstrip(b"\0")  # both formats may pad streams with zeros


def cut_short(packer: str, name: str, what: str, at: int, on_damage: OnDamage, allow_truncated: bool) -> None:
    """Reject a packed file that cannot be read any further, or report it and accept what was read."""
    if not allow_truncated:
        raise SourceError(
            f"The {packer} file {name} {what} (read up to byte {at:,}). Download it again ({_TESTS[packer]} tests it), "
            "or use what could be read, with --allow-truncated (in Python: allow_truncated=True)."
        )
    on_damage(Damage(name, f"byte {at:,}", f"the {packer} data {what}"))
