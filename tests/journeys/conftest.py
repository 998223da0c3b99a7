"""A stranger: an empty home folder, no caches, no network, and files such as the documentation speaks of."""

from __future__ import annotations

import bz2
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import pytest

from tests.building.small_wiki import small_dump
from tests.journeys.commands import ROOT

# Imported by every Python that a stranger starts.
NO_NETWORK = """
import socket

def refuse(self, address):
    raise OSError(101, "no network for strangers")

socket.socket.connect = socket.socket.connect_ex = refuse
"""


@dataclass(frozen=True)
class Stranger:
    """Somebody in a folder of their own."""

    folder: Path
    env: Mapping[str, str]

    def run(self, line: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Type a line into a shell."""
        return subprocess.run(
            ["bash", "-c", line],
            cwd=folder or self.folder,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )


@pytest.fixture(scope="session")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Stranger:
    home, folder = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("work")
    library = tmp_path_factory.mktemp("library")
    (library / "sitecustomize.py").write_text(NO_NETWORK)
    for name, arguments in (("pairlinking", "-m pairlinking"), ("python", "")):  # of this checkout
        program = library / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        program.chmod(0o755)
    env = {
        "HOME": str(home),
        "PATH": f"{library}:{Path(sys.executable).parent}:/usr/bin:/bin",
        "PYTHONPATH": os.pathsep.join([str(library), str(ROOT / "src"), str(ROOT)]),
        "PYTHONSAFEPATH": "1",
        "LANG": "C.UTF-8",
    }
    found = Stranger(folder, env)
    _put_files(folder)
    # The first thing that a stranger sees of the sample.
    done = found.run("pairlinking kb info sample --json")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("Building the sample knowledge base.")
    sample = Path(json.loads(done.stdout)["path"])
    assert sample.is_relative_to(home)
    for name in ("enwiki.kb", "my.kb"):
        (folder / name).symlink_to(sample)
    return found


def _put_files(folder: Path) -> None:
    """What users have: a dump (here a small one), a catalogue, texts, gold documents."""
    (folder / "article.txt").write_text("The Sun reported that Greece will leave the Euro.\n")
    (folder / "my-text.txt").write_text("The Sun reported that Greece will leave the Euro.\n")
    (folder / "documents").mkdir()
    for name in ("documents.jsonl", "documents/part-1.jsonl"):
        (folder / name).write_text('{"id": 1, "text": "Tiger won in Augusta."}\n{"text": "Greece."}\n')
    gold = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()[:10]
    (folder / "my-gold.jsonl").write_text("\n".join(gold) + "\n")
    small_dump(folder / "cut.xml")
    packed = bz2.compress((folder / "cut.xml").read_bytes())
    for name in ("enwiki-latest-pages-articles-multistream", "enwiki", "part1", "my-dump"):
        (folder / f"{name}.xml.bz2").write_bytes(packed)
    small_dump(folder / "part2.xml")
    (folder / "part2.xml.bz2").write_bytes(packed)
    tutorial = (ROOT / "docs/tutorial/own-catalogue.md").read_text(encoding="utf-8")
    block = tutorial.partition("entities = [")[2].partition("\n>>> ")[0].replace("\n... ", "\n")
    entities = eval("[" + block)  # the tutorial's own
    lines = "".join(json.dumps(entity) + "\n" for entity in entities)
    (folder / "entities.jsonl").write_text(lines)
    (folder / "company.jsonl").write_text(lines)
