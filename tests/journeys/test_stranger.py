"""A stranger reads README, tutorials and how-tos from top to bottom, and types every command."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from pairlinking.building.named import STARTER, installed_kbs
from tests.journeys.commands import ROOT, Command, commands_of, pages
from tests.journeys.conftest import Stranger

# Not typed here, and why.
ELSEWHERE = {
    "make ": "sets up an environment: CI runs make demo, test and docs from a fresh clone",
    "pip ": "needs a package index: tests/packaging installs the wheel into an empty environment",
    "curl ": "needs a server: tests/interfaces/http/test_serve_docs.py types these",
    "pairlinking serve": "serves until it is stopped: tests/interfaces/http",
    "docker ": "needs a Docker engine",
    "KB=": "needs a Docker engine",
    "python -m reproduction": "needs data sets: tests/reproduction",
    "python -m benchmarks": "measures for minutes: tests/benchmarks",
}
OWN_TESTS = {"evaluate.md", "serve.md", "gerbil.md", "reproduce.md", "spacy.md"}  # of their own, beside what they test
NEEDS_MORE = ("--page-props", "kb shrink", "--master")  # files or machines that a test does not have
SCORE = re.compile(r"\b[01]\.\d\d\b")
NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def typed(page: Path) -> list[Command]:
    """Commands to type; those of the starter where it is installed."""
    found = [each for each in commands_of(page) if not each.line.startswith(tuple(ELSEWHERE))]
    found = [each for each in found if not any(part in each.line for part in NEEDS_MORE)]
    return [each for each in found if STARTER not in each.line or STARTER in installed_kbs()]


READ = [page for page in pages() if page.name not in OWN_TESTS and typed(page)]


def test_there_is_something_to_type() -> None:
    assert {"README.md", "first-link.md", "own-catalogue.md", "own-dump.md", "build-a-knowledge-base.md"} <= {
        page.name for page in READ
    }
    assert sum(len(typed(page)) for page in READ) > 25


@pytest.mark.parametrize("page", READ, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_works_and_prints_what_the_page_shows(stranger: Stranger, page: Path) -> None:
    built = stranger.folder / f"builds-{page.stem}"
    built.mkdir()
    for name in ("entities.jsonl", "cut.xml", *(each.name for each in stranger.folder.glob("*.bz2"))):
        (built / name).symlink_to(stranger.folder / name)
    made: set[str] = (
        set()
    )  # knowledge bases that the page builds are used by the commands behind it, if it is a tutorial
    for command, shown in typed(page):
        here = built if " build " in command or command.startswith("cp ") or made & set(command.split()) else None
        done = stranger.run(command, here)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert "Traceback" not in done.stderr
        if " build " in command and "tutorial" in page.parts:
            made.add(command.partition(" -o ")[2].split()[0])
        if shown and (STARTER in installed_kbs() or "--kb" in command):
            assert_nearly(done.stdout.splitlines(), list(shown))
    shutil.rmtree(built)


def assert_nearly(found: list[str], shown: list[str]) -> None:
    """The same lines, where scores may differ by 0.05: vectors are learned in floating point."""
    assert [SCORE.sub("#", line) for line in found] == [SCORE.sub("#", line) for line in shown]
    for left, right in zip(SCORE.findall("\n".join(found)), SCORE.findall("\n".join(shown)), strict=True):
        assert abs(float(left) - float(right)) <= 0.05


def test_the_python_of_readme_and_tutorials_works(stranger: Stranger) -> None:
    documents = " ".join(str(page) for page in [ROOT / "README.md", *(ROOT / "docs/tutorial").glob("*.md")])
    done = stranger.run(f"python -m pytest -q -p no:cacheprovider -p no:randomly {documents}", ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_and_are_kept_without_output(stranger: Stranger, notebook: Path) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) >= 3
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    script = stranger.folder / f"{notebook.stem}.py"
    script.write_text("\n\n".join("".join(cell["source"]) for cell in code), encoding="utf-8")
    done = stranger.run(f"python {script.name}")
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_tutorials_give_the_same_answers_in_python_and_in_the_shell() -> None:
    """Python's answers are checked as doctests, the shell's above: here, that the page shows the same of both."""
    page = (ROOT / "docs/tutorial/first-link.md").read_text(encoding="utf-8")
    in_python = re.search(r'print\(link.text, "->", link.entity\)\n((?:.+ -> .+\n)+)', page)
    in_shell = re.search(r"\$ pairlinking link --kb sample '\[\[Wood\]\].+\n((?:.+ -> .+\n)+)", page)
    assert in_python is not None
    assert in_shell is not None
    assert [re.sub(r" \([01]\.\d\d, .*", "", line) for line in in_shell[1].splitlines()] == in_python[1].splitlines()
