"""Notebooks as pages of the site: executed now, so that what they show is what the code does today.

Their cells are plain Python, so they are run without a Jupyter kernel, which would bring a dozen packages along.
"""

from __future__ import annotations

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

__all__ = ["as_page"]


def as_page(path: Path) -> str:
    """A notebook with what its cells print and show, as Markdown. A cell that fails ends the build of the site."""
    names: dict[str, Any] = {"__name__": "__main__"}
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        parts += [source] if cell["cell_type"] == "markdown" else [f"```python\n{source}\n```", *_run(source, names)]
    return "\n\n".join(parts) + "\n"


def _run(source: str, names: dict[str, Any]) -> list[str]:
    """What a cell prints, and the value of its last line as a notebook would show it."""
    code = ast.parse(source)
    last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(code, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    shown = [_text(printed.getvalue())] if printed.getvalue() else []
    if hasattr(value, "_repr_html_"):
        # On one line, so that Markdown takes it as it is.
        shown.append(f'<div class="output">{" ".join(value._repr_html_().splitlines())}</div>')
    elif value is not None:
        shown.append(_text(repr(value)))
    return shown


def _text(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"
