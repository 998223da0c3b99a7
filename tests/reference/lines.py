"""Headings, rules, starts of lines and spaces, each by a pass of its own."""

from __future__ import annotations

import re

__all__ = ["tidy_lines"]


def tidy_lines(text: str) -> str:
    """Text without marks at the start of lines and around headings, rules, empty lines, and space that is too much."""
    text = re.sub(r"\n=[^\n]*+", _heading, text)
    text = re.sub(r"\n-----*+", "\n", text)
    text = re.sub(r"\n[ \t\n\xa0*#:;]++", "\n", text)
    return re.sub(r"  ++", " ", text).strip()


def _heading(found: re.Match[str]) -> str:
    line = found[0].rstrip(" \t")
    return "\n" + line.strip("\n=").strip() + "\n" if line.endswith("=") else found[0]
