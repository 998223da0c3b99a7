"""NIF 2 in Turtle (N3, KORE50, Spotlight): contexts are texts, phrases with `itsrdf:taIdentRef` their mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention, Notes
from pairlinking.evaluation.formats.files import place
from pairlinking.evaluation.formats.spans import locate
from pairlinking.evaluation.formats.turtle import RDF_TYPE, read_triples

__all__ = ["read"]

_NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
_ENTITY = "http://www.w3.org/2005/11/its/rdf#taIdentRef"
_NIL = re.compile(r"http://aksw\.org/notInWiki(?:/.*)?")
_POSITION = re.compile(r"[#,]char=\d+,\d*$")  # "#sentence=1,char=1,8" is a part of "#sentence=1"

# Values of each predicate of a subject, with their lines.
_Node = dict[str, list[tuple[str, int]]]


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Documents in the order of the file: every context with an `isString`.

    Offsets are code points; those that are not are corrected by `anchorOf`. NIL is an address of ``notInWiki``, or a
    `nif:Phrase` without any. A mention of a context that is not there belongs to the one its own address begins with.
    """
    nodes: dict[str, _Node] = {}
    for subject, predicate, value, line in read_triples(annotations):
        nodes.setdefault(subject, {}).setdefault(predicate, []).append((value, line))
    contexts = {name: node[_NIF + "isString"][0][0] for name, node in nodes.items() if _NIF + "isString" in node}
    if not contexts:
        raise SourceError(f"{annotations} holds no text: no nif:Context with a nif:isString.")
    mentions: dict[str, list[AnnotatedMention]] = {name: [] for name in contexts}
    for name, node in nodes.items():
        if name not in contexts and _is_mention(node):
            where = place(annotations, next(iter(node.values()))[0][1])
            context = _context(name, node, contexts, where, notes)
            mention = None if context is None else _mention(node, contexts[context], where, notes)
            if context is not None and mention is not None:
                mentions[context].append(mention)
    for name, text in contexts.items():
        found = sorted(mentions[name], key=lambda mention: (mention.start, mention.end))
        yield AnnotatedDocument(name, text, tuple(found))


def _is_mention(node: _Node) -> bool:
    """Words and sentences have a context too, but no entity; the declaration of a property has no context."""
    is_phrase = any(kind == _NIF + "Phrase" for kind, _ in node.get(RDF_TYPE, ()))
    return _NIF + "referenceContext" in node and (_ENTITY in node or is_phrase)


def _context(name: str, node: _Node, contexts: dict[str, str], where: str, notes: Notes) -> str | None:
    context = node[_NIF + "referenceContext"][0][0]
    if context in contexts:
        return context
    own = _POSITION.sub("", name)
    if own in contexts:
        notes.correct("the context is missing; taken from the mention's own URI", where)
        return own
    notes.skip("the context is not there, or has no text", where)
    return None


def _mention(node: _Node, text: str, where: str, notes: Notes) -> AnnotatedMention | None:
    try:
        start, end = (int(node[_NIF + name][0][0]) for name in ("beginIndex", "endIndex"))
    except (KeyError, ValueError):
        notes.skip("beginIndex or endIndex is missing, or no number", where)
        return None
    anchor = node.get(_NIF + "anchorOf", [(None, 0)])[0][0]
    span = locate(text, start, end, anchor, where, notes)
    names = dict.fromkeys(name for name, _ in node.get(_ENTITY, ()) if not _NIL.fullmatch(name))
    return None if span is None else AnnotatedMention(*span, tuple(names) or None)
