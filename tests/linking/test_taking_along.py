"""Linked documents outside the linker: by name, in data frames, notebooks, other processes and copies."""

from __future__ import annotations

import copy
import json
import pickle
import sys

import pytest

from pairlinking.errors import MissingExtra, UnknownName
from pairlinking.linking import LinkedDocument, Linker
from tests.linking.conftest import SCRIPT
from tests.linking.test_html import OURS, Shown
from tests.linking.texts import MENTIONS, TEXT


def test_a_mention_is_found_by_its_text(document: LinkedDocument) -> None:
    assert document["Woods"] == document[4]
    assert document["Tiger"].number == 0
    with pytest.raises(UnknownName, match="Did you mean 'Augusta'"):
        document["Agusta"]


def test_links_are_the_mentions_with_an_entity(linker: Linker) -> None:
    document = linker.link(f"Zzyzx! {TEXT}", ["Zzyzx", *MENTIONS])
    assert document.mentions == list(document)
    assert document.links == [link for link in document if link.entity is not None]
    assert 0 < len(document.links) < len(document)


def test_json_holds_what_the_dict_does(document: LinkedDocument) -> None:
    assert json.loads(document.to_json()) == document.to_dict()
    assert json.loads(document.to_json(evidence=False, candidates=1, indent=2)) == (
        document.to_dict(evidence=False, candidates=1)
    )


@pytest.mark.parametrize("relatedness", ["njs", "ees", "njs+ees"])
def test_a_copy_or_what_another_process_gets_says_the_same(linker: Linker, relatedness: str) -> None:
    document = linker.with_options(relatedness=relatedness).link(TEXT, MENTIONS)
    _ = document.tree  # what was computed before is not sent
    sent = pickle.loads(pickle.dumps(document))
    copied = copy.deepcopy(document)
    assert sent.to_dict() == copied.to_dict() == document.to_dict()
    assert copied.kb is document.kb
    assert len(pickle.dumps(document)) < 20_000


def test_what_is_written_can_be_changed_without_harm(linker: Linker) -> None:
    first, second = (linker.link(TEXT, MENTIONS).to_dict() for _ in range(2))
    for mention in first["mentions"]:
        for entity in (mention["entity"], *(each["supporter"] for each in mention["candidates"])):
            (entity or {})["title"] = "changed"
    assert linker.link(TEXT, MENTIONS).to_dict() == second


def test_a_data_frame_has_a_row_a_mention(linker: Linker) -> None:
    pytest.importorskip("pandas")
    document = linker.link("Zzyzx at Augusta", ["Zzyzx", "Augusta"])
    frame = document.to_dataframe()
    assert list(frame.columns) == ["start", "end", "text", "id", "title", "url", "confidence", "local"]
    assert frame["text"].tolist() == ["Zzyzx", "Augusta"]
    assert frame["confidence"].isna().tolist() == [link.entity is None for link in document]
    assert len(linker.link("", []).to_dataframe().columns) == 8


def test_without_pandas_it_says_how_to_get_it(document: LinkedDocument, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match="pip install pandas"):
        document.to_dataframe()


def test_an_explanation_is_a_table_with_the_choice_in_bold(document: LinkedDocument) -> None:
    explanation = document.explain("Georgia")
    shown = Shown(explanation._repr_html_())
    assert shown.tags.count("tr") == 1 + len(explanation.candidates)
    assert [data for place, data in shown.text if "b" in place] == [str(explanation.link.entity)]


def test_a_comparison_is_a_table_with_differences_in_bold(linker: Linker) -> None:
    compared = linker.compare(TEXT, MENTIONS)
    shown = Shown(compared._repr_html_())
    assert shown.tags.count("tr") == 1 + len(MENTIONS)
    assert shown.tags.count("th") == 1 + len(compared.groups)
    assert shown.tags.count("b") == len(compared.differences) * (1 + len(compared.groups))


def test_explanations_and_comparisons_escape_what_they_show(hostile: Linker) -> None:
    text = f"{SCRIPT} <b>Tiger</b> & Rome"
    mentions = [SCRIPT, "Tiger", "Rome"]
    document, compared = hostile.link(text, mentions), hostile.compare(text, mentions)
    for page in (compared._repr_html_(), *(document.explain(link)._repr_html_() for link in document)):
        assert set(Shown(page).tags) <= {*OURS, "b"}
        assert "<script" not in page


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "//x.org", "https://x.org/a"])
def test_only_addresses_of_the_web_become_links(linker: Linker, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(linker.kb), "url", lambda self, entity: url)
    document = linker.with_options(threshold=0.0).link("Tiger at Augusta", ["Tiger", "Augusta"])
    compared = linker.with_options(threshold=0.0).compare("Tiger at Augusta", ["Tiger", "Augusta"])
    for page in (document._repr_html_(), document.explain(0)._repr_html_(), compared._repr_html_()):
        assert ("a" in Shown(page).tags) == url.startswith("https")
