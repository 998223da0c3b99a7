"""The linker keeps every mention, takes options by name or object, and says what is wrong with them."""

from __future__ import annotations

import json
import pickle
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pairlinking as pl
from pairlinking.candidates import CandidateList
from pairlinking.errors import (
    DocumentError,
    KnowledgeBaseError,
    MissingVectorsWarning,
    PairLinkingError,
    ParameterError,
    UnknownName,
)
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import Linker, load
from pairlinking.linking.options import LinkerOptions
from pairlinking.types import FloatArray, IntArray
from tests.linking.texts import MENTIONS, TEXT, contents, local_scores, names_of, no_mentions

spans = st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))).map(lambda span: (min(span), max(span)))
# Names as they stand in the text, so that there are candidates; and any other stretch of it.
apart = st.sampled_from([(0, 5), (13, 20), (22, 29), (31, 38), (49, 54), (60, 65), (71, 77), (88, 92)])
named = st.one_of(apart, st.sampled_from([(13, 29), (35, 38), (56, 65)]))


class Half:
    """Half as sure of each candidate as of the one before."""

    def score(self, text: str, spans: Sequence[tuple[int, int]], lists: Sequence[CandidateList]) -> list[FloatArray]:
        """The same for every mention."""
        return [np.ldexp(1.0, -np.arange(len(each))) for each in lists]


class Odd:
    """Relates entities whose numbers are both odd or both even."""

    def score(self, left: int, right: int) -> float:
        """0.8 or 0."""
        return 1.0 if left == right else 0.8 * ((left - right) % 2 == 0)

    def bound(self, left: int, right: int) -> float:
        """Anything goes."""
        return 1.0

    def block(self, lefts: IntArray, rights: IntArray) -> FloatArray:
        """One by one."""
        return np.array([[self.score(a, b) for b in rights.tolist()] for a in lefts.tolist()]).reshape(
            len(lefts), len(rights)
        )


@given(st.lists(st.one_of(named, spans), max_size=10))
def test_every_mention_comes_out_in_its_place(linker: Linker, given_spans: list[tuple[int, int]]) -> None:
    document = linker.link(TEXT, given_spans)
    assert [(link.start, link.end) for link in document] == given_spans
    assert [link.text for link in document] == [TEXT[start:end] for start, end in given_spans]
    told = document.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert len(str(document).splitlines()) == max(len(given_spans), 1)
    assert document._repr_html_()
    assert len(document.tree) == max(len(names_of(document)) - 1, 0)


def assert_same_answers_in_any_order(linker: Linker, given_spans: list[tuple[int, int]], order: list[int]) -> None:
    document = linker.link(TEXT, given_spans)
    shuffled = linker.link(TEXT, [given_spans[at] for at in order])
    for link, at in zip(shuffled, order, strict=True):
        assert link.entity == document[at].entity
        assert link.confidence == document[at].confidence
        assert contents(link.candidates) == contents(document[at].candidates)
        assert {e.entities for e in link.evidence} == {e.entities for e in document[at].evidence}


@given(st.sets(apart).map(sorted), st.randoms(use_true_random=False))
def test_the_order_of_mentions_changes_no_answer(linker: Linker, chosen: list[tuple[int, int]], random: Any) -> None:
    assert_same_answers_in_any_order(linker, chosen, random.sample(range(len(chosen)), len(chosen)))


@given(st.lists(st.one_of(named, spans), max_size=10), st.randoms(use_true_random=False))
def test_the_order_of_overlapping_mentions_changes_no_answer(
    linker: Linker, chosen: list[tuple[int, int]], random: Any
) -> None:
    assert_same_answers_in_any_order(linker, chosen, random.sample(range(len(chosen)), len(chosen)))


def test_the_same_mention_given_twice_is_scored_alike(linker: Linker) -> None:
    document = linker.link(TEXT, [(0, 5), (0, 5)])
    assert contents(document[0].candidates) == contents(document[1].candidates)


