"""What the documents promise: the README's figures are the committed ones, links lead somewhere, examples run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.readme import README, speed_section
from reproduction.heldout_report import accuracy_section

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def test_the_figures_of_the_readme_are_those_of_the_results_file() -> None:
    assert speed_section() in README.read_text()
    assert accuracy_section() in README.read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_paper_map_names_files_that_exist() -> None:
    named = re.findall(
        r"`((?:building|kb|text|candidates|local|linking|evaluation|collective|relatedness|reproduction|tests|benchmarks)/[\w/.]*)`",
        (ROOT / "docs/paper-map.md").read_text(),
    )
    assert len(named) > 15
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "src/pairlinking" / name).exists(), name


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples_run_and_show_links(example: Path) -> None:
    run = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=True, timeout=60)
    assert "Tiger Woods" in run.stdout
    assert run.stderr == ""
