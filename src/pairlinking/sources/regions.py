"""Removal of all but running text: comments, references, templates, tables, files with their captions.

Time is linear in the text, whatever the markup: nothing is searched for twice, nothing recurses.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, TypeAlias

from pairlinking.text.escapes import unescape

__all__ = [
    "Cuttings",
    "Place",
    "cut_braces",
    "cut_files",
    "cut_rows",
    "cut_tags",
    "is_protected",
    "may_be_protected",
    "protect",
    "restore",
]

# The last two are for catalogues.
Place: TypeAlias = Literal["text", "template", "table", "reference", "caption", "listed", "alias"]
Cuttings: TypeAlias = list[tuple[Place, str]]  # what was cut and may contain links

# Characters that are not markup, as in <nowiki>, are replaced by code points that Unicode reserves for such internal
# use. One for one, so that offsets remain valid when they are restored at the end.
_MARKUP = "[]{}|<>'=*#:;_~-"
_PROTECT = {ord(char): 0xFDD0 + index for index, char in enumerate(_MARKUP)}
_PROTECTED = re.compile("[\ufdd0-\ufdef]")
_RESTORE = {inner: outer for outer, inner in _PROTECT.items()}

# What becomes of a tag's content: links in references, galleries and tables still count; code and formulas do not.
_CUT_TAGS: dict[str, Place | None] = {
    "ref": "reference", "gallery": "caption", "table": "table", "imagemap": "caption", "math": None, "chem": None,
    "source": None, "syntaxhighlight": None, "timeline": None, "score": None, "templatedata": None, "graph": None,
    "mapframe": None, "maplink": None, "hiero": None, "pre": None, "style": None, "script": None,
}  # fmt: skip
_OPENING = re.compile(rf"<(?:!--|(nowiki|NOWIKI|(?i:{'|'.join(_CUT_TAGS)}))(?=[\s/>])([^<>]*)>)")
_CLOSING = {name: re.compile(rf"</(?i:{name})\s*>") for name in ("nowiki", *_CUT_TAGS)}


def protect(text: str) -> str:
    """Replace markup characters so that they lose their meaning; `restore` undoes this."""
    return text.translate(_PROTECT)


def restore(text: str) -> str:
    """Undo `protect`."""
    return text if text.isascii() else text.translate(_RESTORE)


def may_be_protected(wikitext: str) -> bool:
    """Whether anything in a page may become protected: only <nowiki> and numeric entities do."""
    return "&#" in wikitext or ("<" in wikitext and ("nowiki" in wikitext or "NOWIKI" in wikitext))


def is_protected(text: str) -> bool:
    """Whether anything in a text is protected; slower."""
    return not text.isascii() and _PROTECTED.search(text) is not None


def cut_tags(text: str, cuttings: Cuttings) -> str:
    """Text without comments and tags whose content is not text; the content of <nowiki> remains, protected.

    An unclosed comment extends to the end of the page, as in MediaWiki; any other unclosed tag is left, with its
    content, for the removal of stray tags.
    """
    pieces: list[str] = []
    position = 0  # everything before it is in `pieces`
    found = _OPENING.search(text)
    open_ended: set[str] = set()  # no closing tag follows, so it is not searched for again
    while found:
        end = found.end()
        tag = found[1]
        if tag is None:
            pieces.append(text[position : found.start()])
            close = text.find("-->", end)
            end = position = len(text) if close < 0 else close + 3
        else:
            tag = tag.lower()
            closing = None
            if not found[2].endswith("/") and tag not in open_ended:
                closing = _CLOSING[tag].search(text, end)
                if closing is None:
                    open_ended.add(tag)
            if closing is not None:
                pieces.append(text[position : found.start()])
                content = text[end : closing.start()]
                if tag == "nowiki":
                    pieces.append(protect(unescape(content)))  # entities are decoded even here
                else:
                    place = _CUT_TAGS[tag]
                    if place is not None:
                        cuttings.append((place, content))
                    if tag in ("table", "gallery"):
                        pieces.append("\n")
                end = position = closing.end()
        found = _OPENING.search(text, end)
    pieces.append(text[position:])
    return "".join(pieces)


# One pattern per first character: a search for one literal is ten times as fast as one for any of four.
_BRACES = (
    re.compile(r"\{\{+"),
    re.compile(r"\}\}+"),
    re.compile(r"\{(?:(?<=\n\{)|(?<=\n[ :*#]\{)|(?<=\n::\{)|(?<=\n  \{))\|"),
    re.compile(r"\|\}(?!\})"),
)


def cut_braces(text: str, cuttings: Cuttings) -> str:
    """Text without templates and tables, however nested; unmatched braces are removed, but not what they enclose.

    An unclosed table extends to the end of the page, as in MediaWiki.
    """
    patterns = _BRACES if "{|" in text else _BRACES[:2]
    tokens = sorted(found.span() for pattern in patterns for found in pattern.finditer(text))
    stack: list[tuple[int, bool, int]] = []  # start, whether a table, how many pairs of braces
    n_open = [0, 0]  # templates, tables on the stack
    cut: list[tuple[int, int, Place | None]] = []  # in order, not nested; None for an unmatched brace
    for start, end in tokens:
        is_table = "|" in (text[start], text[end - 1])
        if text[start] == "{":
            stack.append((start, is_table, 1 if is_table else (end - start) // 2))
            n_open[is_table] += 1
            cut.append((start, end, None))
            continue
        pairs = 1 if is_table else (end - start) // 2
        first = -1
        while pairs and n_open[is_table]:
            opened, other, count = stack.pop()
            n_open[other] -= 1
            if other != is_table:
                continue  # never closed: its brace stays in `cut`, or is removed with the region below
            first = opened
            if count > pairs:
                stack.append((opened, other, count - pairs))
                n_open[other] += 1
                first = end  # the outer pairs of the same run are still open
                pairs = 0
            else:
                pairs -= count
        if first < 0 or first == end:
            cut.append((start, end, None))
            continue
        while cut and cut[-1][0] >= first:
            cut.pop()
        cut.append((first, end, "table" if is_table else "template"))
    if n_open[True]:
        first = next(start for start, is_table, _ in stack if is_table)
        while cut and cut[-1][0] >= first:
            cut.pop()
        cut.append((first, len(text), "table"))
    pieces: list[str] = []
    position = 0
    for start, end, place in cut:
        pieces.append(text[position:start])
        position = end
        if place is not None:
            cuttings.append((place, text[start:end]))
            if place == "table":
                pieces.append("\n")
    pieces.append(text[position:])
    return "".join(pieces)


_FILES_WITHIN_FILES = 3  # a file in the caption of a file: each round removes one level


@lru_cache(maxsize=8)
def _file_patterns(names: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    first = "".join(sorted({letter for name in names for letter in (name[0].lower(), name[0].upper())}))
    head = rf"\[\[(?=[ _{re.escape(first)}])[ _]*+(?i:{'|'.join(map(re.escape, names))})[ _]*+:"
    # Links within the caption close before the file does. An attempt that fails has stopped at the next unmatched
    # "[[", where the next attempt begins: linear, though it looks nested.
    return re.compile(head + r"((?:[^\[\]]++|\[\[[^\[\]]*+\]\]|\[[^\[\]]*+\](?!\]))*+)\]\]"), re.compile(
        head + r"[^\n]*+"
    )


def cut_files(text: str, names: tuple[str, ...], cuttings: Cuttings) -> str:
    """Text without ``[[File:name|options|caption]]``; an unclosed one is removed with the rest of its line."""
    whole, stray = _file_patterns(names)

    def keep_caption(found: re.Match[str]) -> str:
        _, _, rest = found[1].partition("|")
        if "[[" in rest:
            cuttings.append(("caption", rest))
        return ""

    def keep_line(found: re.Match[str]) -> str:
        cuttings.append(("caption", found[0][2:]))
        return ""

    for _ in range(_FILES_WITHIN_FILES):
        text = whole.sub(keep_caption, text)
        if not stray.search(text):
            return text
    return stray.sub(keep_line, text)


_ROWS = re.compile(r"\n\|[^\n]*+(?:\n[|!][^\n]*+)*+")


def cut_rows(text: str, cuttings: Cuttings) -> str:
    """Text without rows of tables that a template opened or closed, which `cut_braces` could not see."""

    def keep_rows(found: re.Match[str]) -> str:
        cuttings.append(("table", found[0]))
        return "\n"

    return _ROWS.sub(keep_rows, text)