def test_a_mention_within_another_does_not_change_the_words_of_a_third(linker: Linker) -> None:
    alone = linker.link(TEXT, [(0, 5), (13, 29)])
    beside = linker.link(TEXT, [(0, 5), (13, 29), (13, 20), (13, 20), (13, 20), (22, 29)])
    assert local_scores(beside[0].candidates) == local_scores(alone[0].candidates)


def test_links_of_the_example(linker: Linker) -> None:
    document = linker.with_options(threshold=0.0).link(
        "The Sun reported that Greece will leave the Euro.", ["The Sun", "Greece", "Euro"]
    )
    assert [str(link.entity) for link in document] == ["The Sun (United Kingdom)", "Greece", "Euro"]


def test_mentions_in_all_forms_are_linked_alike(linker: Linker) -> None:
    text = "Tiger won at Augusta."
    forms: list[Any] = [
        ["Tiger", "Augusta"],
        [(0, 5), (13, 20)],
        [{"start": 0, "end": 5}, {"start": 13, "end": 20}],
        np.array([[0, 5], [13, 20]]),
    ]
    told = [linker.link(text, form).to_dict() for form in forms]
    told.append(linker.link_document({"text": text, "mentions": forms[2]}).to_dict())
    assert all(each == told[0] for each in told)
    json.dumps(told)


def test_a_text_that_is_none_is_refused(linker: Linker) -> None:
    for text in (None, 3, b"Tiger"):
        with pytest.raises(DocumentError, match="must be a string"):
            linker.link(text, [])  # type: ignore[arg-type]


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "near"),
    [("betta", "beta"), ("topk", "top_k"), ("methods", "method"), ("treshold", "threshold"), ("workers", "")],
)
def test_an_unknown_option_is_told_with_what_comes_near(linker: Linker, name: str, near: str) -> None:
    options: dict[str, Any] = {name: 1}
    with pytest.raises(TypeError, match=name):
        load(linker.kb, **options)
    makers: list[Callable[[], object]] = [
        lambda: LinkerOptions.of(options),
        lambda: linker.with_options(**options),
    ]
    for make in makers:
        with pytest.raises(ParameterError) as caught:
            make()
        assert f"'{name}'" in str(caught.value)
        assert (f"Did you mean {near!r}?" if near else "It takes: method, relatedness") in str(caught.value)


@pytest.mark.parametrize(
    ("option", "value", "near"),
    [
        ("method", "pair-linkin", "pair-linking"),
        ("method", "pagerang", "pagerank"),
        ("relatedness", "nsj", "njs"),
        ("relatedness", "njs+eez", "njs+ees"),
        ("local", "bosted", "boosted"),
        ("local", "priors", "prior"),
    ],
)
def test_an_unknown_name_is_told_with_what_comes_near(linker: Linker, option: str, value: str, near: str) -> None:
    with pytest.raises(UnknownName, match="Did you mean") as caught:
        linker.with_options(**{option: value})
    assert repr(near) in str(caught.value)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("beta", 1.1),
        ("beta", -0.1),
        ("beta", float("nan")),
        ("beta", "0.5"),
        ("beta", True),
        ("threshold", 2),
        ("threshold", "none"),
        ("top_k", 0),
        ("top_k", 1.5),
        ("top_k", None),
        ("spotter", 1.5),
        ("spotter", "spacy"),
    ],
)
def test_a_value_out_of_range_is_refused_with_its_name(linker: Linker, option: str, value: Any) -> None:
    with pytest.raises(ParameterError, match=repr(option)) as caught:
        linker.with_options(**{option: value})
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("method", 3),
        ("local", 3),
        ("local", None),
        ("relatedness", 3),
        ("trimmer", None),
        ("expander", "x"),
    ],
)
def test_an_object_that_cannot_do_the_work_is_refused_at_once(linker: Linker, option: str, value: Any) -> None:
    with pytest.raises(PairLinkingError, match=option):
        linker.with_options(**{option: value})


