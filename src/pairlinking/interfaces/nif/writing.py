"""Documents as NIF 2.0 in Turtle, which every RDF library reads back unchanged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pairlinking.errors import DocumentError
from pairlinking.interfaces.nif import vocabulary as nif
from pairlinking.interfaces.nif.documents import NifDocument, NifEntity, NifMention

__all__ = ["nif_document", "nif_head", "write_nif"]

_PREFIXES = "".join(
    f"@prefix {prefix}: <{address}> .\n"
    for prefix, address in (("nif", nif.NIF), ("itsrdf", nif.ITSRDF), ("xsd", nif.XSD))
)
_CLASSES = {"person": "Person", "place": "Place", "organisation": "Organisation", "work": "Work", "event": "Event"}
_NOT_IN_STRINGS = re.compile(r'["\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]')
_NOT_IN_ADDRESSES = re.compile(r'[<>"{}|^`\\\x00-\x20\x7f-\x9f\u2028\u2029\ufeff]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_WHOLE = re.compile(r"#char=\d+,\d*$")


def write_nif(documents: Iterable[NifDocument], comments: Iterable[str] = ()) -> str:
    r"""Turtle with a `nif:Context` for every document, followed by a `nif:Phrase` for every mention.

    Offsets count code points. Phrases without a URI get one by RFC 5147, from that of their context.

    Parameters
    ----------
    comments
        Lines for the top of the file.

    Raises
    ------
    DocumentError
        A text contains half of a surrogate pair, which UTF-8 cannot encode.

    Examples
    --------
    >>> print(write_nif([NifDocument("http://example.org/1", "Tiger", (NifMention(0, 5, ("http://example.org/e",)),))]))
    @prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    <BLANKLINE>
    <http://example.org/1> a nif:Context , nif:String , nif:RFC5147String ;
        nif:isString "Tiger"^^xsd:string ;
        nif:beginIndex "0"^^xsd:nonNegativeInteger ;
        nif:endIndex "5"^^xsd:nonNegativeInteger .
    <BLANKLINE>
    <http://example.org/1#char=0,5> a nif:Phrase , nif:String , nif:RFC5147String ;
        nif:anchorOf "Tiger"^^xsd:string ;
        nif:beginIndex "0"^^xsd:nonNegativeInteger ;
        nif:endIndex "5"^^xsd:nonNegativeInteger ;
        nif:referenceContext <http://example.org/1> ;
        itsrdf:taIdentRef <http://example.org/e> .
    <BLANKLINE>
    """
    documents = list(documents)
    names = _Names(documents)
    return "".join([nif_head(comments), *(nif_document(each, names) for each in documents)])


def nif_head(comments: Iterable[str] = ()) -> str:
    """Comments and prefixes: what comes before all documents."""
    return _encodable("".join(f"# {_one_line(comment)}\n" for comment in comments)) + _PREFIXES


def nif_document(document: NifDocument, names: _Names | None = None) -> str:
    """One document as `write_nif` writes it; documents of the same file share `names`."""
    return _encodable("".join(_parts(document, _Names([document]) if names is None else names)))


def _parts(document: NifDocument, names: _Names) -> Iterator[str]:
    context, text = names.node(document.name), document.text
    yield _node(context, "Context", f"nif:isString {_string(text)}", *_offsets(0, len(text)))
    for mention in document.mentions:
        own = names.node(mention.name) if mention.name is not None else names.phrase(document.name, mention)
        statements = [
            f"nif:anchorOf {_string(text[mention.start : mention.end])}",
            *_offsets(mention.start, mention.end),
            f"nif:referenceContext {context}",
        ]
        if mention.entities:
            statements.append("itsrdf:taIdentRef " + " , ".join(map(names.node, mention.entities)))
        if mention.confidence is not None:
            statements.append(f'itsrdf:taConfidence "{round(mention.confidence, 6)}"^^xsd:double')
        yield _node(own, "Phrase", *statements)
    for entity in document.entities:
        yield _facts(entity, names)


def _facts(entity: NifEntity, names: _Names) -> str:
    """Facts about an entity, in terms of RDF Schema; kinds are classes of DBpedia, if it has them."""
    statements = [f"{names.node(nif.RDFS + 'label')} {_string(entity.label)}"]
    if entity.comment:
        statements.append(f"{names.node(nif.RDFS + 'comment')} {_string(entity.comment)}")
    if entity.kind in _CLASSES:
        statements.append(f"a {names.node(nif.DBPEDIA_ONTOLOGY + _CLASSES[entity.kind])}")
    if entity.wikidata:
        statements.append(f"{names.node(nif.OWL + 'sameAs')} {names.node(nif.WIKIDATA + entity.wikidata)}")
    return f"\n{names.node(entity.address)} " + " ;\n    ".join(statements) + " .\n"


def _node(name: str, kind: str, *statements: str) -> str:
    return " ;\n    ".join([f"\n{name} a nif:{kind} , nif:String , nif:RFC5147String", *statements]) + " .\n"


def _offsets(start: int, end: int) -> tuple[str, str]:
    return (
        f'nif:beginIndex "{start}"^^xsd:nonNegativeInteger',
        f'nif:endIndex "{end}"^^xsd:nonNegativeInteger',
    )


class _Names:
    """Nodes as Turtle writes them. Blank nodes are numbered: their names are arbitrary, and mean nothing elsewhere."""

    def __init__(self, documents: Sequence[NifDocument]) -> None:
        self._blanks: dict[str, str] = {}
        self._taken = {document.name for document in documents}
        self._taken.update(each.name for document in documents for each in document.mentions if each.name is not None)
        self._copies: Counter[str] = Counter()

    def node(self, name: str) -> str:
        if name.startswith("_:"):
            return self._blanks.setdefault(name, f"_:b{len(self._blanks) + 1}")
        return f"<{_NOT_IN_ADDRESSES.sub(_code, name)}>"

    def phrase(self, context: str, mention: NifMention) -> str:
        """A URI that no other phrase has: one span may be several mentions."""
        document = _WHOLE.sub("", context)
        first = name = f"{document}{',' if '#' in document else '#'}char={mention.start},{mention.end}"
        while name in self._taken:
            self._copies[first] += 1
            name = f"{first};mention={self._copies[first] + 1}"
        self._taken.add(name)
        return self.node(name)


def _string(text: str) -> str:
    return f'"{_NOT_IN_STRINGS.sub(_escaped, text)}"^^xsd:string'


def _escaped(found: re.Match[str]) -> str:
    return _SHORT.get(found[0]) or _code(found)


def _code(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04X}"


def _one_line(comment: str) -> str:
    return _NOT_IN_STRINGS.sub(_escaped, " ".join(comment.split()))


def _encodable(turtle: str) -> str:
    try:
        turtle.encode("utf-8")
    except UnicodeEncodeError as error:
        half = f"U+{ord(turtle[error.start]):04X}"
        raise DocumentError(
            f"A text contains half of a character ({half}), which UTF-8 cannot encode. Remove it."
        ) from None
    return turtle
