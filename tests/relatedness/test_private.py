"""Arrays that a caller changes later do not reach the kernels that trusted them."""

from __future__ import annotations

import mmap
from pathlib import Path

import numpy as np
import pytest

from pairlinking._support.arrays import private
from pairlinking.relatedness import EES, NJS, WLM, InLinks


def test_changing_in_links_afterwards_changes_no_score() -> None:
    indptr, ids = np.array([0, 60, 120], dtype=np.int64), np.arange(120, dtype=np.int32)
    links = InLinks(indptr, ids, n_pages=200)
    before = WLM(links).score(0, 1), NJS(links).score(0, 1)
    indptr[:], ids[:] = 10**12, -(2**31)
    assert (WLM(links).score(0, 1), NJS(links).score(0, 1)) == before


def test_changing_vectors_afterwards_changes_no_score() -> None:
    vectors = np.zeros((2, 16), dtype=np.int16)
    vectors[:, 0] = 100
    ees = EES(vectors)
    before = ees.score(0, 1)
    vectors[:] = 32767
    assert ees.score(0, 1) == before


def test_a_read_only_view_of_an_array_that_changes_is_no_protection() -> None:
    vectors = np.zeros((2, 16), dtype=np.int16)
    vectors[:, 0] = 100
    view = vectors.view()
    view.flags.writeable = False
    ees = EES(view)
    vectors[:] = 32767
    assert ees.vectors.max() == 100


@pytest.mark.parametrize("name", ["indptr", "ids"])
def test_what_the_kernels_read_cannot_be_written(name: str) -> None:
    links = InLinks.from_lists([range(60), range(70)], n_pages=100)
    with pytest.raises(ValueError, match="read-only"):
        getattr(links, name)[0] = 1


def test_a_mapped_file_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "ids").write_bytes(np.arange(8, dtype=np.int32).tobytes())
    with (tmp_path / "ids").open("rb") as file:
        mapped = np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), dtype=np.int32)
    assert private(mapped, np.int32) is mapped
    assert private(mapped[2:], np.int32).base is not None
    assert not np.shares_memory(private(mapped, np.int64), mapped)
