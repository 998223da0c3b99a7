"""A linked document in a notebook: the text with its links marked, and a table of what they rest on."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from pairlinking._support.addresses import is_web_address

if TYPE_CHECKING:
    from pairlinking.linking.linked import LinkedDocument
    from pairlinking.linking.links import Link

__all__ = ["as_html"]

# Colours are half transparent, so that they suit a light page and a dark one.
_MARK = "border-radius:.25em;padding:.1em .25em;background:rgba({colour},.3);color:inherit;text-decoration:none"
_SURE, _UNSURE, _NIL = "46,160,67", "210,153,34", "128,128,128"


def as_html(document: LinkedDocument) -> str:
    """Everything that comes from a text or a knowledge base is escaped."""
    page = (
        '<div style="line-height:1.8">'
        f'<div style="white-space:pre-wrap">{_marked_text(document)}</div>'
        f"{_table(document)}"
        f'<div style="opacity:.7">{escape(document.method)}, beta {document.beta:.2f}</div></div>'
    )
    return page.encode(errors="replace").decode()  # half a character is none in UTF-8, which notebooks are kept in


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
    surface = escape(link.surface)
    if entity is None or not is_web_address(entity.url):
        return f"<span {attributes}>{surface}</span>"
    return f'<a href="{escape(entity.url)}" {attributes}>{surface}</a>'


def _table(document: LinkedDocument) -> str:
    rows = []
    for link in document:
        entity, evidence = link.entity, link.evidence
        support = ", ".join(f"{each.entity} ({each.relatedness:.2f})" for each in evidence[:3]) if entity else ""
        cells = (link.surface, "not linked" if entity is None else entity.title, f"{link.confidence:.2f}", support)
        rows.append("".join(f'<td style="text-align:left">{escape(cell)}</td>' for cell in cells))
    head = "".join(
        f'<th style="text-align:left">{name}</th>' for name in ("mention", "entity", "confidence", "support")
    )
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>" if rows else ""
