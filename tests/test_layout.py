"""Tests are where a reader looks for them: each folder of tests mirrors one of the package."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "pairlinking"
BESIDE = ("benchmarks", "locks", "reproduction", "starter")  # folders of their own, next to `src`
# Kinds of tests rather than places.
KINDS = ("contract", "fuzz", "golden", "journeys", "packaging", "real", "reference")
FOLDERS = sorted(path.parent.relative_to(TESTS) for path in TESTS.rglob("__init__.py") if path.parent != TESTS)


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_every_folder_of_tests_has_its_counterpart(folder: Path) -> None:
    if folder.parts[0] in BESIDE:
        assert (TESTS.parent / folder).is_dir()
    elif folder.parts[0] not in KINDS:
        assert (SOURCE / folder).is_dir()
