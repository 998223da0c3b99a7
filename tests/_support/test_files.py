"""Outputs that would fail in the end are refused at the start, and locks never follow links."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking._support.files import check_output, locked
from pairlinking.errors import KnowledgeBaseError


def test_a_lock_never_writes_to_what_a_link_leads_to(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    work = tmp_path / "kb.building"
    work.mkdir()
    (work / "lock").symlink_to(victim)
    with pytest.raises(KnowledgeBaseError, match=r"lock is a symbolic link\. Remove it first\."), locked(work):
        pass
    assert victim.read_text() == "precious"


def test_a_folder_is_held_by_one_and_then_by_another(tmp_path: Path) -> None:
    work = tmp_path / "kb.building"
    with locked(work), pytest.raises(KnowledgeBaseError, match="Another build is at work"), locked(work):
        pass
    with locked(work):
        pass


@pytest.mark.parametrize("name", ["kb", "kb.building"])
def test_links_in_the_place_of_the_folders_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).symlink_to(tmp_path / name)  # nowhere, and round and round
    with pytest.raises(KnowledgeBaseError, match=f"{name} is a symbolic link"):
        check_output(tmp_path / "kb", tmp_path / "kb.building", replace=True)
