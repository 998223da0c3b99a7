"""A catalogue as a knowledge base whose forms occur in text as often as a test says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from pairlinking.building import build
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.manifest import list_files, record_files, write_manifest

__all__ = ["counted_kb", "rewritten"]


def counted_kb(folder: Path, counts: Mapping[str, tuple[int, int]]) -> KnowledgeBase:
    """Each form with the pages that link it and the pages that hold it."""
    source = folder / "entities.jsonl"
    rows = [json.dumps({"id": f"Q{number}", "title": form}) for number, form in enumerate(counts)]
    source.write_text("\n".join(rows) + "\n", encoding="utf-8")
    kb = build(source, folder / "kb", workers=1)
    for at, name in enumerate(("linked", "pages")):
        array = np.zeros(len(kb.dictionary), dtype=np.int32)
        for form, pair in counts.items():
            array[kb.dictionary.forms.key_id(form)] = pair[at]
        np.save(kb.path / "occurrences" / f"{name}.npy", array)
    return rewritten(kb)


def rewritten(kb: KnowledgeBase) -> KnowledgeBase:
    """The same folder with a manifest of its files as they are now."""
    told = kb.manifest
    write_manifest(
        kb.path,
        sources=told.sources,
        parameters=told.parameters,
        counts=told.counts,
        damage=told.damage,
        files=record_files(kb.path, list_files(kb.path)),
    )
    return KnowledgeBase.open(kb.path)
