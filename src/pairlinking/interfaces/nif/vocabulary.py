"""Names of NIF, ITS and RDF that are read and written."""

from __future__ import annotations

from typing import Final

__all__ = [
    "ANCHOR_OF",
    "BEGIN_INDEX",
    "BROADER_CONTEXT",
    "CONTEXT",
    "DBPEDIA_ONTOLOGY",
    "END_INDEX",
    "IS_STRING",
    "ITSRDF",
    "NIF",
    "NIL",
    "OWL",
    "PHRASE",
    "RDFS",
    "REFERENCE_CONTEXT",
    "SOURCE_URL",
    "TA_IDENT_REF",
    "WIKIDATA",
    "XSD",
]

NIF: Final = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
ITSRDF: Final = "http://www.w3.org/2005/11/its/rdf#"
RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
OWL: Final = "http://www.w3.org/2002/07/owl#"
WIKIDATA: Final = "http://www.wikidata.org/entity/"
DBPEDIA_ONTOLOGY: Final = "http://dbpedia.org/ontology/"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"

CONTEXT: Final = NIF + "Context"
PHRASE: Final = NIF + "Phrase"
IS_STRING: Final = NIF + "isString"
REFERENCE_CONTEXT: Final = NIF + "referenceContext"
BROADER_CONTEXT: Final = NIF + "broaderContext"
SOURCE_URL: Final = NIF + "sourceUrl"
BEGIN_INDEX: Final = NIF + "beginIndex"
END_INDEX: Final = NIF + "endIndex"
ANCHOR_OF: Final = NIF + "anchorOf"
TA_IDENT_REF: Final = ITSRDF + "taIdentRef"

# What the N3 data sets call an entity that Wikipedia does not have; for GERBIL it is like any URI outside of the
# knowledge bases it knows.
NIL: Final = "http://aksw.org/notInWiki"
