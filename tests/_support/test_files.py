"""Outputs that would fail in the end are refused at the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking._support.files import check_output
from pairlinking.errors import KnowledgeBaseError


@pytest.mark.parametrize("name", ["kb", "kb.building"])
def test_links_in_the_place_of_the_folders_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).symlink_to(tmp_path / name)  # nowhere, and round and round
    with pytest.raises(KnowledgeBaseError, match=f"{name} is a symbolic link"):
        check_output(tmp_path / "kb", tmp_path / "kb.building", replace=True)
