"""What the map from the paper to the code names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pairlinking.collective import all_facts, as_solver
from reproduction.studies import STUDIES

ROOT = Path(__file__).parent.parent
MAP = (ROOT / "docs" / "paper-map.md").read_text(encoding="utf-8")
# A path in backticks, and behind it in brackets the names that it is looked up for.
PLACES = re.findall(r"`([\w./]+/[\w./]*)`(?: \(((?:`\w+`(?:, )?)+)\))?", MAP)


@pytest.mark.parametrize(("path", "names"), PLACES, ids=[path for path, _ in PLACES])
def test_every_file_is_there_and_has_the_names(path: str, names: str) -> None:
    found = next((folder / path for folder in (ROOT / "src" / "pairlinking", ROOT) if (folder / path).exists()), None)
    assert found is not None, f"docs/paper-map.md names {path}, which is not there"
    for name in re.findall(r"\w+", names):
        assert re.search(rf"\b{name}\b", found.read_text(encoding="utf-8")), f"{path} has no {name}"


def test_every_study_is_there_and_every_table_of_the_paper_has_one() -> None:
    rows = MAP.partition("## Tables")[2].partition("## Where we differ")[0]
    named = {name for line in rows.splitlines() if line.startswith("| ") for name in re.findall(r"`([a-z-]+)`", line)}
    assert named <= set(STUDIES)
    assert {name for name, entry in STUDIES.items() if entry.source} <= named


@pytest.mark.parametrize(("kind", "last"), [("Eq.", 14), ("Table", 10), ("Fig.", 5)])
def test_every_equation_table_and_figure_of_the_paper_has_a_row(kind: str, last: int) -> None:
    cells = re.findall(rf"^\| (?:[^|]*, )?{re.escape(kind)} ([\d, ]+?)(?: \([^|]*\))? \|", MAP, flags=re.MULTILINE)
    assert sorted({int(number) for cell in cells for number in cell.split(",")}) == list(range(1, last + 1))


def test_every_method_of_the_paper_is_on_the_map() -> None:
    modules = {type_of(name) for name, facts in all_facts().items() if facts.paper_row is not None}
    assert all(f"`collective/{module}.py`" in MAP for module in modules)


def type_of(method: str) -> str:
    return type(as_solver(method)).__module__.rpartition(".")[2]


def test_every_link_of_the_map_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", MAP):
        assert (ROOT / "docs" / target).exists(), target
