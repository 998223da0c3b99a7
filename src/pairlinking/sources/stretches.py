"""Stretches of a dump that is packed stream by stream: each is read separately, in any process.

A multistream dump of Wikipedia starts a new bzip2 stream every hundred pages, so workers can unpack it in parallel and
nothing large is sent to them. Where streams start is found in the file itself: that is faster than reading the index
that Wikipedia publishes with it, and works without one (docs/decisions/0027-stretches-of-streams.md).
"""

from __future__ import annotations

import bz2
from collections.abc import Iterator, Sequence
from os import fspath
from typing import NamedTuple

from pairlinking.errors import SourceError
from pairlinking.sources.bzip2 import read_on, stream_starts, unpack_streams
from pairlinking.sources.damage import Damage, OnDamage
from pairlinking.sources.mediawiki import CLOSE, LARGEST_PAGE, OPEN, Chunk, check_end, place_of
from pairlinking.sources.streams import AnyPath

__all__ = ["Stretch", "find_stretches", "read_stretch"]

LARGEST_STRETCH = 1 << 28  # bytes of text: a few packed bytes could unpack to any number
_SAMPLE = 8  # streams that show how well a file packs
_SAMPLE_BYTES = 1 << 23  # of text, from each
_UNEVEN = 4  # times the usual size: a file with longer stretches is not of this kind


class Stretch(NamedTuple):
    """Consecutive streams of a packed dump, as a range of bytes of the file."""

    path: str
    begin: int
    end: int
    is_first: bool
    is_last: bool


def find_stretches(path: AnyPath, size: int) -> list[Stretch]:
    """Stretches of about `size` bytes of text; an empty list if the file is not packed stream by stream.

    They depend only on the file and `size`.
    """
    name = fspath(path)
    with open(name, "rb") as file:
        if file.read(3) != b"BZh":
            return []
        length = file.seek(0, 2)
    starts = stream_starts(name)
    if len(starts) < 2 or starts[0] != 0:
        return []
    packed = _packed_size(name, [*starts, length], size)
    if not packed:
        return []
    begins = [0]
    for start in starts:
        if start - begins[-1] >= packed:
            begins.append(start)
    if len(begins) > 1 and length - begins[-1] < packed // 2:  # the last one would often contain only the end
        begins.pop()
    ends = [*begins[1:], length]
    if max(end - begin for begin, end in zip(begins, ends, strict=True)) > _UNEVEN * packed:
        return []
    return [Stretch(name, begin, end, begin == 0, end == length) for begin, end in zip(begins, ends, strict=True)]


def _packed_size(name: str, bounds: Sequence[int], size: int) -> int:
    """Packed size of about `size` bytes of text, from a sample of streams; 0 if they contain no pages."""
    n_streams = len(bounds) - 1
    n_packed = n_text = 0
    has_pages = False
    with open(name, "rb") as file:
        for number in sorted({i * n_streams // _SAMPLE for i in range(_SAMPLE)} | {1}):
            file.seek(bounds[number])
            packed = file.read(bounds[number + 1] - bounds[number])
            try:
                text = bz2.BZ2Decompressor().decompress(packed, _SAMPLE_BYTES)
            except (OSError, ValueError):  # damaged, which its reader will report
                continue
            if len(text) == _SAMPLE_BYTES:  # more than a hundred pages ever take up
                return 0
            has_pages = has_pages or OPEN in text
            n_packed += len(packed)
            n_text += len(text)
    return max(1, size * n_packed // n_text) if has_pages else 0


def read_stretch(stretch: Stretch, *, on_damage: OnDamage, allow_truncated: bool) -> Chunk:
    """Pages that start in a stretch; the rest of the last one is read from the streams that follow.

    Raises
    ------
    SourceError
        The dump ends early in its last stretch, or a stretch unpacks to more than a process can hold.
    """
    text = bytearray()
    for block in _unpacked(stretch, on_damage, allow_truncated):
        text += block
        if len(text) > LARGEST_STRETCH:
            raise SourceError(
                f"Bytes {stretch.begin:,} to {stretch.end:,} of {stretch.path} unpack to more than "
                f"{LARGEST_STRETCH:,} bytes. Unpack the file first: bzip2 -dk."
            )
    own = len(text)
    end = text.rfind(CLOSE) + len(CLOSE) if CLOSE in text else 0
    if stretch.is_last:
        check_end(stretch.path, text[end:], place_of(own, stretch.begin), on_damage, allow_truncated)
    elif text.find(OPEN, end) >= 0 or any(text.endswith(OPEN[:n]) for n in range(1, len(OPEN))):
        end = _complete(text, end, stretch, on_damage)
    first = text.find(OPEN, 0, own + len(OPEN) - 1)
    return Chunk(stretch.path, first, bytes(memoryview(text)[first:end]) if first >= 0 else b"", stretch.begin)


def _unpacked(stretch: Stretch, on_damage: OnDamage, allow_truncated: bool) -> Iterator[bytes]:
    with open(stretch.path, "rb") as file:
        file.seek(stretch.begin)
        data = file.read(stretch.end - stretch.begin)
    return unpack_streams(
        data,
        stretch.path,
        stretch.begin,
        is_last=stretch.is_last,
        on_damage=on_damage,
        allow_truncated=allow_truncated,
    )


def _complete(text: bytearray, end: int, stretch: Stretch, on_damage: OnDamage) -> int:
    """Append the rest of a page that starts after `end`, and return where the last page then ends.

    A page that starts in the streams that follow does not belong to this stretch.
    """
    own = len(text)
    opened, searched = -1, max(end, own - len(CLOSE))
    for block in read_on(stretch.path, stretch.end):
        text += block
        opened = text.find(OPEN, end, own + len(OPEN) - 1)
        if opened < 0 and len(text) >= own + len(OPEN):
            return end  # what looked like the first bytes of a page was something else
        closed, another = text.find(CLOSE, searched), text.find(OPEN, own)
        if closed >= 0 and not 0 <= another < closed:
            return closed + len(CLOSE)
        if another >= 0:
            on_damage(Damage(stretch.path, place_of(opened, stretch.begin), "a page without its end"))
            return end
        if len(text) > own + LARGEST_PAGE:
            reason = f"a page of more than {LARGEST_PAGE:,} bytes"
            on_damage(Damage(stretch.path, place_of(opened, stretch.begin), reason))
            return end
        searched = len(text) - len(CLOSE)
    return end  # the dump ends within the page, which its last stretch reports
