"""Imports point left along the way of the data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "pairlinking"
CHAIN = (
    "_support",
    "text",
    "sources",
    "kb",
    "building",
    "candidates",
    "local",
    "relatedness",
    "collective",
    "linking",
    "evaluation",
    "interfaces",
)
FILES = sorted(path for suffix in ("py", "pyx", "pxd") for path in PACKAGE.rglob(f"*.{suffix}"))


def imported(path: Path) -> Iterator[str]:
    """Full names that a file imports when it runs; what only a type checker sees does not count."""
    if path.suffix != ".py":
        yield from re.findall(r"^\s*(?:from|c?import) (pairlinking[\w.]*)", path.read_text(), re.MULTILINE)
        return
    tree = ast.parse(path.read_text())
    for_types_only = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test)
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if id(node) in for_types_only:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: import by full name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


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
def test_imports_point_left(path: Path) -> None:
    wrong = [name for name in imported(path) if level_of_name(name) > level(path)]
    assert wrong == []


def test_the_chain_is_looked_at_at_all() -> None:
    names = list(imported(PACKAGE / "problem.py"))
    assert "pairlinking.relatedness.MatrixRelatedness" in names
    assert level(PACKAGE / "errors.py") == -1
    assert level(PACKAGE / "problem.py") == CHAIN.index("relatedness")
    assert level(PACKAGE / "collective" / "objectives.py") == CHAIN.index("collective")