def test_an_empty_name_of_a_measure_is_unknown(linker: Linker) -> None:
    with pytest.raises(UnknownName):
        linker.with_options(relatedness="")


def test_numbers_of_numpy_are_options(linker: Linker) -> None:
    own = linker.with_options(beta=np.float32(0.5), top_k=np.int64(3), threshold=np.float64(0))
    document = own.link(TEXT, MENTIONS)
    assert all(len(link.candidates) <= 3 for link in document)
    json.dumps(document.to_dict())


@pytest.mark.parametrize("method", [name for name in pl.methods() if name != "exhaustive"])
def test_all_methods_link_all_mentions(linker: Linker, method: str) -> None:
    document = linker.with_options(method=method, threshold=0.0).link(f"Zzyzx. {TEXT}", ["Zzyzx", *MENTIONS])
    assert document[0].entity is None
    assert all(link.entity is not None for link in document[1:])
    assert document.method == method
    assert method in repr(document)
    json.dumps(document.to_dict())


@pytest.mark.parametrize("relatedness", ["wlm", "njs", "ees", "njs+ees"])
def test_all_measures_link(linker: Linker, relatedness: str) -> None:
    own = linker.with_options(relatedness=relatedness)
    assert relatedness in repr(own)
    assert len(own.link(TEXT, MENTIONS).to_dict()["mentions"]) == len(MENTIONS)


@pytest.mark.parametrize("beta", [0.0, 1.0])
def test_beta_at_its_ends(linker: Linker, beta: float) -> None:
    document = linker.with_options(beta=beta, threshold=0.0).link(TEXT, MENTIONS)
    assert all(0 <= link.confidence <= 1 for link in document)
    assert len(document.tree) == 6
    if beta == 0:
        best = [link.candidates[0] for link in document if link.text != "Tiger"]
        assert [link.best for link in document if link.text != "Tiger"] == best


def test_threshold_at_its_ends(linker: Linker) -> None:
    all_linked = linker.with_options(threshold=0.0).link(TEXT, MENTIONS)
    assert all(link.entity is not None for link in all_linked)
    none_linked = linker.with_options(threshold=1.0).link(TEXT, MENTIONS)
    assert all((link.entity is not None) == (link.local == 1.0) for link in none_linked)
    assert none_linked.solution.choice.tolist() == all_linked.solution.choice.tolist()
    for link in none_linked:
        if link.entity is None:
            assert "not linked (best guess:" in str(link)


def test_a_confidence_as_high_as_the_threshold_is_enough(linker: Linker) -> None:
    document = linker.link("Tiger", ["Tiger"])
    exact = linker.with_options(threshold=document[0].confidence).link("Tiger", ["Tiger"])
    assert exact[0].entity is not None


def test_one_candidate_only(linker: Linker) -> None:
    document = linker.with_options(top_k=1).link(f"Zzyzx {TEXT}", ["Zzyzx", *MENTIONS])
    assert [len(link.candidates) for link in document] == [0] + [1] * len(MENTIONS)


def test_more_candidates_hold_fewer(linker: Linker) -> None:
    few, many = (linker.with_options(top_k=k).link(TEXT, MENTIONS) for k in (2, 500))
    for one, other in zip(few, many, strict=True):
        assert {each.entity for each in one.candidates} <= {each.entity for each in other.candidates}


def test_the_prior_as_local_confidence(linker: Linker) -> None:
    own = linker.with_options(local="prior")
    assert own.threshold == 0.0
    for link in own.link(TEXT, MENTIONS):
        assert all(each.local == each.prior for each in link.candidates)


def test_a_scorer_of_ones_own(linker: Linker) -> None:
    own = linker.with_options(local=Half())
    assert own.threshold == 0.0
    for link in own.link(TEXT, MENTIONS):
        scores = sorted((each.local for each in link.candidates), reverse=True)
        assert scores == [0.5**at for at in range(len(link.candidates))]


