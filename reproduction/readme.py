"""Sections of the README that are generated from results files, each between two comments."""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["README", "put_section", "section"]

README = Path(__file__).parents[1] / "README.md"


def section(name: str, command: str, text: str) -> str:
    """The text between the comments that name the section and the command that writes it."""
    return f"<!-- {name}: written by {command} -->\n{text}\n<!-- end of {name} -->"


def put_section(new: str) -> None:
    """Replace the section of the same name in the README."""
    name = new[len("<!-- ") : new.index(":")]
    text = README.read_text(encoding="utf-8")
    (old,) = re.findall(rf"<!-- {name}: .*?<!-- end of {name} -->", text, re.DOTALL)
    README.write_text(text.replace(old, new), encoding="utf-8")
