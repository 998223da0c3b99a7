"""Room on the disk: checked before a build, while it runs, and while a query spills."""

from __future__ import annotations

import errno
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from pairlinking.building import room
from pairlinking.building.engine import DuckDBEngine
from pairlinking.errors import KnowledgeBaseError
from tests.building.small_wiki import Recorder, build, small_dump

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    return small_dump(tmp_path / "dump.xml", n=300)


def disk(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9 - free, free))


def test_a_disk_without_room_for_the_tables_is_refused_at_once(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk(monkeypatch, 10_000)
    with pytest.raises(KnowledgeBaseError, match=r"needs about .* at the very least .* but only 0.0 MB are free"):
        build(dump, tmp_path / "kb", workers=1)


def test_a_disk_that_may_be_too_small_is_a_warning(dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk(monkeypatch, int(dump.stat().st_size * 1.0))
    recorder = Recorder()
    (work := tmp_path / "kb.building").mkdir()
    room.check_room([dump], work, recorder)
    assert [each for each in recorder.warnings if each.startswith("The build may need")]


def test_a_disk_that_gets_full_stops_the_build_and_it_goes_on(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Filling(Recorder):
        def finish(self, summary: str = "") -> None:
            super().finish(summary)
            if self.stages[-1] == "Reading pages":
                disk(monkeypatch, 1_000_000)

    with pytest.raises(KnowledgeBaseError, match=r"there is no space left on the disk.*run the same command again"):
        build(dump, tmp_path / "kb", vectors=None, workers=1, progress=Filling())
    monkeypatch.undo()
    again = Recorder()
    build(dump, tmp_path / "kb", vectors=None, workers=1, progress=again)
    assert "Reading pages" not in again.stages


def test_a_query_that_fills_the_disk_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = DuckDBEngine(tmp_path / "r.duckdb")
    disk(monkeypatch, 1)
    with pytest.raises(OSError, match="No space left") as caught:
        engine.create("much", "SELECT sum(a.range * b.range) FROM range(3000000) AS a, range(300000) AS b")
    assert caught.value.errno == errno.ENOSPC
    engine.close()
