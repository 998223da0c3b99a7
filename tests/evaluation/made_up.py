"""Small files of every format, written for the tests."""

from __future__ import annotations

from pathlib import Path

from pairlinking.evaluation.documents import AnnotatedDocument, Notes
from pairlinking.evaluation.formats import FORMATS

__all__ = ["PREFIXES", "instance", "phrase", "problem", "read", "spans", "wned", "write"]

PREFIXES = """@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def write(path: Path, content: str | bytes) -> Path:
    """Write a file as it is, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(form: str, annotations: Path, texts: Path | None = None) -> tuple[list[AnnotatedDocument], Notes]:
    """Documents and notes of a reader."""
    notes = Notes()
    return list(FORMATS[form](annotations, texts, notes)), notes


def spans(document: AnnotatedDocument) -> list[tuple[str, tuple[str, ...] | None]]:
    """Text and names of each mention."""
    return list(zip(document.surfaces, [mention.gold for mention in document.mentions], strict=True))


def phrase(context: str, start: int, end: int, anchor: str, entity: str, *, name: str | None = None) -> str:
    """A mention of NIF."""
    return f"""<{name or f"{context}#char={start},{end}"}> a nif:String , nif:Phrase ;
    nif:referenceContext <{context}> ; nif:anchorOf "{anchor}"^^xsd:string ;
    nif:beginIndex "{start}"^^xsd:long ; nif:endIndex "{end}"^^xsd:long ; itsrdf:taIdentRef <{entity}> .
"""


def instance(surface: str, offset: int | str, length: int, chosen: str) -> str:
    """A mention of a ReferenceProblem."""
    return (
        f"<ReferenceInstance>\n\t<SurfaceForm>\n\t\t{surface}\n\t</SurfaceForm>\n\t<Offset>\n\t\t{offset}\n\t</Offset>\n"
        f"\t<Length>\n\t\t{length}\n\t</Length>\n\t<ChosenAnnotation>\n\t\t{chosen}\n\t</ChosenAnnotation>\n"
        "<NumAnnotators>\n1\n</NumAnnotators>\n</ReferenceInstance>\n"
    )


def problem(*instances: str) -> str:
    """A ReferenceProblem."""
    head = "<ReferenceProblem>\n\t<ReferenceFileName>\n\t\tone.txt\n\t</ReferenceFileName>\n"
    return head + "".join(instances) + "</ReferenceProblem>\n"


def wned(**documents: list[tuple[str, str, int, int]]) -> str:
    """WNED's XML of documents with mention, name, offset and length each."""
    parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<made.entityAnnotation>\n']
    for name, mentions in documents.items():
        parts.append(f'<document docName="{name}">\n')
        for mention, title, offset, length in mentions:
            parts.append(
                f"<annotation>\n<mention>{mention}</mention>\n<wikiName>{title}</wikiName>\n"
                f"<offset>{offset}</offset>\n<length>{length}</length>\n</annotation>\n"
            )
        parts.append("</document>\n")
    return "".join([*parts, "</made.entityAnnotation>\n"])
