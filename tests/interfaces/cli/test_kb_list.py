"""``pairlinking kb list``, and names in the place of folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairlinking.building import open_sample
from pairlinking.kb.packages import PACKAGES
from tests.interfaces.running import Run


def test_the_list_shows_entities_and_size_and_the_default(run: Run) -> None:
    kb = open_sample()
    listed = json.loads(run("kb", "list", "--json").out)
    (sample,) = (each for each in listed["installed"] if each["name"] == "sample")
    assert listed["default"] == "sample"
    assert sample["default"]
    assert sample["entities"] == len(kb)
    assert sample["folder"] == str(kb.path)
    assert f"{len(kb)}" in run("kb", "list").out


def test_a_broken_package_is_listed_as_such(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Path:
        raise ImportError("no data")

    monkeypatch.setitem(PACKAGES._factories, "broken", broken)
    listed = json.loads(run("kb", "list", "--json").out)["installed"]
    assert [each["name"] for each in listed if "problem" in each] == ["broken"]


@pytest.mark.parametrize("command", [("kb", "info"), ("kb", "verify"), ("kb", "lookup")], ids=" ".join)
def test_every_command_of_kb_takes_a_name(run: Run, command: tuple[str, ...]) -> None:
    result = run(*command, "sample", *(["Tiger"] if command[1] == "lookup" else []))
    assert (result.code, result.err) == (0, "")


def test_linking_takes_a_name(run: Run) -> None:
    assert "Tiger Woods" in run("explain", "--kb", "sample", "[[Tiger]] won the [[Masters]].").out
