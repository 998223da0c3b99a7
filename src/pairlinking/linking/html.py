"""Linked documents, explanations and comparisons as HTML for notebooks. All external content is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from pairlinking._support.addresses import is_web_address
from pairlinking.linking.tables import COLUMNS, candidate_row

if TYPE_CHECKING:
    from pairlinking.linking.comparison import Comparison
    from pairlinking.linking.explanation import Explanation
    from pairlinking.linking.linked import LinkedDocument
    from pairlinking.linking.links import Entity, Link

__all__ = ["comparison_html", "document_html", "explanation_html"]

# Colours are half transparent, so that they suit both light and dark pages.
_MARK = "border-radius:.25em;padding:.1em .25em;background:rgba({colour},.3);color:inherit;text-decoration:none"
_SURE, _UNSURE, _NIL = "46,160,67", "210,153,34", "128,128,128"


def document_html(document: LinkedDocument) -> str:
    """The text with its links marked, and a table of all mentions."""
    rows = []
    for link in document:
        entity = link.entity
        if entity is None:
            rows.append([escape(link.text), "not linked", "", ""])
            continue
        support = ", ".join(f"{pair.entities[1]} ({pair.relatedness:.2f})" for pair in link.evidence[:3])
        rows.append([escape(link.text), escape(entity.title), f"{link.confidence:.2f}", escape(support)])
    return _page(
        f'<div style="white-space:pre-wrap">{_marked_text(document)}</div>',
        _table(("mention", "entity", "confidence", "support"), rows),
        f'<div style="opacity:.7">{escape(document.method)}, beta {document.beta:.2f}</div>',
    )


def explanation_html(explanation: Explanation) -> str:
    """How a mention was decided, and a table of its candidates with the choice in bold."""
    rows = []
    for candidate in explanation.candidates:
        _, _, *others = map(escape, candidate_row(candidate))
        title = _linked(candidate.entity, escape(candidate.entity.title))
        rows.append([f"<b>{title}</b>" if candidate.is_chosen else title, *others])
    heading = "".join(f"<div>{escape(line)}</div>" for line in explanation.heading)
    return _page(heading, _table(COLUMNS[1:], rows))


def comparison_html(comparison: Comparison) -> str:
    """A row per mention and a column per group of methods that agree; mentions on which they differ are bold."""
    groups, differing = comparison.groups, set(comparison.differences)
    columns = [comparison.documents[group[0]] for group in groups]
    rows = []
    for number, links in enumerate(zip(*columns, strict=True)):
        cells = [escape(links[0].text)]
        cells += ["-" if link.entity is None else _linked(link.entity, escape(link.entity.title)) for link in links]
        rows.append([f"<b>{cell}</b>" if number in differing else cell for cell in cells])
    left_out = (f"<div>left out: {escape(name)}. {escape(why)}</div>" for name, why in comparison.left_out.items())
    return _page(_table(("mention", *(", ".join(group) for group in groups)), rows), *left_out)


def _page(*parts: str) -> str:
    page = f'<div style="line-height:1.8">{"".join(parts)}</div>'
    return page.encode(errors="replace").decode()  # notebooks are stored as UTF-8, which has no lone surrogates


def _table(columns: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of escaped cells; empty without rows."""
    lines = [_row("th", map(escape, columns)), *(_row("td", cells) for cells in rows)]
    return f"<table>{''.join(lines)}</table>" if len(lines) > 1 else ""


def _row(tag: str, cells: Iterable[str]) -> str:
    inside = "".join(f'<{tag} style="text-align:left">{cell}</{tag}>' for cell in cells)
    return f"<tr>{inside}</tr>"


def _linked(entity: Entity, content: str, attributes: str = "") -> str:
    """Content that links to the page of an entity, if its URL is a web address."""
    if not is_web_address(entity.url):
        return f"<span {attributes}>{content}</span>" if attributes else content
    return f'<a href="{escape(entity.url)}" {attributes}>{content}</a>'


def _marked_text(document: LinkedDocument) -> str:
    parts: list[str] = []
    done = 0
    # Of mentions that overlap, the text can show one: the first and longest. The table has them all.
    for link in sorted(document, key=lambda link: (link.start, -link.end)):
        if link.start < done or link.start == link.end:
            continue
        parts += (escape(document.text[done : link.start]), _marked(link))
        done = link.end
    return "".join((*parts, escape(document.text[done:])))


def _marked(link: Link) -> str:
    entity = link.entity
    colour = _NIL if entity is None else _SURE if link.confidence >= 0.5 else _UNSURE
    attributes = f'style="{_MARK.format(colour=colour)}" title="{escape(str(link))}"'
    content = escape(link.text)
    return f"<span {attributes}>{content}</span>" if entity is None else _linked(entity, content, attributes)
