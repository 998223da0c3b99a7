"""How alike a form and the name of an entity are: the string features of the paper (Sec. 7.1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from pairlinking.kb.name_parts import base_name
from pairlinking.text.languages import SMALL_WORDS
from pairlinking.types import FloatArray

__all__ = ["STRING_FEATURES", "base_name", "string_features"]

STRING_FEATURES = ("edit_similarity", "exact", "prefix_or_suffix", "abbreviation")


def string_features(forms: Sequence[str], names: Sequence[str]) -> FloatArray:
    """Features of every form with every name, shape (names, forms x features): `STRING_FEATURES` for each form.

    Edit similarity is 1 - edit distance / longer length; the others are 0 or 1. Case does not matter but for
    abbreviations.

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
        block = np.empty((len(names), len(STRING_FEATURES)))
        block[:, 0] = edit[:, at]
        block[:, 1] = [name == low for name in lowered]
        block[:, 2] = [name.startswith(low) or name.endswith(low) for name in lowered]
        initials = form.replace(".", "")
        looks = 1 < len(initials) < 8 and initials.isalpha() and initials.isupper()
        block[:, 3] = [_initials(name) == initials for name in names] if looks else 0.0
        columns[form] = block
    return np.hstack([columns[form] for form in forms])


def _initials(name: str) -> str:
    words = name.replace("-", " ").split()
    return "".join(word[0] for word in words if word not in SMALL_WORDS).upper() if len(words) > 1 else ""
