"""Which module imports which, read from the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

__all__ = ["ROOTS", "graph", "imported", "modules"]

_REPOSITORY = Path(__file__).parent.parent
ROOTS = {"pairlinking": _REPOSITORY / "src" / "pairlinking", "reproduction": _REPOSITORY / "reproduction"}


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
def modules() -> Mapping[str, list[Path]]:
    """Files by the name of their module: a kernel and its declarations are one."""
    found: dict[str, list[Path]] = {}
    for root, folder in ROOTS.items():
        for path in sorted(path for suffix in ("py", "pyx", "pxd") for path in folder.rglob(f"*.{suffix}")):
            parts = [root, *path.relative_to(folder).with_suffix("").parts]
            found.setdefault(".".join(parts).removesuffix(".__init__"), []).append(path)
    return found


@cache
def graph() -> Mapping[str, set[str]]:
    """For each module those of ours that it imports, inside functions too."""
    names = modules()
    return {
        name: {found for path in paths for each in imported(path) if (found := _module(each)) not in (None, name)}
        for name, paths in names.items()
    }


def _module(name: str) -> str | None:
    """The module that an imported name is in, or is."""
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return name or None
