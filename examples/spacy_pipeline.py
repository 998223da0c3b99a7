"""Link the entities of a spaCy pipeline together, first on their own, then with one that is already known.

Needs the extra: pip install 'pairlinking[spacy]'. Run with: python examples/spacy_pipeline.py
"""

from __future__ import annotations

import spacy
from spacy.language import Language
from spacy.tokens import Doc

NAMES = {"Tiger": "PERSON", "Masters": "EVENT", "Augusta": "FAC", "Georgia": "GPE", "Venus": "LOC", "Mars": "LOC"}
TEXTS = ("Tiger won the Masters at Augusta, Georgia.", "Venus and Mars were seen that night.")


@Language.component("astronomer")
def astronomer(doc: Doc) -> Doc:
    """An earlier component that links some entities: to an astronomer, Mars is the planet."""
    for token in doc:
        if token.text == "Mars":
            token.ent_kb_id_ = "Mars"
    return doc


def main() -> None:
    """Link the texts twice: without, then with the known entity."""
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": label, "pattern": name} for name, label in NAMES.items()])  # type: ignore[attr-defined]
    nlp.add_pipe("pairlinking", config={"kb": "sample"})
    show(nlp)
    nlp.add_pipe("astronomer", before="pairlinking")
    print("\nMars is known to be the planet:\n")
    show(nlp)


def show(nlp: Language) -> None:
    """Print one line per entity, with the evidence for its link."""
    for doc in nlp.pipe(TEXTS):
        print(doc.text)
        for ent in doc.ents:
            link = ent._.pairlinking
            support = ", ".join(other["text"] for other in link["evidence"])
            given = ", given" if link["fixed"] else ""
            print(f"  {ent.text} -> {ent.kb_id_} ({link['confidence']:.2f}, with {support}{given})")


if __name__ == "__main__":
    main()
