"""The report: all studies on one self-contained page, which needs no network and no other file."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Sequence
from importlib.resources import files

from reproduction.plots import draw
from reproduction.study import Plot, Study, Table

__all__ = ["as_page"]

_INLINE = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|(?<![\w*])\*([^*\s][^*]*?)\*(?![\w*])")


def as_page(title: str, about: str, studies: Sequence[Study]) -> str:
    """HTML with a table of contents, and the text, plots and tables of every study."""
    contents = "".join(f'<li><a href="#{each.name}">{_text(each.title)}</a></li>' for each in studies)
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_text(title)}</title><style>{_style()}</style></head>
<body>
<h1>{_text(title)}</h1>
{_paragraphs(about)}
<nav aria-label="Studies"><ol>{contents}</ol></nav>
{"".join(map(_section, studies))}
</body>
</html>
"""


def _style() -> str:
    return (files("reproduction") / "report.css").read_text(encoding="utf-8")


def _section(study: Study) -> str:
    parts = [f'<section id="{study.name}"><h2>{_text(study.title)}</h2>', _paragraphs(study.about)]
    parts += map(_figure, study.plots)
    parts += map(_table, study.tables)
    return "\n".join([*parts, "</section>\n"])


def _figure(plot: Plot) -> str:
    # As an image, so that ids in one SVG do not clash with those in another.
    code = base64.b64encode(draw(plot).encode()).decode()
    caption = html.escape(f"{plot.title}: {plot.y} against {plot.x}", quote=True)
    return f'<figure><img alt="{caption}" src="data:image/svg+xml;base64,{code}"></figure>'


def _table(table: Table) -> str:
    head = "".join(f"<th>{_text(cell)}</th>" for cell in table.head)
    rows = "\n".join(_row(row) for row in table.rows)
    title = f"<h3>{_text(table.title)}</h3>" if table.title else ""
    grid = f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></div>'
    return f"{title}{grid}{_paragraphs(table.note)}"


def _row(cells: Sequence[str]) -> str:
    ours = ' class="ours"' if cells and cells[0].strip("`*") == "pair-linking" else ""
    # A figure in brackets at the end of a cell is not ours.
    shown = (re.sub(r" (\([^()]*\))$", r' <span class="paper">\1</span>', _text(cell)) for cell in cells)
    return f"<tr{ours}>{''.join(f'<td>{cell}</td>' for cell in shown)}</tr>"


def _paragraphs(text: str) -> str:
    """Paragraphs and lists: the Markdown that our own texts use."""
    found = []
    for block in filter(None, (part.strip() for part in text.split("\n\n"))):
        if block.startswith("- "):
            items = re.split(r"\n- ", block[2:])
            found.append("<ul>" + "".join(f"<li>{_text(' '.join(item.split()))}</li>" for item in items) + "</ul>")
        else:
            found.append(f"<p>{_text(' '.join(block.split()))}</p>")
    return "\n".join(found)


def _text(text: str) -> str:
    """Escaped, with code, bold and italic as in Markdown."""

    def marked(found: re.Match[str]) -> str:
        code, bold, italic = found.groups()
        if code is not None:
            return f"<code>{code}</code>"
        return f"<strong>{bold}</strong>" if bold is not None else f"<em>{italic}</em>"

    return _INLINE.sub(marked, html.escape(text, quote=False))
