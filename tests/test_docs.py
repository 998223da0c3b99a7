"""What the docs promise: the README's figures are the committed ones, links lead somewhere, examples run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.readme import README, speed_section
from reproduction.heldout_report import accuracy_section
from reproduction.studies.league.readme import league_section

ROOT = Path(__file__).parents[1]
WRITTEN = ("report/", "dist/")  # by a command
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def test_the_figures_of_the_readme_are_those_of_the_results_file() -> None:
    assert speed_section() in README.read_text()
    assert accuracy_section() in README.read_text()
    assert league_section() in README.read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", ["docs/paper-map.md", "docs/how-to/reproduce.md", "CONTRIBUTING.md"])
def test_paths_in_prose_exist(page: str) -> None:
    named = re.findall(r"`([\w.-]+/[\w./-]*)`", (ROOT / page).read_text())
    wanted = [name for name in named if not name.startswith(WRITTEN)]
    assert wanted or "reproduce" in page
    for name in wanted:
        assert (ROOT / name).exists() or (ROOT / "src/pairlinking" / name).exists(), name


# The one for Spark needs Java: it is run in tests/interfaces/test_spark_linking.py.
EXAMPLES = sorted(path for path in (ROOT / "examples").glob("*.py") if path.stem != "spark_linking")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run_and_show_links(example: Path) -> None:
    run = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=True, timeout=60)
    assert "Tiger Woods" in run.stdout
    assert run.stderr == ""
