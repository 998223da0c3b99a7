"""The tokens of Turtle, each with its line; anything else is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from pairlinking.errors import SourceError

__all__ = ["Token", "refuse", "scan", "unescape"]

# Possessive quantifiers (++, *+) never backtrack: for a string of megabytes, that would take hundreds of megabytes.
_TOKEN = re.compile(
    r"""(?P<space>\s+|\#[^\n]*)
    |<(?P<iri>[^<>"{}|^`\x00-\x20]*)>
    |(?P<string>\"{3}(?:[^"\\]++|\\.|\"{1,2}(?!\"))*+\"{3}|'{3}(?:[^'\\]++|\\.|'{1,2}(?!'))*+'{3}
        |"(?:[^"\\\n\r]++|\\.)*+"|'(?:[^'\\\n\r]++|\\.)*+')
    |(?P<directive>@prefix\b|@base\b|(?i:prefix|base)(?=\s))
    |(?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*+)
    |(?P<datatype>\^\^)
    |(?P<name>(?:_|[^\W\d_][\w.-]*)?:(?:[\w:%-]++|\.(?=[\w:%.-])|\\[_~.\-!$&'()*+,;=/?\#@%])*+)
    |(?P<number>[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<word>a(?=[\s<\[(])|true\b|false\b)
    |(?P<mark>[.;,\[\]()])""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_ESCAPED = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}


class Token(NamedTuple):
    """A token: its kind is the name of its group above, or ``end``."""

    kind: str
    value: str
    line: int


def scan(text: str, source: str) -> Iterator[Token]:
    """Tokens of a text without spaces and comments; after the last one, ``end`` forever."""
    text, at, line = text.removeprefix("\ufeff"), 0, 1
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            refuse(source, Token("", text[at : at + 40].split("\n")[0], line))
        kind, value = found.lastgroup or "", found[found.lastgroup or 0]
        if kind != "space":
            yield Token(kind, value, line)
        line += found[0].count("\n")
        at = found.end()
    while True:
        yield Token("end", "the end of the file", line)


def unescape(source: str, token: Token) -> str:
    """Value of a token without its escapes."""

    def character(found: re.Match[str]) -> str:
        code = found[1] or found[2]
        if code and int(code, 16) <= 0x10FFFF and not 0xD800 <= int(code, 16) <= 0xDFFF:
            return chr(int(code, 16))
        if code or found[3] not in _ESCAPED:
            refuse(source, token._replace(value=found[0]), "such an escape does not exist")
        return _ESCAPED[found[3]]

    return _ESCAPE.sub(character, token.value) if "\\" in token.value else token.value


def refuse(source: str, token: Token, why: str = "unexpected text") -> NoReturn:
    """Raise `SourceError` with the place of a token, what was expected there, and what was found."""
    got = token.value if token.kind == "end" else repr(token.value[:40])
    raise SourceError(f"{source}, line {token.line}: not valid Turtle: {why}. Got {got}.")
