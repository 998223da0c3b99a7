"""Imports point left along the way of the data, and never in a circle."""

from __future__ import annotations

from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.import_graph import ROOTS, graph, imported

PACKAGE = ROOTS["pairlinking"]
CHAIN = (
    "_support",
    "text",
    "sources",
    "kb",
    "building",
    "detection",
    "candidates",
    "local",
    "relatedness",
    "collective",
    "linking",
    "evaluation",
    "interfaces",
)
FILES = sorted(path for suffix in ("py", "pyx", "pxd") for path in PACKAGE.rglob(f"*.{suffix}"))
OUTSIDE = ("reproduction", "benchmarks", "examples", "sample", "tests")


@cache
def level(path: Path) -> int:
    """Place in the chain: of a folder its own, of a shared module that of the rightmost folder it needs."""
    folder = path.relative_to(PACKAGE).parts[0]
    if folder in CHAIN:
        return CHAIN.index(folder)
    return max((level_of_name(name) for name in imported(path)), default=-1)


def level_of_name(name: str) -> int:
    first = [*name.split("."), ""][1]
    if not name.startswith("pairlinking.") or first in CHAIN:
        return CHAIN.index(first) if name.startswith("pairlinking.") else -1
    shared = PACKAGE / f"{first}.py"
    return level(shared) if shared.exists() else level(PACKAGE / "__init__.py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_left_and_stay_in_the_package(path: Path) -> None:
    names = list(imported(path))
    assert [name for name in names if level_of_name(name) > level(path)] == []
    assert [name for name in names if name.split(".")[0] in OUTSIDE] == []


def test_no_module_imports_itself_through_others() -> None:
    list(TopologicalSorter(graph()).static_order())  # raises CycleError, which names the modules of a circle


def test_studies_share_only_what_is_above_them() -> None:
    for name, others in graph().items():
        room = _study(name)
        if room:
            assert {_study(other) for other in others} <= {None, room}, name
        elif name.startswith("reproduction.arena"):
            assert not any(other.startswith("reproduction.studies") for other in others), name


def _study(name: str) -> str | None:
    parts = name.split(".")
    return parts[2] if parts[:2] == ["reproduction", "studies"] and len(parts) > 2 else None


def test_the_chain_is_looked_at_at_all() -> None:
    names = list(imported(PACKAGE / "problem.py"))
    assert "pairlinking.relatedness.MatrixRelatedness" in names
    assert level(PACKAGE / "errors.py") == -1
    assert level(PACKAGE / "problem.py") == CHAIN.index("relatedness")
    assert level(PACKAGE / "collective" / "objectives.py") == CHAIN.index("collective")
    assert "pairlinking.relatedness" in graph()["pairlinking.problem"]
    assert "reproduction.workbench" in graph()["reproduction.studies.methods.study"]
    assert "pairlinking.building" in graph()["pairlinking.linking.linker"]  # inside a function
