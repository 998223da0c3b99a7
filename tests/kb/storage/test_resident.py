"""Pages of mapped files that a process holds are given back when they are too many."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pairlinking.kb.storage import resident
from pairlinking.kb.storage.npy import open_array

_BYTES = 64_000_000


def _call_often() -> None:
    for _ in range(100):
        resident.limit_resident()


@pytest.mark.skipif(not resident.resident_of_files(), reason="this system does not say what is resident")
def test_what_is_beyond_the_limit_is_given_back_and_reads_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    np.save(tmp_path / "a.npy", np.arange(_BYTES // 8))
    array = open_array(tmp_path / "a.npy", np.int64)
    before = resident.resident_of_files()
    total = int(array.sum())
    assert resident.resident_of_files() > before + _BYTES // 2
    monkeypatch.setattr(resident, "_threshold", before + 2 * _BYTES)
    _call_often()
    assert resident.resident_of_files() > before + _BYTES // 2, "below the limit nothing is given back"
    monkeypatch.setattr(resident, "_threshold", before)
    monkeypatch.setattr(resident, "MOST_RESIDENT", before)
    _call_often()
    assert resident.resident_of_files() < before + _BYTES // 2
    assert int(array.sum()) == total


def test_a_limit_below_what_cannot_be_given_back_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resident, "resident_of_files", lambda: 1000)
    monkeypatch.setattr(resident, "MOST_RESIDENT", 10)
    monkeypatch.setattr(resident, "_threshold", 10)
    _call_often()
    assert resident._threshold == 2000
