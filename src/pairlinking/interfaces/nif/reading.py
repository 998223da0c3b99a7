"""Reads NIF documents in Turtle that are to be linked: strictly, so that nothing gets lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pairlinking.errors import DocumentError, SourceError
from pairlinking.evaluation.formats.turtle import RDF_TYPE, Limits, parse_triples
from pairlinking.interfaces.nif import vocabulary as nif
from pairlinking.interfaces.nif.documents import NifDocument, NifMention
from pairlinking.interfaces.nif.offsets import Given, locate

__all__ = ["LIMITS", "NifContent", "read_nif"]

LIMITS = Limits(triples=50_000)  # a mention takes eight; a body of 2 MB has 30,000 if it is NIF

_KEPT = {
    RDF_TYPE,
    nif.IS_STRING,
    nif.REFERENCE_CONTEXT,
    nif.BROADER_CONTEXT,
    nif.SOURCE_URL,
    nif.BEGIN_INDEX,
    nif.END_INDEX,
    nif.ANCHOR_OF,
    nif.TA_IDENT_REF,
}
_OFFSET = re.compile(r"\+?[0-9]{1,9}")
_NIL = re.compile(re.escape(nif.NIL) + "(?:/.*)?", re.DOTALL)
# Parts of a text that are not mentions as such. All others are: many senders give a mention no class but those
# that say how it is addressed, such as nif:RFC5147String.
_PARTS = {nif.NIF + name for name in ("Word", "Sentence", "Paragraph", "Title", "Section", "Page", "Structure")}
_OF_MENTIONS = {nif.BEGIN_INDEX, nif.END_INDEX, nif.ANCHOR_OF}
_SHOWN = 80

# Values of each predicate of a subject, with the line of each.
_Node = dict[str, dict[str, int]]


@dataclass(frozen=True)
class NifContent:
    """What was sent.

    Attributes
    ----------
    documents
        Contexts with a text, in the order of their first appearance, each with its mentions in their order.
    corrected
        Corrections: subject, line and problem, in words.
    skipped
        How many NIF nodes are not mentions (words, sentences, frames around contexts), and so not in the documents.
    """

    documents: tuple[NifDocument, ...]
    corrected: tuple[str, ...] = ()
    skipped: int = 0


def read_nif(content: bytes | str, source: str = "NIF", limits: Limits = LIMITS) -> NifContent:
    """Read NIF 2.0 in Turtle.

    A mention is a `nif:Phrase`, and whatever else has a `nif:referenceContext` and an `itsrdf:taIdentRef`, or offsets
    and no class such as `nif:Word` or `nif:Sentence`. Offsets are code points; others are corrected by `nif:anchorOf`
    (see `locate`).

    Parameters
    ----------
    source
        Its name in errors.

    Raises
    ------
    SourceError
        It is not Turtle in UTF-8, or (`TurtleTooLarge`) too much of it.
    DocumentError
        A text is missing, or a mention does not fit into its text; the message names subject and line.
    """
    nodes: dict[str, _Node] = {}
    for subject, predicate, value, line in parse_triples(_decoded(content, source), source, limits):
        node = nodes.setdefault(subject, {})
        if predicate in _KEPT:
            node.setdefault(predicate, {}).setdefault(value, line)
    return _Reader(source, nodes).read()


def _decoded(content: bytes | str, source: str) -> str:
    if isinstance(content, str):
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SourceError(f"{source}, line {line}: not UTF-8 (byte 0x{content[error.start]:02x}).") from None


class _Reader:
    def __init__(self, source: str, nodes: dict[str, _Node]) -> None:
        self._source, self._nodes = source, nodes
        self._corrected: list[str] = []

    def read(self) -> NifContent:
        nodes = self._nodes
        texts = {name: self._one(name, nif.IS_STRING) for name, node in nodes.items() if nif.IS_STRING in node}
        frames = self._frames()
        if not texts:
            raise DocumentError(f"{self._source} holds no text: a nif:Context with a nif:isString was expected.")
        mentions: dict[str, list[str]] = {name: [] for name in texts}
        skipped = len(frames)
        for name, node in nodes.items():
            if name in texts or name in frames:
                continue
            if _is_mention(node):
                mentions[self._context(name, texts)].append(name)
            else:
                skipped += nif.REFERENCE_CONTEXT in node
        documents = tuple(self._document(name, text, mentions[name]) for name, text in texts.items())
        return NifContent(documents, tuple(self._corrected), skipped)

    def _frames(self) -> set[str]:
        """Contexts without a text of their own that contain others, or that name a web page."""
        outer = {name for node in self._nodes.values() for name in node.get(nif.BROADER_CONTEXT, ())}
        frames = set()
        for name, node in self._nodes.items():
            if nif.CONTEXT in node.get(RDF_TYPE, ()) and nif.IS_STRING not in node:
                if name not in outer and nif.SOURCE_URL not in node:
                    raise self._error(name, "is a nif:Context without a text. Give it a nif:isString")
                frames.add(name)
        return frames

    def _context(self, name: str, texts: dict[str, str]) -> str:
        context = self._one(name, nif.REFERENCE_CONTEXT)
        if context not in texts:
            raise self._error(
                name, f"refers to {_shown(context)}, which is not a context with a nif:isString", nif.REFERENCE_CONTEXT
            )
        return context

    def _document(self, name: str, text: str, mentions: list[str]) -> NifDocument:
        given = [self._given(each) for each in mentions]
        read = []
        for mention, offsets, located in zip(mentions, given, locate(text, given), strict=True):
            if located is None:
                raise self._misplaced(mention, offsets, text)
            if located.corrected:
                self._corrected.append(f"{self._place(mention)}: {_shown(mention)}: {located.corrected}")
            entities = (each for each in self._nodes[mention].get(nif.TA_IDENT_REF, ()) if not _NIL.fullmatch(each))
            read.append(NifMention(*located.span, tuple(entities), mention))
        return NifDocument(name, text, tuple(read))

    def _given(self, name: str) -> Given:
        anchor = self._one(name, nif.ANCHOR_OF) if nif.ANCHOR_OF in self._nodes[name] else None
        return Given(self._offset(name, nif.BEGIN_INDEX), self._offset(name, nif.END_INDEX), anchor)

    def _offset(self, name: str, predicate: str) -> int:
        value = self._one(name, predicate)
        if not _OFFSET.fullmatch(value):
            raise self._error(name, f"has {_label(predicate)} {value[:_SHOWN]!r}; a number was expected", predicate)
        return int(value)

    def _one(self, name: str, predicate: str) -> str:
        values = list(self._nodes[name].get(predicate, ()))
        if not values:
            raise self._error(name, f"has no {_label(predicate)}")
        if len(values) > 1:
            both = " and ".join(repr(value[:_SHOWN]) for value in values[:2])
            what = f"has {len(values)} values of {_label(predicate)}: {both}. One was expected"
            raise self._error(name, what, predicate)
        return values[0]

    def _misplaced(self, name: str, given: Given, text: str) -> DocumentError:
        start, end, anchor = given
        there = "" if anchor is None else f" The text has {text[start:end][:_SHOWN]!r} there, not {anchor[:_SHOWN]!r}."
        return self._error(
            name,
            f"is at {start} to {end} of a text of {len(text):,} characters.{there} Offsets count code points from 0, "
            "and the end is the first one after the mention",
            nif.BEGIN_INDEX,
        )

    def _error(self, name: str, what: str, predicate: str | None = None) -> DocumentError:
        return DocumentError(f"{self._place(name, predicate)}: {_shown(name)} {what}.")

    def _place(self, name: str, predicate: str | None = None) -> str:
        """Line of a predicate's last value, or of the first mention of a subject."""
        node = self._nodes[name]
        lines = list(node[predicate].values())[-1:] if predicate else list(_lines(node))[:1]
        return f"{self._source}, line {lines[0]}" if lines else self._source


def _lines(node: _Node) -> Iterator[int]:
    return (line for values in node.values() for line in values.values())


def _is_mention(node: _Node) -> bool:
    classes = set(node.get(RDF_TYPE, ()))
    if nif.PHRASE in classes:
        return True
    if nif.REFERENCE_CONTEXT not in node:
        return False
    return nif.TA_IDENT_REF in node or (not classes & _PARTS and not _OF_MENTIONS.isdisjoint(node))


def _shown(name: str) -> str:
    name = name if len(name) <= 2 * _SHOWN else name[: 2 * _SHOWN] + "…"
    return ("a node in brackets" if name.startswith("_:[") else name) if name.startswith("_:") else f"<{name}>"


def _label(predicate: str) -> str:
    return predicate.replace(nif.NIF, "nif:").replace(nif.ITSRDF, "itsrdf:")
