"""A cache that cannot be written is no reason to fail."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from pairlinking._support import cache
from pairlinking.errors import CacheWarning


@pytest.fixture
def blocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that nobody can make, not even root: its parent is a file."""
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv(cache.VARIABLE, "")
    return tmp_path


def test_a_temporary_folder_takes_its_place_and_is_named_once(blocked: Path) -> None:
    with pytest.warns(CacheWarning, match="is not writable") as told:
        folder = cache.cache_folder()
    assert folder == blocked / "temporary" / f"pairlinking-{os.getuid()}"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert len(told) == 1
    assert cache.cache_folder() == folder  # warnings are errors here: a second one would fail


@pytest.mark.parametrize("taken", ["file", "link", "open"])
def test_a_temporary_folder_of_somebody_else_is_not_used(blocked: Path, taken: str) -> None:
    folder = blocked / "temporary" / f"pairlinking-{os.getuid()}"
    if taken == "file":
        folder.touch()
    elif taken == "link":
        (blocked / "elsewhere").mkdir()
        folder.symlink_to(blocked / "elsewhere")
    else:
        folder.mkdir()
        folder.chmod(0o777)
    with pytest.warns(CacheWarning):
        found = cache.cache_folder()
    assert found != folder
    assert found.parent == blocked / "temporary"


def test_the_variable_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "mine"))
    assert cache.cache_folder() == tmp_path / "mine"


def test_linking_works_without_a_cache_and_says_so_once(blocked: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pairlinking", "kb", "verify"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("is not writable") == 1
    assert "Traceback" not in done.stderr