@pytest.mark.parametrize(
    "scores",
    [lambda n: np.full(n, 1.5), lambda n: np.full(n, np.nan), lambda n: np.full(n + 1, 0.5), lambda n: np.full(n, "a")],
)
def test_scores_that_are_none_are_refused(linker: Linker, scores: Any) -> None:
    class Wrong:
        def score(self, text: str, spans: Any, lists: Sequence[CandidateList]) -> list[Any]:
            return [scores(len(each)) for each in lists]

    with pytest.raises(PairLinkingError):
        linker.with_options(local=Wrong()).link(TEXT, MENTIONS)


def test_a_measure_of_ones_own(linker: Linker) -> None:
    document = linker.with_options(relatedness=Odd(), threshold=0.0).link(TEXT, MENTIONS)
    assert {pair.relatedness for pair in document.tree} <= {0.0, 0.8, 1.0}
    assert "Odd" in repr(linker.with_options(relatedness=Odd()))
    assert str(document.explain(0))
    json.dumps(document.to_dict())


def test_a_function_is_no_measure(linker: Linker) -> None:
    with pytest.raises(ParameterError, match="'score', 'bound' and 'block'"):
        linker.with_options(relatedness=Odd().score)


def test_a_spotter_of_ones_own(linker: Linker) -> None:
    own = linker.with_options(spotter=lambda text: [(13, 20), (0, 5)])
    assert [link.text for link in own.link(TEXT)] == ["Tiger", "Augusta"]
    assert [link.text for link in own.link(TEXT, ["Greece"])] == ["Greece"]
    assert len(own.link(TEXT, [])) == 0


@pytest.mark.parametrize(
    "spots",
    [np.array([[0, 5], [13, 20]]), [(np.int64(0), np.int64(5)), (13, 20)], ["Tiger", "Augusta"], [[0, 5], [13, 20]]],
    ids=["array", "numpy", "words", "lists"],
)
def test_a_spotter_may_give_mentions_in_any_form(linker: Linker, spots: Any) -> None:
    document = linker.with_options(spotter=lambda text: spots).link(TEXT)
    assert list(document.spans) == [(0, 5), (13, 20)]
    json.dumps(document.to_dict())


def test_a_spot_out_of_range_is_refused(linker: Linker) -> None:
    with pytest.raises(DocumentError):
        linker.with_options(spotter=lambda text: [(0, len(text) + 1)]).link(TEXT)


def test_the_usual_spotter_finds_names(kb: KnowledgeBase) -> None:
    document = Linker(kb).link("Tiger Woods won at Augusta.")
    assert [link.text for link in document] == ["Tiger Woods", "Augusta"]
    assert len(Linker(kb, spotter=1.0).link(TEXT)) <= len(Linker(kb, spotter=0.0).link(TEXT))
    assert len(Linker(kb).link("")) == 0


def test_own_trimmer_and_expander(linker: Linker) -> None:
    own = linker.with_options(trimmer=lambda surface: ["Greece"], threshold=0.0)
    assert str(own.link("Zzyzx", ["Zzyzx"])[0].entity) == "Greece"
    own = linker.with_options(expander=lambda surfaces: ["Greece"] * len(surfaces), threshold=0.0)
    assert str(own.link("Zzyzx", ["Zzyzx"])[0].entity) == "Greece"
    assert linker.link("Zzyzx", ["Zzyzx"])[0].best is None


# --- sharing ---------------------------------------------------------------------------------------------------------


def test_other_options_leave_the_linker_as_it_was(linker: Linker) -> None:
    before = linker.link(TEXT, MENTIONS).to_dict()
    other = linker.with_options(beta=0.9, method="local", top_k=2, threshold=0.9)
    assert (other.beta, other.method, other.threshold, other.options.top_k) == (0.9, "local", 0.9, 2)
    assert other.kb is linker.kb
    assert other.models is linker.models
    assert other.options.spotter is no_mentions
    assert linker.link(TEXT, MENTIONS).to_dict() == before
    assert (
        other.with_options(beta=None, method="pair-linking", top_k=20, threshold=None).link(TEXT, MENTIONS).to_dict()
        == before
    )


