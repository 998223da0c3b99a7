"""``POST /api/link``: everything that the library says of a document, as promised."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pairlinking as pl
from pairlinking.interfaces.http.reply_models import LinkReply
from tests.interfaces.http.asking import AUGUSTA, Client

# Names that repeat, that nobody has, empty ones, and all in an order that is not the text's.
REPEATS = "Tiger and Woods met Tiger in Georgia. Xyzzy was there, too, in Georgia."
REPEATED: dict[str, Any] = {
    "text": REPEATS,
    "mentions": [
        {"start": REPEATS.rindex("Georgia"), "end": REPEATS.rindex("Georgia") + 7},
        {"start": 0, "end": 5},
        {"start": 10, "end": 15},
        {"start": 20, "end": 25},
        {"start": 29, "end": 36},
        {"start": 38, "end": 43},
        {"start": 3, "end": 3},
    ],
}


def link(client: Client, request: dict[str, Any]) -> dict[str, Any]:
    reply = client.post("/api/link", json=request)
    assert reply.status_code == 200, reply.text
    LinkReply.model_validate_json(reply.content, strict=True)
    content: dict[str, Any] = reply.json()
    return content


def test_the_papers_example_is_linked_with_its_evidence(client: Client) -> None:
    reply = link(client, AUGUSTA)
    assert [each["entity"]["title"] for each in reply["mentions"]] == [
        "Tiger Woods",
        "2006 Masters Tournament",
        "Augusta, Georgia",
        "Georgia (U.S. state)",
    ]
    assert [each["text"] for each in reply["mentions"]] == ["Wood", "2006 Master", "Augusta", "Georgia"]
    assert reply["options"]["method"] == "pair-linking"
    assert [each["step"] for each in reply["decisions"]] == [1, 2, 3]
    assert reply["mentions"][3]["decided_in_step"] == 1
    assert reply["mentions"][3]["evidence"][0]["entity"]["id"] == "Augusta, Georgia"
    assert len(reply["tree"]) == 3
    assert reply["ms"]["link"] > 0


def test_a_mention_can_be_fixed_to_what_it_means(client: Client) -> None:
    mentions = [{**AUGUSTA["mentions"][0], "fixed": "Natalie Wood"}, *AUGUSTA["mentions"][1:]]
    reply = link(client, {**AUGUSTA, "mentions": mentions})
    assert (reply["mentions"][0]["entity"]["title"], reply["mentions"][0]["confidence"]) == ("Natalie Wood", 1.0)
    compared = client.post("/api/compare", json={"text": AUGUSTA["text"], "mentions": mentions}).json()
    answers = compared["mentions"][0]["answers"].values()
    assert {each["entity"]["title"] for each in answers} == {"Natalie Wood"}
    unknown = client.post("/api/link", json={"text": "Tiger", "mentions": [{"start": 0, "end": 5, "fixed": "Nobody"}]})
    assert unknown.status_code == 422
    assert "Can't find 'Nobody' in the knowledge base" in unknown.json()["error"]["message"]


@pytest.mark.parametrize("method", pl.methods())
@pytest.mark.parametrize("document", [AUGUSTA, REPEATED], ids=["augusta", "repeated"])
def test_the_answer_is_what_the_library_writes(
    client: Client, linker: pl.Linker, method: str, document: dict[str, Any]
) -> None:
    reply = link(client, {**document, "options": {"method": method}})
    expected = linker.with_options(method=method).link(document["text"], document["mentions"]).to_dict()
    del reply["ms"]
    assert reply == json.loads(json.dumps(expected))


def test_without_evidence_there_is_less(client: Client) -> None:
    reply = link(client, {**AUGUSTA, "evidence": False, "candidates": 0})
    assert set(reply) == {"id", "text", "mentions", "ms"}
    assert set(reply["mentions"][0]) == {"start", "end", "text", "entity", "confidence", "local"}


def test_without_mentions_they_are_found(client: Client, linker: pl.Linker) -> None:
    text = "Tiger won the Masters at Augusta, Georgia."
    reply = link(client, {"text": text})
    assert [(each["start"], each["end"]) for each in reply["mentions"]] == linker.spot(text) != []
    assert link(client, {"text": text, "mentions": None})["mentions"] == reply["mentions"]


@pytest.mark.parametrize("request_", [{"text": ""}, {"text": "", "mentions": []}, {"text": "Tiger", "mentions": []}])
def test_nothing_to_link_is_fine(client: Client, request_: dict[str, Any]) -> None:
    reply = link(client, request_)
    assert (reply["mentions"], reply["tree"], reply["decisions"]) == ([], [], [])


def test_offsets_count_code_points(client: Client) -> None:
    text = "😀 Tiger in 𝐀ugusta 😀"
    reply = link(client, {"text": text, "mentions": [{"start": 2, "end": 7}]})
    assert reply["mentions"][0]["text"] == "Tiger"
    assert reply["text"] == text


@pytest.mark.parametrize("name", [None, "d-1", 7, -0.5, True, ["a", {"b": None}], 10**30])
def test_an_id_comes_back_as_it_is(client: Client, name: Any) -> None:
    assert link(client, {**AUGUSTA, "id": name})["id"] == name


def test_other_keys_of_a_mention_do_not_matter(client: Client) -> None:
    mention = {"start": 0, "end": 4, "entity": "gold", "note": [1]}
    assert len(link(client, {**AUGUSTA, "mentions": [mention]})["mentions"]) == 1


def test_options_are_in_force_and_told(client: Client, linker: pl.Linker) -> None:
    options = {"method": "fwbw", "relatedness": "njs", "beta": 0.25, "threshold": 1, "top_k": 2}
    reply = link(client, {**AUGUSTA, "options": options})
    assert reply["options"] == {**options, "threshold": 1.0}
    assert all(each["entity"] is None for each in reply["mentions"])
    assert all(len(each["candidates"]) <= 2 for each in reply["mentions"])
    assert any(candidate["chosen"] for candidate in reply["mentions"][0]["candidates"])
    by_default = link(client, {**AUGUSTA, "options": dict.fromkeys(options)})["options"]
    assert by_default["beta"] == pytest.approx(linker.beta)


@pytest.mark.parametrize("most", [0, 1, 3])
def test_so_many_candidates_come_as_were_asked_for(client: Client, most: int) -> None:
    whole = link(client, AUGUSTA)["mentions"]
    cut = link(client, {**AUGUSTA, "candidates": most})["mentions"]
    assert [each.get("candidates", []) for each in cut] == [each["candidates"][:most] for each in whole]
    assert [each["entity"] for each in cut] == [each["entity"] for each in whole]
