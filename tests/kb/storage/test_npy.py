"""Arrays written without knowing their length, and files that are none."""

from __future__ import annotations

import mmap
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.storage import npy
from pairlinking.kb.storage.npy import NpyWriter, open_array


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint8, np.uint64, np.float16])
@pytest.mark.parametrize("sizes", [[], [0], [3], [1, 0, 1000]])
def test_numpy_reads_what_was_written(tmp_path: Path, dtype: npt.DTypeLike, sizes: list[int]) -> None:
    parts = [np.arange(size).astype(dtype) for size in sizes]
    with NpyWriter(tmp_path / "a.npy", dtype) as writer:
        for part in parts:
            writer.append(part)
    expected = np.concatenate([np.empty(0, dtype), *parts])
    for array in (np.load(tmp_path / "a.npy", mmap_mode="r"), open_array(tmp_path / "a.npy", dtype)):
        assert array.dtype == dtype
        assert np.array_equal(array, expected)


@pytest.mark.parametrize("shape", [(0,), (7,), (0, 16), (3, 16), (2, 0)])
def test_what_numpy_wrote_is_mapped_read_only(tmp_path: Path, shape: tuple[int, ...]) -> None:
    expected = np.arange(np.prod(shape), dtype=np.int16).reshape(shape)
    np.save(tmp_path / "a.npy", expected)
    array = open_array(tmp_path / "a.npy", np.int16, ndim=len(shape))
    assert np.array_equal(array, expected)
    assert not array.flags.writeable
    assert not array.flags.owndata
    assert array.flags.aligned


def test_numbers_that_do_not_fit_are_not_cut(tmp_path: Path) -> None:
    with NpyWriter(tmp_path / "a.npy", np.int32) as writer:
        writer.append(np.array([1, 2], dtype=np.uint8))
        with pytest.raises(TypeError):
            writer.append(np.array([2**40]))
    assert open_array(tmp_path / "a.npy", np.int32).tolist() == [1, 2]


def test_a_file_that_was_not_closed_is_refused(tmp_path: Path) -> None:
    def fail() -> None:
        with NpyWriter(tmp_path / "a.npy", np.int32) as writer:
            writer.append(np.arange(3, dtype=np.int32))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with pytest.raises(KnowledgeBaseError, match="damaged"):
        open_array(tmp_path / "a.npy", np.int32)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(4, dtype=np.int64),
        np.arange(4, dtype=">i4"),
        np.zeros((2, 2), dtype=np.int32),
        np.array(3, dtype=np.int32),
        np.array(["a"]),
        np.zeros(2, dtype=[("a", np.int32)]),
    ],
)
def test_another_type_is_refused(tmp_path: Path, array: npt.NDArray[Any]) -> None:
    np.save(tmp_path / "a.npy", array)
    with pytest.raises(KnowledgeBaseError, match="damaged"):
        open_array(tmp_path / "a.npy", np.int32)


def test_pickles_and_fortran_order_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "o.npy", np.array([None]), allow_pickle=True)
    np.save(tmp_path / "f.npy", np.asfortranarray(np.arange(6, dtype=np.int32).reshape(2, 3)))
    for name in ("o.npy", "f.npy"):
        with pytest.raises(KnowledgeBaseError, match="damaged"):
            open_array(tmp_path / name, np.int32, ndim=2)


def test_every_cut_and_every_changed_byte_of_the_header_is_refused_or_harmless(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    np.save(path, np.arange(5, dtype=np.int32))
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        with pytest.raises(KnowledgeBaseError):
            open_array(path, np.int32)
    for at in range(128):
        for mask in (1, 4, 255):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ mask]) + whole[at + 1 :])
            with suppress(KnowledgeBaseError):
                assert open_array(path, np.int32).shape == (5,)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match=r"none\.npy: No such file"):
        open_array(tmp_path / "none.npy", np.int32)


@pytest.mark.parametrize(("memory", "expected"), [(1 << 20, [mmap.MADV_RANDOM]), (1 << 30, [])])
def test_only_of_files_that_are_large_for_the_memory_single_pages_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: int, expected: list[int]
) -> None:
    advised: list[int] = []

    class Watched(mmap.mmap):
        def madvise(self, option: int, start: int = 0, length: int = 0) -> None:
            advised.append(option)

    monkeypatch.setattr(mmap, "mmap", Watched)
    monkeypatch.setattr(npy, "memory_there_is", lambda: memory)
    np.save(tmp_path / "a.npy", np.arange(50_000))
    assert open_array(tmp_path / "a.npy", np.int64)[-1] == 49_999
    assert advised == expected
