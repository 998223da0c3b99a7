"""Documents of NIF, made up."""

from __future__ import annotations

import rdflib
from hypothesis import strategies as st
from rdflib.namespace import RDF, XSD

from pairlinking.interfaces.nif import NifContent, NifDocument, NifMention, read_nif

__all__ = [
    "ITSRDF",
    "NIF",
    "PREFIXES",
    "addresses",
    "context",
    "documents",
    "expected_graph",
    "phrase",
    "read",
    "texts",
]

PREFIXES = """@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
NIF = rdflib.Namespace("http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#")
ITSRDF = rdflib.Namespace("http://www.w3.org/2005/11/its/rdf#")

# What Turtle, RDF libraries, editors and terminals stumble over, beside letters of all kinds.
_ODD = "\"'\\\n\r\t\b\f\x00\x1f\x7f\x85\u2028\u2029\ufeff\u200f\u05d0\u0634\U0001f600\U00010348e\u0301 .;,#<>@^_:%{}|`"
_characters = st.one_of(st.sampled_from(_ODD), st.characters(codec="utf-8"))
texts = st.text(_characters, min_size=1, max_size=40)
_names = st.text(st.characters(codec="utf-8"), max_size=8)
addresses = _names.map("http://example.org/{}".format)


def context(name: str, text: str) -> str:
    """A context; the text is written as it is."""
    return f'<{name}> a nif:Context ; nif:isString "{text}"^^xsd:string .\n'


def phrase(
    of: str, start: int | str, end: int | str, anchor: str | None = None, *, more: str = "", name: str = ""
) -> str:
    """A phrase on one line."""
    told = "" if anchor is None else f' ; nif:anchorOf "{anchor}"'
    offsets = f'nif:beginIndex "{start}"^^xsd:nonNegativeInteger ; nif:endIndex "{end}"^^xsd:nonNegativeInteger'
    own = name or f"{of}#char={start},{end}"
    return f"<{own}> a nif:Phrase ; nif:referenceContext <{of}> ; {offsets}{told}{more} .\n"


def read(*parts: str) -> NifContent:
    """Read parts behind the prefixes, which take three lines."""
    return read_nif((PREFIXES + "".join(parts)).encode())


@st.composite
def documents(draw: st.DrawFn) -> list[NifDocument]:
    """Some documents with different names."""
    found = []
    for number in range(draw(st.integers(1, 3))):
        text = draw(texts)
        spans = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).filter(lambda span: span[0] < span[1])
        mentions = tuple(
            NifMention(start, end, tuple(dict.fromkeys(draw(st.lists(addresses, max_size=2)))))
            for start, end in draw(st.lists(spans, max_size=4))
        )
        ending = draw(st.sampled_from(("", "#char=0,", f"#char=0,{len(text)}", "#sentence=1")))
        found.append(NifDocument(f"http://example.org/{draw(_names)}/{number}{ending}", text, mentions))
    return found


def expected_graph(found: list[NifDocument]) -> set[tuple[object, object, object]]:
    """Triples of documents whose mentions have names, by rdflib."""
    graph = rdflib.Graph()

    def add(name: str, kind: str, start: int, end: int) -> rdflib.URIRef:
        subject = rdflib.URIRef(name)
        for each in (kind, "String", "RFC5147String"):
            graph.add((subject, RDF.type, NIF[each]))
        graph.add((subject, NIF.beginIndex, rdflib.Literal(str(start), datatype=XSD.nonNegativeInteger)))
        graph.add((subject, NIF.endIndex, rdflib.Literal(str(end), datatype=XSD.nonNegativeInteger)))
        return subject

    for document in found:
        own = add(document.name, "Context", 0, len(document.text))
        graph.add((own, NIF.isString, rdflib.Literal(document.text, datatype=XSD.string)))
        for mention, surface in zip(document.mentions, document.surfaces, strict=True):
            assert mention.name is not None
            subject = add(mention.name, "Phrase", mention.start, mention.end)
            graph.add((subject, NIF.anchorOf, rdflib.Literal(surface, datatype=XSD.string)))
            graph.add((subject, NIF.referenceContext, own))
            for entity in mention.entities:
                graph.add((subject, ITSRDF.taIdentRef, rdflib.URIRef(entity)))
    return set(graph)
