"""The decoder of bzip2 gives what `bz2` gives, and refuses what `bz2` refuses."""

from __future__ import annotations

import bz2
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.errors import SourceError
from pairlinking.sources._bzip2 import BLOCKS_TOGETHER, PADDING, BlockDecoder, find_marks
from pairlinking.sources.bzip2 import _unpack_quickly
from pairlinking.sources.streams import read_blocks

pieces = st.one_of(
    st.binary(max_size=200),
    st.tuples(st.binary(min_size=1, max_size=3), st.integers(1, 2000)).map(lambda each: each[0] * each[1]),
)
STREAM_HEAD = 4


def unpack_stream(packed: bytes) -> bytes:
    """Blocks of one stream, by the decoder alone."""
    marks = find_marks(packed, 0, len(packed))
    starts = [start for start, is_block in marks if is_block]
    found = BlockDecoder().unpack(packed + bytes(PADDING), starts)
    assert [end for _, _, end in found] == [start for start, _ in marks[1:]]
    return b"".join(block for block, _, _ in found)


@given(content=st.lists(pieces, max_size=8).map(b"".join))
def test_a_block_unpacks_to_what_was_packed(content: bytes) -> None:
    assert unpack_stream(bz2.compress(content)) == content


def noise(seed: int, size: int, letters: int) -> bytes:
    source = random.Random(seed)
    return bytes(source.choices(range(letters), [1 / (at + 1) for at in range(letters)], k=size))


@pytest.mark.parametrize("letters", [1, 2, 20, 256])
@pytest.mark.parametrize("threads", [1, 3])
def test_many_blocks_of_several_streams(tmp_path: Path, letters: int, threads: int) -> None:
    contents = [noise(at, size, letters) for at, size in enumerate((1_300_000, 0, 1, 250_000))]
    path = tmp_path / "packed.bz2"
    path.write_bytes(b"".join(bz2.compress(each, 1) for each in contents) + b"\0" * 9)
    read: list[int] = []
    blocks = list(_unpack_quickly(str(path), threads, read.append))
    assert b"".join(blocks) == b"".join(contents)
    assert all(blocks)
    assert read == sorted(read)


def test_whatever_byte_is_damaged_is_noticed(tmp_path: Path) -> None:
    content = noise(1, 3000, 60)
    packed = bz2.compress(content)
    path = tmp_path / "packed.bz2"
    source = random.Random(2)
    for at in [*range(20), *source.sample(range(20, len(packed)), 200)]:
        damaged = bytearray(packed)
        damaged[at] ^= 1 << source.randrange(8)
        path.write_bytes(damaged)
        got = b"".join(_unpack_quickly(str(path), 1, lambda _: None))
        same = at == len(packed) - 1 or (at == STREAM_HEAD - 1 and damaged[at] in b"123456789")  # padding, block size
        assert got in ((b"", content) if same else (b"",))


@pytest.mark.parametrize("kept", [0, 3, 14, 100, -14, -1])
def test_a_file_that_is_cut_is_no_whole_file(tmp_path: Path, kept: int) -> None:
    content = noise(1, 300_000, 60)
    path = tmp_path / "packed.bz2"
    path.write_bytes(bz2.compress(content, 1)[:kept])
    assert list(_unpack_quickly(str(path), 1, lambda _: None))[-1] == b""


def test_what_came_before_the_damage_is_given_once(tmp_path: Path) -> None:
    contents = [noise(at, 400_000, 60) for at in range(3)]
    streams = [bytearray(bz2.compress(each, 1)) for each in contents]
    streams[1][len(streams[1]) // 2] ^= 255
    path = tmp_path / "packed.bz2"
    path.write_bytes(b"".join(streams))
    damage: list[object] = []
    got = b"".join(read_blocks(path, on_damage=damage.append))
    assert damage
    assert got.startswith(contents[0])
    assert got.endswith(contents[2])
    assert len(got) < sum(map(len, contents))
    path.write_bytes(b"".join(streams[:2]))
    with pytest.raises(SourceError, match="damaged"):
        list(read_blocks(path))


def test_no_more_blocks_than_it_has_memory_for() -> None:
    packed = bz2.compress(b"a") + bytes(PADDING)
    with pytest.raises(ValueError, match="more blocks"):
        BlockDecoder().unpack(packed, [32] * (BLOCKS_TOGETHER + 1))
    with pytest.raises(ValueError, match="outside"):
        BlockDecoder().unpack(packed, [-1])
    assert BlockDecoder().unpack(packed, []) == []
