"""What the documentation site adds to the pages in `docs/`: references made from the code, and the committed results.

MkDocs calls the functions whose names begin with `on_`. Run by ``make docs``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import pairlinking
from pairlinking.interfaces.cli import app

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
RESULTS = ("benchmarks/results", "reproduction/results", "reproduction/results/report")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not written by hand, and a title page for each shelf."""
    from mkdocs.structure.files import File

    sys.path.insert(0, str(Path(__file__).parent))  # MkDocs loads this file alone
    from notebooks import as_page

    made = {"reference/command-line.md": command_line_reference(), "reference/python.md": python_reference()}
    for folder in RESULTS:
        for page in sorted((ROOT / folder).glob("*.md")):
            made[f"results/{folder.split('/')[0]}-{page.name}"] = page.read_text()
    made |= {f"notebooks/{path.stem}.md": as_page(path) for path in sorted((ROOT / "docs/notebooks").glob("*.ipynb"))}
    for uri, content in made.items():
        files.append(File.generated(config, uri, content=content))
    return files


def on_config(config: MkDocsConfig) -> None:
    """Replace each shelf of the navigation that is a folder by the pages in it, by name."""
    for section in config.nav or []:
        expand(section)


def expand(section: dict[str, object]) -> None:
    """Fill in the folders below one section."""
    for title, target in section.items():
        if isinstance(target, list):
            for each in target:
                expand(each)
        elif isinstance(target, str) and target.endswith("/"):
            section[title] = pages_of(target)


def pages_of(shelf: str) -> list[str]:
    """Pages of a folder of the site."""
    if shelf == "results/":
        return [
            f"results/{folder.split('/')[0]}-{page.name}"
            for folder in RESULTS
            for page in sorted((ROOT / folder).glob("*.md"))
        ]
    return [f"{shelf}{page.name}" for page in sorted((ROOT / "docs" / shelf).glob("*.md"))]


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Lead links to committed results, and to shelves, to their pages on the site."""
    markdown = re.sub(r"(notebooks/[\w-]+)\.ipynb", r"\1.md", markdown)  # executed: see notebooks.py
    # GitHub begins a list right below a paragraph; Python-Markdown wants an empty line.
    markdown = re.sub(r"^((?![-|#> ]).+\n)(?=- )", r"\1\n", markdown, flags=re.MULTILINE)
    depth = page.file.src_uri.count("/")
    up = "../" * depth
    if page.file.src_uri.startswith("results/"):
        # Results link to each other, and to files that the site does not have; the names of the latter remain.
        return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", markdown)
    markdown = re.sub(
        r"\((?:\.\./)+(benchmarks|reproduction)/results/(?:report/)?([\w-]+\.md)\)", rf"({up}results/\1-\2)", markdown
    )
    markdown = re.sub(r"\[([^\]]+)\]\((?:\.\./)+(?:reproduction/results)/\)", r"\1", markdown)
    return re.sub(r"\[([^\]]+)\]\(decisions/\)", rf"[\1]({up}decisions/0001-small-kernel-modules.md)", markdown)


def python_reference() -> str:
    """A section for every public name."""
    names = sorted(pairlinking.__all__, key=str.lower)
    return "\n".join(
        ["# Python", "", "The public names of `pairlinking`.", *(f"\n::: pairlinking.{name}" for name in names)]
    )


def command_line_reference() -> str:
    """The help of every command."""
    lines = ["# Command line", ""]
    add_help(typer.main.get_command(app), "pairlinking", lines)
    return "\n".join(lines)


def add_help(command: Any, path: str, lines: list[str]) -> None:
    """Append the help of a command of Typer, and of those below it."""
    lines += [f"## `{path}`", "", (command.help or "").replace("\\[", "["), ""]
    options = [each for each in command.params if getattr(each, "help", None) and not each.hidden]
    if options:
        lines += ["| argument or option | meaning |", "| --- | --- |"]
        lines += [f"| `{', '.join(each.opts)}` | {cell(each.help)} |" for each in options]
        lines.append("")
    for name, below in getattr(command, "commands", {}).items():
        if not below.hidden:
            add_help(below, f"{path} {name}", lines)


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return " ".join(text.replace("|", "\\|").split())
