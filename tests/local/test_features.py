"""Rows of features: one per candidate, right by hand on small cases."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from pairlinking.building import open_sample
from pairlinking.candidates import CandidateGenerator
from pairlinking.kb import KnowledgeBase
from pairlinking.local import Featurizer, PriorScorer
from pairlinking.local.context import WordContexts, tokenize

TEXT = "Tiger won the Masters at Augusta. Woods was happy."
SPANS = [(0, 5), (14, 21), (25, 32), (34, 39)]


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return open_sample()


def test_one_row_per_candidate_and_one_name_per_column(kb: KnowledgeBase) -> None:
    featurizer = Featurizer(kb)
    lists = CandidateGenerator(kb).generate([TEXT[start:end] for start, end in SPANS])
    rows = featurizer.features(TEXT, SPANS, lists)
    assert rows.shape == (sum(map(len, lists)), len(featurizer.names))
    assert np.isfinite(rows).all()
    np.testing.assert_allclose(rows[:, featurizer.names.index("prior")], np.concatenate([each.prior for each in lists]))


def test_context_prefers_the_golfer(kb: KnowledgeBase) -> None:
    featurizer = Featurizer(kb)
    lists = CandidateGenerator(kb).generate(["Tiger"])
    rows = featurizer.features(TEXT, SPANS[:1], lists)
    context = dict(
        zip((kb.title(int(e)) for e in lists[0].entities), rows[:, featurizer.names.index("context")], strict=True)
    )
    assert context["Tiger Woods"] > context["Tiger"]
    assert context["Tiger Woods"] > context["Tiger Beer"]


def test_a_document_without_mentions_or_candidates_has_no_rows(kb: KnowledgeBase) -> None:
    featurizer = Featurizer(kb)
    assert featurizer.features("", [], []).shape == (0, len(featurizer.names))
    lists = CandidateGenerator(kb).generate(["Zzyzx"])
    assert len(featurizer.features("Zzyzx", [(0, 5)], lists)) == 0


def test_a_pages_own_link_does_not_make_an_entity_popular(kb: KnowledgeBase) -> None:
    featurizer = Featurizer(kb)
    lists = CandidateGenerator(kb).generate(["Tiger"])
    at = featurizer.names.index("popularity")
    plain = featurizer.features(TEXT, SPANS[:1], lists)[:, at]
    without = featurizer.features(TEXT, SPANS[:1], lists, own=[int(lists[0].entities[0])])[:, at]
    assert np.expm1(plain[0]) - np.expm1(without[0]) == pytest.approx(1)
    np.testing.assert_array_equal(plain[1:], without[1:])


def made_up_contexts(n_words: int) -> WordContexts:
    """Words "w0", "w1" and so on, each with a direction of its own and all equally common."""
    known = {f"w{at}": at for at in range(n_words)}
    words = SimpleNamespace(
        ids=lambda tokens: np.array([known.get(token, -1) for token in tokens], dtype=np.int64),
        vectors=np.eye(n_words, dtype=np.float16),
        counts=np.ones(n_words, dtype=np.int64),
    )
    return WordContexts(cast(KnowledgeBase, SimpleNamespace(words=words)))


def test_context_is_the_words_around_without_the_mention() -> None:
    document = tokenize("w0 unknown w1 w2 w3", [(11, 13)])
    one, whole, none = made_up_contexts(4).around(document, (1, None, 0))
    np.testing.assert_allclose(one[:, :4], [[0.5**0.5, 0, 0.5**0.5, 0]])
    np.testing.assert_allclose(whole[:, :4], [[3**-0.5, 0, 3**-0.5, 3**-0.5]])
    assert not none.any()


def test_contexts_do_not_depend_on_the_blocks_they_are_summed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(f"w{at % 7}" for at in range(40))
    document = tokenize(text, [(0, 2), (6, 11), (9, 14), (60, 62), (117, 119)])
    contexts = made_up_contexts(7)
    whole = contexts.around(document, (3, None))
    monkeypatch.setattr("pairlinking.local.context._BLOCK", 5)
    for expected, found in zip(whole, contexts.around(document, (3, None)), strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-12)


def test_a_rare_word_weighs_more(kb: KnowledgeBase) -> None:
    assert kb.words is not None
    counts = kb.words.counts
    common, rare = (kb.words._trie.restore_key(int(at)) for at in (np.argmax(counts), np.argmin(counts)))
    (context,) = WordContexts(kb).around(tokenize(f"{common} {rare} mention", [(0, 0)]), (None,))
    vectors = (kb.words.get(word) for word in (common, rare))
    of_common, of_rare = (
        context[0, : len(vector)] @ vector / np.linalg.norm(vector) for vector in vectors if vector is not None
    )
    assert of_rare > of_common


def test_the_prior_is_a_scorer_and_an_earlier_mention_speaks_only_for_the_unknown(kb: KnowledgeBase) -> None:
    text, spans = "Augusta, Georgia. Georgia. Zzyzx of Georgia. Zzyzx.", [(0, 16), (18, 25), (27, 43), (45, 50)]
    lists = CandidateGenerator(kb, expander=_last_longer).generate([text[start:end] for start, end in spans])
    scores = PriorScorer().score(text, spans, lists)
    best = [kb.title(int(each.entities[int(np.argmax(score))])) for each, score in zip(lists, scores, strict=True)]
    assert best[1] != best[0]
    assert lists[3].match == "expanded"
    assert scores[3].any()


def _last_longer(surfaces: Sequence[str]) -> list[str | None]:
    return [None, "Augusta, Georgia", None, "Euro"]
