"""One version, wherever it is written."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pairlinking

ROOT = Path(__file__).parents[2]


def test_all_places_name_the_same_version() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    citation = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    heading = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert citation is not None
    assert heading is not None
    assert {declared, pairlinking.__version__, citation[1], heading[1]} == {declared}
