"""A solver, a measure and a local feature of another package are found by their entry points and used by name."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pairlinking.building import open_sample

PACKAGE = """
import numpy as np
import pairlinking as pl

class Last:
    facts = pl.SolverFacts("toy-last", is_collective=False, reads="nothing")

    def solve(self, problem):
        choice = problem.sizes - 1
        return pl.Assignment(problem, "toy-last", choice, np.zeros(len(choice)), "local")

class SameLetter:
    name = "toy-letter"

    def __init__(self, kb):
        self.kb = kb

    def score(self, left, right):
        return 1.0 if left == right else 0.5 * (self.kb.title(left)[0] == self.kb.title(right)[0])

    def bound(self, left, right):
        return 1.0

    def block(self, lefts, rights):
        return np.array([[self.score(int(a), int(b)) for b in rights] for a in lefts]).reshape(len(lefts), len(rights))

class TitleLength:
    def __init__(self, kb):
        self.kb = kb

    def values(self, text, spans, lists):
        return np.array([len(self.kb.title(int(entity))) for each in lists for entity in each.entities], dtype=float)
"""
ENTRY_POINTS = """
[pairlinking.collective]
toy-last = toy_package:Last
toy-broken = no_such_package:Solver
[pairlinking.relatedness]
toy-letter = toy_package:SameLetter
[pairlinking.features]
toy-length = toy_package:TitleLength
"""
TEXT = "Tiger won at Augusta, Georgia."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What pip leaves behind for a package with these entry points."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "toy_package.py").write_text(PACKAGE)
    info = folder / "toy_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    return folder


def run(code: str, *sites: Path) -> str:
    """Output of a fresh process that has these packages."""
    path = os.pathsep.join([*map(str, sites), *filter(None, sys.path)])
    program = f"import pairlinking as pl\nTEXT = {TEXT!r}\n{code}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_solver(site: Path) -> None:
    code = """
linker = pl.load("sample", method="toy-last", threshold=0)
document = linker.link(TEXT, ["Tiger", "Georgia"])
print(document.method, [link.evidence for link in document])
print([link.best.entity.title == linker.kb.title(int(document.solution.entities[end - 1]))
       for link, end in zip(document, document.solution.offsets[1:])])
compared = linker.compare(TEXT, ["Tiger", "Georgia"]).documents
print("toy-last" in compared, "toy-broken" in compared, "toy-broken" in pl.methods())
"""
    assert run(code, site).splitlines() == ["toy-last [[], []]", "[True, True]", "True False True"]


def test_a_measure(site: Path) -> None:
    code = """
from pairlinking.relatedness import measures
linker = pl.load("sample", relatedness="toy-letter")
print("toy-letter" in measures(linker.kb), linker)
print(sorted({pair.relatedness for pair in linker.link(TEXT).tree}))
"""
    named, scores = run(code, site).splitlines()
    assert named.startswith("True <linker by pair-linking with toy-letter")
    assert set(map(float, scores.strip("[]").split(", "))) <= {0.0, 0.5, 1.0}


def test_a_local_feature_is_learned_from_and_needed_from_then_on(site: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.kb"
    shutil.copytree(open_sample().path, path)
    learn = f"""
import json
from importlib.resources import files
kb = pl.KnowledgeBase.open({str(path)!r})
lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()
documents = []
for line in map(json.loads, lines):
    found = [(each, kb.get(each["entity"]) if each["entity"] else None) for each in line["mentions"]]
    documents.append(pl.GoldDocument(
        line["text"], [(each["start"], each["end"]) for each, _ in found],
        [-1 if entity is None else entity for _, entity in found]))
linker = pl.load(pl.train(kb, documents))
print("toy-length" in (kb.path / "models" / "scorer.txt").read_text(), len(linker.link(TEXT)) > 0)
"""
    assert run(learn, site) == "True True\n"
    without = f"""
try:
    pl.load({str(path)!r})
except pl.KnowledgeBaseError as error:
    print(error)
"""
    assert "features other than those installed: 'toy-length'. Learn the models again" in run(without)