def test_several_linkers_on_one_knowledge_base(kb: KnowledgeBase, linker: Linker) -> None:
    others = [Linker(kb, spotter=no_mentions, method=method) for method in ("local", "pair-linking")]
    assert others[1].link(TEXT, MENTIONS).to_dict() == linker.link(TEXT, MENTIONS).to_dict()
    assert load(kb, spotter=no_mentions).kb is kb
    assert load(str(kb.path), spotter=no_mentions).link(TEXT, MENTIONS).to_dict() == (
        linker.link(TEXT, MENTIONS).to_dict()
    )


def test_eight_threads_get_the_answers_of_one(linker: Linker) -> None:
    texts = [f"{name}. {TEXT}" for name in ("Tiger", "Euro", "Georgia", "Zzyzx", "Sun", "Woods")] * 4
    expected = [linker.link(text, MENTIONS).to_dict() for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda text: linker.link(text, MENTIONS).to_dict(), texts)) == expected
    document = linker.link(TEXT, MENTIONS)
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: str(document.tree) + str(document), range(64)))) == 1


def test_a_linker_goes_to_another_process_by_path(linker: Linker) -> None:
    packed = pickle.dumps(linker.with_options(beta=0.7, method="fwbw"))
    assert len(packed) < 10_000
    again = pickle.loads(packed)
    assert (again.beta, again.method) == (0.7, "fwbw")
    assert (
        again.link(TEXT, MENTIONS).to_dict()
        == linker.with_options(beta=0.7, method="fwbw").link(TEXT, MENTIONS).to_dict()
    )


def test_a_linker_of_a_relative_path_can_be_opened_from_elsewhere(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bare.parent)
    packed = pickle.dumps(load("kb", relatedness="njs", spotter=no_mentions))
    monkeypatch.chdir(tmp_path)
    pickle.loads(packed)


# --- knowledge bases -------------------------------------------------------------------------------------------------


def test_without_vectors_njs_takes_their_place_and_says_so(bare: Path) -> None:
    with pytest.warns(MissingVectorsWarning, match="njs") as caught:
        linker = load(bare, spotter=no_mentions)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert str(bare) in str(caught[0].message)
    assert "njs" in repr(linker)
    document = linker.link("Tiger at Augusta", ["Tiger", "Augusta"])
    assert [len(link.candidates) for link in document] == [2, 2]


@pytest.mark.parametrize("relatedness", ["njs", "wlm"])
def test_without_vectors_what_needs_none_is_no_cause_for_a_warning(bare: Path, relatedness: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load(bare, spotter=no_mentions, relatedness=relatedness)


@pytest.mark.parametrize("relatedness", ["ees", "njs+ees"])
def test_without_vectors_what_needs_them_is_refused(bare: Path, relatedness: str) -> None:
    with pytest.raises(PairLinkingError, match="vectors"):
        load(bare, spotter=no_mentions, relatedness=relatedness)


def test_the_warning_comes_once(bare: Path) -> None:
    with pytest.warns(MissingVectorsWarning):
        linker = load(bare, spotter=no_mentions)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        linker.with_options(beta=0.3)


def test_a_folder_that_is_no_knowledge_base_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError):
        load(tmp_path / "nothing")


def test_a_wrong_option_is_reported_before_the_knowledge_base_is_opened(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="'beta'"):
        load(tmp_path / "nothing", beta=1.3)


def test_the_linker_spells_out_every_option() -> None:
    spelled = {name: each.default for name, each in signature(Linker).parameters.items() if name != "kb"}
    assert spelled.pop("preset") is None  # a name for several options
    assert spelled == {each.name: each.default for each in fields(LinkerOptions)}
    assert all(each.kind is each.KEYWORD_ONLY for name, each in signature(load).parameters.items() if name != "kb")


def test_options_are_known_by_their_names() -> None:
    assert LinkerOptions.of({}) == LinkerOptions()
    assert LinkerOptions.of({"beta": 0.3}).beta == 0.3
