"""How similar a form and the name of an entity are: the string features of the paper (Sec. 7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from pairlinking.candidates._strings import form_features
from pairlinking.kb.name_parts import base_name
from pairlinking.text.languages import SMALL_WORDS
from pairlinking.types import FloatArray, IntArray

if TYPE_CHECKING:
    from pairlinking.kb import KnowledgeBase

__all__ = ["STRING_FEATURES", "name_features", "string_features"]

STRING_FEATURES = ("edit_similarity", "exact", "prefix_or_suffix", "abbreviation")
_N = len(STRING_FEATURES)


def name_features(
    kb: KnowledgeBase, forms: Sequence[Sequence[str]], entities: IntArray, offsets: IntArray
) -> FloatArray:
    """`string_features` of the forms of each mention with the names of its candidates, one candidate after the other.

    Candidates of mention m are at ``offsets[m]`` to ``offsets[m + 1]``; all mentions have the same number of forms,
    three at most. A name is a title without the parentheses at its end.

    >>> from pairlinking.building import open_sample
    >>> kb = open_sample()
    >>> name_features(kb, [["Euro"]], np.array([kb.find("Euro")]), np.array([0, 1])).tolist()
    [[1.0, 1.0, 1.0, 0.0]]
    """
    titles = kb.titles or kb.keys
    n_forms = len(forms[0]) if forms else 0
    found = np.zeros((len(entities), n_forms, _N))
    left, loud = form_features(titles.data, titles.offsets, forms, offsets, entities, found)
    for m in loud:
        each = forms[m]
        for form in dict.fromkeys(each):
            if (initials := _as_initials(form)) is not None:
                rows = slice(int(offsets[m]), int(offsets[m + 1]))
                names = (base_name(titles[entity]) for entity in entities[rows].tolist())
                is_short = [_initials(name) == initials for name in names]
                for at, other in enumerate(each):
                    if other == form:
                        found[rows, at, 3] = is_short
    result = found.reshape(len(entities), n_forms * _N)
    if left:
        mention = np.searchsorted(offsets, left, side="right") - 1
        for row, m in zip(left, mention.tolist(), strict=True):
            result[row] = string_features(forms[m], [base_name(titles[int(entities[row])])])[0]
    return result


def string_features(forms: Sequence[str], names: Sequence[str]) -> FloatArray:
    """Features of every form with every name, shape (names, forms x features): `STRING_FEATURES` for each form.

    Edit similarity is 1 - edit distance / longer length; the others are 0 or 1. Case matters only for abbreviations.

    >>> string_features(["IBM"], ["International Business Machines", "Ibm"]).round(2)
    array([[0.1, 0. , 0. , 1. ],
           [1. , 1. , 1. , 0. ]])
    """
    distinct = list(dict.fromkeys(forms))
    lowered = [name.lower() for name in names]
    small = [form.lower() for form in distinct]
    edit = cdist(lowered, small, scorer=Levenshtein.normalized_similarity, dtype=np.float64)
    columns: dict[str, FloatArray] = {}
    for at, (form, low) in enumerate(zip(distinct, small, strict=True)):
        block = np.zeros((len(names), _N))
        block[:, 0] = edit[:, at]
        block[:, 1] = [name == low for name in lowered]
        block[:, 2] = [name.startswith(low) or name.endswith(low) for name in lowered]
        if (initials := _as_initials(form)) is not None:
            block[:, 3] = [_initials(name) == initials for name in names]
        columns[form] = block
    return np.hstack([columns[form] for form in forms])


def _as_initials(form: str) -> str | None:
    """The letters of a form that looks like initials: "IBM" for "I.B.M."; else None."""
    if not form.isupper():  # the usual case
        return None
    initials = form.replace(".", "")
    return initials if 1 < len(initials) < 8 and initials.isalpha() else None


def _initials(name: str) -> str:
    words = name.replace("-", " ").split()
    return "".join(word[0] for word in words if word not in SMALL_WORDS).upper() if len(words) > 1 else ""
