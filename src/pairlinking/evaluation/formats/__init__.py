"""Readers of annotated documents, one module per format; each is a function of files and notes.

``read(annotations, texts, notes)`` gives the documents one after the other. `annotations` is a file or folder, `texts`
the folder of the texts if they are separate. A broken file is a `SourceError` with its line; a mention that the text
does not have goes to `notes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from pairlinking.evaluation.documents import AnnotatedDocument, Notes
from pairlinking.evaluation.formats import (
    aida_annotations,
    aida_conll,
    aida_marked,
    csaw,
    elevant,
    micropost,
    nif,
    own_jsonl,
    pprforned,
    reference_problem,
    wned_xml,
)

__all__ = ["FORMATS", "Reader"]

Reader: TypeAlias = Callable[[Path, Path | None, Notes], Iterator[AnnotatedDocument]]

FORMATS: dict[str, Reader] = {
    "aida-annotations": aida_annotations.read,
    "aida-conll": aida_conll.read,
    "aida-marked": aida_marked.read,
    "csaw": csaw.read,
    "elevant": elevant.read,
    "jsonl": own_jsonl.read,
    "micropost": micropost.read,
    "nif": nif.read,
    "pprforned": pprforned.read,
    "reference-problem": reference_problem.read,
    "wned-xml": wned_xml.read,
}
