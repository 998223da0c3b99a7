"""WNED's XML (Guo and Barbosa): documents with the annotations of each, titles as names, texts in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedDocument, Notes
from pairlinking.evaluation.formats.annotation_xml import read_annotations, to_mentions
from pairlinking.evaluation.formats.files import list_files, note_unused, place, read_named_text

__all__ = ["read"]


def read(annotations: Path, texts: Path | None, notes: Notes) -> Iterator[AnnotatedDocument]:
    """Documents in the order of the file; without `texts`, they have no text, and offsets cannot be checked.

    Of a document that is described twice (one of WNED-Wiki is) the last description counts.
    """
    documents = read_annotations(annotations)
    last = {document.name: document.line for document in documents}
    for document in documents:
        where = place(annotations, document.line)
        if not document.name:
            raise SourceError(f"{where}: a <document> needs a docName.")
        if document.line != last[document.name]:
            notes.skip("the document is described again later in the file", where, "document")
            continue
        text = "" if texts is None else read_named_text(texts, document.name, where)
        yield AnnotatedDocument(document.name, text, to_mentions(annotations, document.annotations, text, notes))
    if texts is not None:
        note_unused(list_files(texts), set(last), notes)
