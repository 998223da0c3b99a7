"""CSAW's XML (IITB): annotations of several people one after the other, each with the name of its text, in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, Notes
from pairlinking.evaluation.formats.annotation_xml import XmlAnnotation, read_annotations, to_mentions
from pairlinking.evaluation.formats.files import list_files, note_unused, place, read_named_text

__all__ = ["read"]


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Annotated documents in the order in which the file first names them. There are no surface forms to check.

    Every annotation is a mention, also where several people annotated one span: `AnnotatedDocument.merged` joins them.
    """
    if texts is None:
        raise SourceError(f"{annotations} needs a folder of texts.")
    found: dict[str, list[XmlAnnotation]] = {}
    for document in read_annotations(annotations):
        for annotation in document.annotations:
            name = annotation.fields.get("docName", "").strip()
            if not name:
                raise SourceError(f"{place(annotations, annotation.line)}: the annotation has no <docName>.")
            found.setdefault(name, []).append(annotation)
    for name, group in found.items():
        text = read_named_text(texts, name, place(annotations, group[0].line))
        yield AnnotatedDocument(name, text, to_mentions(annotations, group, text, notes))
    note_unused(list_files(texts), set(found), notes)
