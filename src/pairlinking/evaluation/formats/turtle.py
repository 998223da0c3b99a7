"""RDF triples of a Turtle file, each with its line.

Enough of Turtle for NIF: prefixes, addresses, strings short and long, languages and types, lists by ``;`` and ``,``.
Nodes in brackets and collections are refused. A library would read those too, but does not tell the line of a triple.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn
from urllib.parse import urljoin

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.files import place, read_text

__all__ = ["RDF_TYPE", "Triple", "read_triples"]

RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

_TOKEN = re.compile(
    r"""(?P<space>\s+|\#[^\n]*)
    |<(?P<iri>[^<>"{}|^`\x00-\x20]*)>
    |(?P<string>\"{3}(?:[^"\\]|\\.|\"{1,2}(?!\"))*\"{3}|'{3}(?:[^'\\]|\\.|'{1,2}(?!'))*'{3}
        |"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')
    |(?P<directive>@prefix\b|@base\b|(?i:prefix|base)(?=\s))
    |(?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
    |(?P<datatype>\^\^)
    |(?P<name>(?:_|[^\W\d_][\w.-]*)?:(?:[\w:%-]|\.(?=[\w:%.-])|\\[_~.\-!$&'()*+,;=/?\#@%])*)
    |(?P<number>[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<word>a(?=[\s<])|true\b|false\b)
    |(?P<mark>[.;,])""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_ESCAPED = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}


class Triple(NamedTuple):
    """A statement: addresses in full, strings without their language and type, and the line its object begins in."""

    subject: str
    predicate: str
    object: str
    line: int


class _Token(NamedTuple):
    kind: str
    value: str
    line: int


def read_triples(path: Path) -> Iterator[Triple]:
    """Triples in the order of the file.

    Raises
    ------
    SourceError
        The file cannot be read, or is not such Turtle; with the line.
    """
    return _Parser(path).triples()


class _Parser:
    def __init__(self, path: Path) -> None:
        self.path, self.prefixes, self.base = path, dict[str, str](), ""
        self._tokens = self._scan()
        self._next = next(self._tokens)

    def triples(self) -> Iterator[Triple]:
        while self._next.kind != "end":
            if self._next.kind == "directive":
                self._read_directive()
                continue
            subject = self._node()
            while True:
                predicate = self._node(predicate=True)
                while True:
                    line = self._next.line
                    yield Triple(subject, predicate, self._object(), line)
                    if not self._takes(","):
                        break
                if not self._takes(";"):
                    break
                while self._takes(";"):
                    pass
                if self._next.value == "." and self._next.kind == "mark":
                    break
            self._expect(".")

    def _scan(self) -> Iterator[_Token]:
        text, at, line = read_text(self.path).removeprefix("\ufeff"), 0, 1
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                self._refuse(_Token("", text[at:].split("\n")[0][:40], line))
            kind, value = found.lastgroup or "", found[found.lastgroup or 0]
            if kind != "space":
                yield _Token(kind, value, line)
            line += found[0].count("\n")
            at = found.end()
        while True:
            yield _Token("end", "the end of the file", line)

    def _take(self) -> _Token:
        token, self._next = self._next, next(self._tokens)
        return token

    def _takes(self, mark: str) -> bool:
        if self._next.kind == "mark" and self._next.value == mark:
            self._take()
            return True
        return False

    def _expect(self, mark: str) -> None:
        if not self._takes(mark):
            self._refuse(self._next, f"{mark!r} was expected")

    def _read_directive(self) -> None:
        directive = self._take()
        if directive.value.lower().lstrip("@") == "prefix":
            name = self._take()
            if name.kind != "name" or not name.value.endswith(":"):
                self._refuse(name, "a prefix such as 'nif:' was expected")
            self.prefixes[name.value[:-1]] = self._iri()
        else:
            self.base = self._iri()
        if directive.value.startswith("@"):
            self._expect(".")

    def _iri(self) -> str:
        token = self._take()
        if token.kind != "iri":
            self._refuse(token, "an address in <> was expected")
        return urljoin(self.base, self._unescape(token)) if self.base else self._unescape(token)

    def _node(self, *, predicate: bool = False) -> str:
        token = self._next
        if token.kind == "iri":
            return self._iri()
        if predicate and token.kind == "word" and token.value == "a":
            self._take()
            return RDF_TYPE
        if token.kind != "name":
            self._refuse(token, "an address was expected")
        self._take()
        prefix, _, local = token.value.partition(":")
        if prefix == "_":
            return token.value
        if prefix not in self.prefixes:
            self._refuse(token, f"the prefix '{prefix}:' is not declared")
        return self.prefixes[prefix] + re.sub(r"\\(.)", r"\1", local)

    def _object(self) -> str:
        if self._next.kind in ("number", "word") and self._next.value != "a":
            return self._take().value
        if self._next.kind != "string":
            return self._node()
        token = self._take()
        width = 3 if token.value[:3] in ('"""', "'''") else 1
        value = self._unescape(token._replace(value=token.value[width:-width]))
        if self._next.kind == "language":
            self._take()
        elif self._next.kind == "datatype":
            self._take()
            self._node()
        return value

    def _unescape(self, token: _Token) -> str:
        def character(found: re.Match[str]) -> str:
            code = found[1] or found[2]
            if code and int(code, 16) <= 0x10FFFF and not 0xD800 <= int(code, 16) <= 0xDFFF:
                return chr(int(code, 16))
            if code or found[3] not in _ESCAPED:
                self._refuse(token._replace(value=found[0]), "such an escape does not exist")
            return _ESCAPED[found[3]]

        return _ESCAPE.sub(character, token.value) if "\\" in token.value else token.value

    def _refuse(self, token: _Token, why: str = "this is not understood") -> NoReturn:
        got = token.value if token.kind == "end" else repr(token.value[:40])
        raise SourceError(f"{place(self.path, token.line)}: not Turtle that can be read: {why}. Got {got}.")
