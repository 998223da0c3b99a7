"""RDF triples of Turtle, each with its line.

Prefixes, addresses, strings short and long, languages and types, lists by ``;`` and ``,``. Nodes in brackets and
collections are refused in data sets, which have none, and read where strangers send Turtle, within limits. A library
would read all of it, too, but does not give the line of a triple. Time is linear, and memory bounded by the limits.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn
from urllib.parse import urljoin

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.files import read_text
from pairlinking.evaluation.formats.turtle_tokens import Token, refuse, scan, unescape

__all__ = ["RDF_TYPE", "Limits", "Triple", "TurtleTooLarge", "parse_triples", "read_triples"]

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDF_TYPE = _RDF + "type"
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class Triple(NamedTuple):
    """A statement: full URIs, strings without their language and type, and the line in which its object begins."""

    subject: str
    predicate: str
    object: str
    line: int


class TurtleTooLarge(SourceError):
    """The Turtle exceeds the limits."""


class Limits(NamedTuple):
    """How much is read; `TurtleTooLarge` is raised beyond that.

    Attributes
    ----------
    triples
        How many there may be.
    depth
        How many brackets may be open at a time.
    characters
        How many letters prefixes and the base may expand to, all names together: few bytes can name gigabytes.
    """

    triples: int
    depth: int = 32
    characters: int = 20_000_000


def read_triples(path: Path) -> Iterator[Triple]:
    """Triples in the order of the file.

    Raises
    ------
    SourceError
        The file cannot be read, or is not such Turtle; with the line.
    """
    return _Parser(read_text(path), str(path), None).triples()


def parse_triples(text: str, source: str, limits: Limits) -> Iterator[Triple]:
    """Triples of a text, including nodes in brackets and collections, which are named ``_:[1``, ``_:[2`` and so on.

    Errors name `source` and the line.

    Raises
    ------
    SourceError
        It is not Turtle, or (`TurtleTooLarge`) too much of it.
    """
    parser = _Parser(text, source, limits)
    for number, triple in enumerate(parser.triples(), 1):
        if number > limits.triples:
            raise TurtleTooLarge(
                f"{source}, line {triple.line}: more than {limits.triples:,} triples. Send less, or split it."
            )
        yield triple


class _Parser:
    def __init__(self, text: str, source: str, limits: Limits | None) -> None:
        self.source, self.prefixes, self.base = source, dict[str, str](), ""
        self._limits, self._depth, self._blanks, self._expanded = limits, 0, 0, 0
        self._tokens = scan(text, source)
        self._next = next(self._tokens)

    def triples(self) -> Iterator[Triple]:
        while self._next.kind != "end":
            if self._next.kind == "directive":
                self._read_directive()
                continue
            alone = self._opens("[")  # "[ ... ] ." needs no predicates after it
            subject = (yield from self._nested()) if alone or self._opens("(") else self._node()
            if not (alone and self._opens(".")):
                yield from self._predicates(subject)
            self._expect(".")

    def _predicates(self, subject: str) -> Iterator[Triple]:
        while True:
            predicate = self._node(predicate=True)
            while True:
                line = self._next.line
                is_nested = self._opens("[") or self._opens("(")
                value = (yield from self._nested()) if is_nested else self._object()
                yield Triple(subject, predicate, value, line)
                if not self._takes(","):
                    break
            if not self._takes(";"):
                return
            while self._takes(";"):
                pass
            if self._opens(".") or self._opens("]"):
                return

    def _nested(self) -> Generator[Triple, None, str]:
        """Name of a node in brackets, or of a collection; its own triples come first."""
        if self._limits is None:
            self._refuse(self._next)
        self._depth += 1
        if self._depth > self._limits.depth:
            line = self._next.line
            raise TurtleTooLarge(f"{self.source}, line {line}: more than {self._limits.depth} nested brackets.")
        name = yield from self._collection() if self._take().value == "(" else self._bracketed()
        self._depth -= 1
        return name

    def _bracketed(self) -> Generator[Triple, None, str]:
        name = self._blank()
        if not self._opens("]"):
            yield from self._predicates(name)
        self._expect("]")
        return name

    def _collection(self) -> Generator[Triple, None, str]:
        first, last = _RDF + "nil", ""
        while not self._takes(")"):
            line, name = self._next.line, self._blank()
            if last:
                yield Triple(last, _RDF + "rest", name, line)
            first = first if last else name
            is_nested = self._opens("[") or self._opens("(")
            yield Triple(name, _RDF + "first", (yield from self._nested()) if is_nested else self._object(), line)
            last = name
        if last:
            yield Triple(last, _RDF + "rest", _RDF + "nil", self._next.line)
        return first

    def _blank(self) -> str:
        self._blanks += 1
        return f"_:[{self._blanks}"

    def _take(self) -> Token:
        token, self._next = self._next, next(self._tokens)
        return token

    def _opens(self, mark: str) -> bool:
        return self._next.kind == "mark" and self._next.value == mark

    def _takes(self, mark: str) -> bool:
        if self._opens(mark):
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
        address = unescape(self.source, token)
        if not self.base or _ABSOLUTE.match(address):
            return address
        try:
            joined = urljoin(self.base, address)
        except ValueError:  # such as a "[" where a host should be
            self._refuse(token, "an address that fits the base was expected")
        if address.endswith("#") and not joined.endswith("#"):
            joined += "#"  # urljoin drops an empty fragment
        return self._counted(joined, token)

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
        local = re.sub(r"\\(.)", r"\1", local) if "\\" in local else local
        return self._counted(self.prefixes[prefix] + local, token)

    def _counted(self, name: str, token: Token) -> str:
        self._expanded += len(name)
        if self._limits is not None and self._expanded > self._limits.characters:
            raise TurtleTooLarge(
                f"{self.source}, line {token.line}: names take more than {self._limits.characters:,} characters when "
                "written out. Use shorter prefixes, or split it."
            )
        return name

    def _object(self) -> str:
        if self._next.kind in ("number", "word") and self._next.value != "a":
            return self._take().value
        if self._next.kind != "string":
            return self._node()
        token = self._take()
        width = 3 if token.value[:3] in ('"""', "'''") else 1
        value = unescape(self.source, token._replace(value=token.value[width:-width]))
        if self._next.kind == "language":
            self._take()
        elif self._next.kind == "datatype":
            self._take()
            self._node()
        return value

    def _refuse(self, token: Token, why: str = "unexpected text") -> NoReturn:
        refuse(self.source, token, why)
