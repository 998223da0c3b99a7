"""Features of a candidate from the mention, its names and its popularity, as a local scorer may use them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from rapidfuzz import fuzz

from pairlinking.candidates.strings import STRING_FEATURES, string_features
from pairlinking.evaluation.formats.pprforned import ArenaDocument
from pairlinking.types import FloatArray, IntArray
from reproduction.arena.entities import ArenaEntities, normalized
from reproduction.arena.prior import PRIOR_FEATURES, GoldPrior

__all__ = ["OWN_FEATURES", "own_features", "ranks_and_margins"]

_COUNTS = ("in_links", "out_links", "popularity", "kind")
_QUALIFIER = ("qualified", "qualifier_is_mention", "qualifier_like_mention")
_TOKENS = ("tokens_subset", "tokens", "tokens_of_expanded")
_MENTION = ("candidates", "length", "upper", "words", "longer_form")
OWN_FEATURES = (
    *_COUNTS,
    *(f"{kind}_of_{name}" for name in ("in_links", "popularity") for kind in ("rank", "margin")),
    *_QUALIFIER,
    *(f"{name}_{form}" for form in ("mention_title", "expanded_title") for name in STRING_FEATURES),
    *(f"{name}_{form}" for form in ("mention_name", "longer_name") for name in STRING_FEATURES),
    *_TOKENS,
    *_MENTION,
    *PRIOR_FEATURES,
)


def own_features(
    document: ArenaDocument, candidates: Sequence[IntArray], entities: ArenaEntities, prior: GoldPrior
) -> list[FloatArray]:
    """`OWN_FEATURES` of every candidate, per mention shape (candidates, features).

    Of the other mentions only their text is read: a longer one that contains this one ("Bill Clinton" for "Clinton"),
    and those that a title is qualified by ("North Dakota" for "Munich, North Dakota").
    """
    forms = [normalized(mention.text) for mention in document.mentions]
    distinct = list(dict.fromkeys(forms))
    found: dict[tuple[str, str, bytes], FloatArray] = {}  # repeated mentions have the same features, but for `longer`
    rows = []
    for i, (mention, given) in enumerate(zip(document.mentions, candidates, strict=True)):
        longer = _longer(i, forms)
        texts = (mention.text, mention.expanded, mention.text if longer is None else document.mentions[longer].text)
        key = ("\t".join(texts), forms[i], given.tobytes())
        if key not in found:
            found[key] = np.hstack(
                [
                    _counts(entities.counts[given]),
                    _qualifiers([entities.qualifiers[e] for e in given], forms[i], distinct),
                    _strings(texts, [entities.titles[e] for e in given], [entities.names[e] for e in given]),
                    _of_mention(mention.text, len(given), has_longer=longer is not None),
                    prior.features(document.number, forms[i], given),
                ]
            )
        rows.append(found[key])
    return rows


def ranks_and_margins(values: FloatArray) -> FloatArray:
    """How many candidates are better, and by how much one leads or trails the best other, shape (candidates, 2).

    >>> ranks_and_margins(np.array([3.0, 1.0, 2.5]))
    array([[ 0. ,  0.5],
           [ 2. , -2. ],
           [ 1. , -0.5]])
    """
    ranks = (values[None, :] > values[:, None]).sum(axis=1)
    if len(values) < 2:
        return np.zeros((len(values), 2))
    second, first = np.sort(values)[-2:]
    margins = np.where(values == first, values - second, values - first)
    return np.stack([ranks.astype(np.float64), margins], axis=1)


def _counts(counts: FloatArray) -> FloatArray:
    return np.hstack([counts, ranks_and_margins(counts[:, 0]), ranks_and_margins(counts[:, 2])])


def _longer(i: int, forms: Sequence[str]) -> int | None:
    """The nearest earlier mention whose form contains this one as whole words, otherwise the last later one."""
    whole = re.compile(rf"\b{re.escape(forms[i])}\b")
    found = [j for j, form in enumerate(forms) if len(form) > len(forms[i]) and whole.search(form)]
    return next((j for j in reversed(found) if j < i), found[-1] if found else None)


def _qualifiers(qualifiers: Sequence[str], form: str, forms: Sequence[str]) -> FloatArray:
    others = [other for other in forms if other != form]
    likest = {
        each: max((fuzz.partial_ratio(each, other) for other in others), default=0.0) / 100 if each else 0.0
        for each in set(qualifiers)
    }
    rows = [(bool(each), each in others, likest[each]) for each in qualifiers]
    return np.array(rows, dtype=np.float64).reshape(-1, len(_QUALIFIER))


def _strings(texts: tuple[str, str, str], titles: Sequence[str], names: Sequence[str]) -> FloatArray:
    text, expanded, longer = texts
    small, small_expanded = normalized(text), normalized(expanded)
    tokens = [
        (
            fuzz.token_set_ratio(small, name) / 100,
            fuzz.token_sort_ratio(small, name) / 100,
            fuzz.token_sort_ratio(small_expanded, name) / 100,
        )
        for name in map(normalized, names)
    ]
    return np.hstack(
        [
            string_features([text, expanded], titles),
            string_features([text, longer], names),
            np.array(tokens, dtype=np.float64).reshape(-1, len(_TOKENS)),
        ]
    )


def _of_mention(text: str, n_candidates: int, *, has_longer: bool) -> FloatArray:
    row = (n_candidates, len(text), text.isupper(), len(text.split()), has_longer)
    return np.tile(np.array(row, dtype=np.float64), (n_candidates, 1))
