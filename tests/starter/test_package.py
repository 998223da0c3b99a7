"""The package of the starter: size, memory, facts without sentences, and a way to open it."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path

import pytest

import pairlinking as pl
from pairlinking.building.named import DEFAULT_VARIABLE, STARTER, open_kb
from pairlinking.kb import KnowledgeBase, verify

OPENING = """
import re
from pathlib import Path
from pairlinking.building.named import open_kb
open_kb("starter-en")
print(re.search(r"RssAnon:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])  # mapped files are the system's
"""


def test_it_is_whole(kb: KnowledgeBase) -> None:
    verify(kb.path)


def test_it_has_room_for_many_entities_in_few_megabytes(kb: KnowledgeBase) -> None:
    assert len(kb) >= 150_000
    files = [kb.path / name for name in kb.manifest.files]
    assert sum(path.stat().st_size for path in files) <= 150e6
    assert sum(len(zlib.compress(path.read_bytes(), 6)) for path in files) <= 45e6


def test_there_is_no_text_of_the_sources(kb: KnowledgeBase) -> None:
    parts = {name.split("/")[0] for name in kb.manifest.files}
    assert not parts & {"tables", "gold"}


def test_it_is_the_default_where_it_is_installed(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DEFAULT_VARIABLE)
    assert open_kb().path == kb.path
    assert pl.load().kb.path == kb.path


def test_opening_takes_little_memory(kb: KnowledgeBase) -> None:
    run = subprocess.run([sys.executable, "-c", OPENING], capture_output=True, text=True, check=True)
    assert int(run.stdout) < 80 * 1024  # kB, beside the mapped files


def test_the_licence_is_in_the_package() -> None:
    folder = Path(__file__).parents[2] / STARTER.removesuffix("-en")
    assert "CC BY-SA 4.0" in (folder / "LICENSE").read_text()
    assert "Wikipedia" in (folder / "ATTRIBUTION.md").read_text()
