"""Boundaries and longer names from a spaCy pipeline, instead of the rules in `forms` (extra ``spacy``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pairlinking.text.forms import Expander, Trimmer, expand, trim

__all__ = ["spacy_expander", "spacy_trimmer"]

# What precedes a name without being part of it.
_OUTSIDE = {"DET", "PUNCT", "SPACE", "ADP", "CCONJ"}
# Kinds of entities that are called in full first, and by a part of the name later.
_CALLED_SHORT = {"PERSON", "PER", "ORG"}


def spacy_trimmer(nlp: Any) -> Trimmer:
    """Make a trimmer: the named entities and noun chunks in a mention, and the forms of `trim`, longest first.

    Parameters
    ----------
    nlp
        A loaded pipeline, such as ``spacy.load("en_core_web_sm")``. Named entities, parts of speech and noun chunks are
        used if it has them.
    """

    def trim_with_spacy(surface: str) -> Sequence[str]:
        doc = nlp(surface)
        found = [entity.text for entity in doc.ents]
        found += [_without_outside(chunk) for chunk in _noun_chunks(doc)]
        found += trim(surface)
        forms = [form for form in dict.fromkeys(found) if form.strip() and form != surface]
        return sorted(forms, key=len, reverse=True)

    return trim_with_spacy


def spacy_expander(nlp: Any) -> Expander:
    """Make an expander that takes the longer name of a person or an organisation from earlier mentions.

    A mention is expanded to the last earlier mention in which the pipeline finds a person or an organisation whose name
    contains it; if there is none, by the rules of `expand`.
    """

    def expand_with_spacy(surfaces: Sequence[str]) -> Sequence[str | None]:
        longer: list[tuple[str, str]] = []  # names so far, with spaces around, and the mention each is in
        expanded: list[str | None] = []
        for surface, doc, by_rule in zip(surfaces, nlp.pipe(surfaces), expand(surfaces), strict=True):
            short = f" {' '.join(surface.split())} "
            names = (mention for name, mention in reversed(longer) if short in name and len(short) < len(name))
            expanded.append(next(names, by_rule))
            for entity in doc.ents:
                if entity.label_ in _CALLED_SHORT:
                    longer.append((f" {' '.join(entity.text.split())} ", surface))
        return expanded

    return expand_with_spacy


def _noun_chunks(doc: Any) -> list[Any]:
    # A pipeline without a parser, or a language without noun chunks, has none.
    if not doc.has_annotation("DEP"):
        return []
    try:
        return list(doc.noun_chunks)
    except NotImplementedError:
        return []


def _without_outside(chunk: Any) -> str:
    tokens = list(chunk)
    while len(tokens) > 1 and tokens[0].pos_ in _OUTSIDE:
        tokens = tokens[1:]
    return "".join(token.text_with_ws for token in tokens).strip()
