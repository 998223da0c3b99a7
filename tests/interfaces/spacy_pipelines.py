"""Pipelines with an entity ruler and our component, and what a document shows of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc

import pairlinking.interfaces.spacy_pipe  # noqa: F401  (so that spaCy knows it where nothing is installed)

__all__ = ["NIGHT", "TEXT", "kb_ids", "pipeline", "spotting", "told"]

TEXT = "Tiger won the Masters at Augusta, Georgia, said Zzyzx."
NIGHT = "Venus and Mars were seen that night."
LABELS = {
    "Tiger": "PERSON",
    "Masters": "EVENT",
    "Augusta": "FAC",
    "Georgia": "GPE",
    "Zzyzx": "PERSON",
    "Venus": "LOC",
    "Mars": "LOC",
}


def pipeline(*, links: dict[str, str] | None = None, **config: Any) -> Language:
    """A ruler, a component that links some words beforehand, and ours."""
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": label, "pattern": word, "id": word.lower()} for word, label in LABELS.items()])  # type: ignore[attr-defined]
    if links is not None:
        nlp.add_pipe("link_beforehand", config={"links": links})
    nlp.add_pipe("pairlinking", config=config)
    return nlp


def spotting(**config: Any) -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("pairlinking", config={"spot": True, **config})
    return nlp


@Language.factory("link_beforehand")
def link_beforehand(nlp: Language, name: str, links: dict[str, str]) -> Callable[[Doc], Doc]:
    def link(doc: Doc) -> Doc:
        for token in doc:
            if token.ent_type and token.text in links:
                token.ent_kb_id_ = links[token.text]
        return doc

    return link


def kb_ids(doc: Doc) -> dict[str, str]:
    return {ent.text: ent.kb_id_ for ent in doc.ents}


def told(doc: Doc) -> list[Any]:
    return [(ent.text, ent.label_, ent.ent_id_, ent.kb_id_, ent._.pairlinking) for ent in doc.ents]
