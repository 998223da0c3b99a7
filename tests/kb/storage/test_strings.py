"""Strings by number, from a file."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.storage.strings import StringTable, write_strings


@given(strings=st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_what_was_written_is_read(strings: list[str]) -> None:
    with TemporaryDirectory() as folder:
        bin_, npy = Path(folder, "s.bin"), Path(folder, "s.npy")
        write_strings(bin_, npy, iter(strings))
        table = StringTable(bin_, npy)
        assert len(table) == len(strings)
        assert [table[i] for i in range(len(table))] == strings
        assert list(table) == strings


def test_numbers_outside_the_table_are_refused(tmp_path: Path) -> None:
    write_strings(tmp_path / "s.bin", tmp_path / "s.npy", ["a", "b"])
    table = StringTable(tmp_path / "s.bin", tmp_path / "s.npy")
    for index in (-1, 2):
        with pytest.raises(IndexError, match=str(index)):
            table[index]


def test_memory_stays_small_and_pieces_join_without_a_seam(tmp_path: Path) -> None:
    n = 200_000
    tracemalloc.start()
    write_strings(tmp_path / "s.bin", tmp_path / "s.npy", (f"string number {i} ääää" for i in range(n)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 25_000_000
    table = StringTable(tmp_path / "s.bin", tmp_path / "s.npy")
    assert len(table) == n
    assert all(string == f"string number {i} ääää" for i, string in enumerate(table))


@pytest.mark.parametrize("offsets", [[], [0], [0, 3], [0, 2, 1, 4], [1, 4], [0, 2**63, 4]])
def test_offsets_that_do_not_fit_the_bytes_are_refused(tmp_path: Path, offsets: list[int]) -> None:
    (tmp_path / "s.bin").write_bytes(b"abcd")
    np.save(tmp_path / "s.npy", np.array(offsets, dtype=np.uint64))
    with pytest.raises(KnowledgeBaseError, match=r"s\.npy is damaged"):
        StringTable(tmp_path / "s.bin", tmp_path / "s.npy")


def test_bytes_that_are_no_utf_8_are_refused_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "s.bin").write_bytes(b"ok\xff")
    np.save(tmp_path / "s.npy", np.array([0, 2, 3], dtype=np.uint64))
    table = StringTable(tmp_path / "s.bin", tmp_path / "s.npy")
    assert table[0] == "ok"
    with pytest.raises(KnowledgeBaseError, match="UTF-8"):
        table[1]
