"""Commands in the documentation, and what it says that they print."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

__all__ = ["ROOT", "Command", "commands_of", "pages"]

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
_SHELL = ("", "sh", "shell", "bash", "console")
_PROGRAM = re.compile(r"(?:\$ )?((?:[A-Z]+=\S+ )*(?:pairlinking|make|pip|python|curl|docker|cp)\b.*)")


class Command(NamedTuple):
    """A line for the shell; `shown` are the lines that the page shows below it, if any."""

    line: str
    shown: tuple[str, ...]


def pages() -> list[Path]:
    """README, tutorials and how-tos."""
    return [
        ROOT / "README.md",
        *sorted((ROOT / "docs/tutorial").glob("*.md")),
        *sorted((ROOT / "docs/how-to").glob("*.md")),
    ]


def commands_of(page: Path) -> list[Command]:
    r"""Commands of a page in their order; a line that ends with a backslash goes on in the next.

    Output is recognised behind a prompt, ``$ command``, up to an empty line.
    """
    found: list[Command] = []
    for language, block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        if language not in _SHELL:
            continue
        lines = block.replace("\\\n", " ").splitlines()
        shown: list[str] | None = None
        for line in lines:
            command = _PROGRAM.fullmatch(line)
            if command is not None:
                found.append(Command(_without_comment(command[1]), ()))
                shown = [] if line.startswith("$ ") else None
            elif not line.strip():
                shown = None
            elif shown is not None:
                shown.append(line)
                found[-1] = found[-1]._replace(shown=tuple(shown))
    return found


def _without_comment(line: str) -> str:
    return re.sub(r"\s{2,}#.*$", "", line)
