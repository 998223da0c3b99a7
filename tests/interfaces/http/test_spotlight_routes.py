"""Spotlight's calls: what its clients send, and what they look at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

import pairlinking as pl
from pairlinking.interfaces.http.app import create_app
from pairlinking.interfaces.http.gate import Gate
from pairlinking.interfaces.http.settings import Settings
from tests.interfaces.http.asking import Client, assert_error

TEXT = "Tiger won the Masters at Augusta, Georgia."
NAMES = ["Tiger_Woods", "Masters_Tournament", "Augusta,_Georgia"]
KEYS = ["@URI", "@support", "@types", "@surfaceForm", "@offset", "@similarityScore", "@percentageOfSecondRank"]


def get(client: Client, **parameters: Any) -> httpx.Response:
    return client.get("/rest/annotate", params=parameters, headers={"accept": "application/json"})


def resources(reply: httpx.Response) -> list[dict[str, str]]:
    assert reply.status_code == 200, reply.text
    found: list[dict[str, str]] = reply.json()["Resources"]
    return found


def test_the_answer_has_spotlights_shape(client: Client) -> None:
    reply = get(client, text=TEXT, confidence=0.3, support=2)
    content = reply.json()
    assert {key: content[key] for key in content if key != "Resources"} == {
        "@text": TEXT,
        "@confidence": "0.3",
        "@support": "2",
        "@types": "",
        "@sparql": "",
        "@policy": "whitelist",
    }
    assert reply.headers["content-type"] == "application/json"
    for each in resources(reply):
        assert list(each) == KEYS
        assert {type(value) for value in each.values()} == {str}


def test_the_links_are_those_of_the_linker(client: Client, linker: pl.Linker) -> None:
    found = resources(get(client, text=TEXT))
    linked = linker.link(TEXT)
    assert [each["@URI"] for each in found] == ["http://dbpedia.org/resource/" + name for name in NAMES]
    assert [(int(each["@offset"]), each["@surfaceForm"]) for each in found] == [
        (link.start, link.text) for link in linked
    ]
    assert [float(each["@similarityScore"]) for each in found] == [round(link.confidence, 6) for link in linked]
    kb = linker.kb
    for each, link in zip(found, linked, strict=True):
        assert link.entity is not None
        assert int(each["@support"]) == len(kb.in_links(kb.find(link.entity.id)))
    first = sorted((each.local for each in linked[0].candidates), reverse=True)
    assert float(found[0]["@percentageOfSecondRank"]) == round(first[1] / first[0], 6)
    assert found[2]["@percentageOfSecondRank"] == "0.0"  # there is no second one


def test_a_client_like_spacys_finds_its_spans(client: Client) -> None:
    """It takes the offset and the length of the form for a slice of its text, of which emoji must not move a thing."""
    text = "😀😀 " + TEXT
    for each in resources(get(client, text=text)):
        start = int(each["@offset"])
        assert text[start : start + len(each["@surfaceForm"])] == each["@surfaceForm"]


def test_a_client_like_pyspotlight_posts_a_form(client: Client) -> None:
    form = {
        "confidence": "0.0",
        "support": "0",
        "spotter": "Default",
        "disambiguator": "Default",
        "policy": "whitelist",
        "coreferenceResolution": "True",
        "types": "",
        "sparql": "",
        "text": TEXT,
    }
    reply = client.post("/rest/annotate", data=form, headers={"accept": "application/json"})
    assert resources(reply) == resources(get(client, text=TEXT))


def test_a_form_of_all_letters_is_read(client: Client) -> None:
    text = "Köln & Ulm = 100% + 😀; Tiger?\r\n"
    assert client.post("/rest/annotate", data={"text": text}).json()["@text"] == text


def test_a_post_may_have_its_parameters_in_the_address(client: Client) -> None:
    reply = client.post("/rest/annotate", params={"confidence": "0.99"}, data={"text": TEXT})
    assert (reply.json()["@confidence"], resources(reply)) == ("0.99", [])


def test_confidence_and_support_are_thresholds(client: Client) -> None:
    everything = resources(get(client, text=TEXT))
    score = max(float(each["@similarityScore"]) for each in everything) - 1e-6  # it is rounded
    support = max(int(each["@support"]) for each in everything)
    sure = resources(get(client, text=TEXT, confidence=score))
    assert sure == [each for each in everything if float(each["@similarityScore"]) >= score]
    assert resources(get(client, text=TEXT, support=support)) == [
        each for each in everything if int(each["@support"]) >= support
    ]
    assert 0 < len(sure) < len(everything)


def test_resources_are_there_even_if_empty(client: Client) -> None:
    assert resources(get(client, text="Nothing of this is known here.", confidence=1)) == []


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "application/*", "text/html, */*;q=0.1"])
def test_json_is_sent_unless_it_is_not_wanted(client: Client, accept: str | None) -> None:
    headers = {} if accept is None else {"accept": accept}
    assert client.get("/rest/annotate", params={"text": TEXT}, headers=headers).status_code == 200


@pytest.mark.parametrize("accept", ["text/html", "text/xml", "application/ld+json, text/turtle"])
def test_other_forms_are_refused(client: Client, accept: str) -> None:
    for method in ("GET", "POST"):
        arguments: dict[str, Any] = {"params" if method == "GET" else "data": {"text": TEXT}}
        reply = client.request(method, "/rest/annotate", headers={"accept": accept}, **arguments)
        assert "application/json" in assert_error(reply, 406, "not-acceptable")


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("text", "", "'text' is missing or empty"),
        ("text", " \n", "'text' is missing or empty"),
        ("confidence", "2", "Got '2' instead"),
        ("confidence", "-1", "Got '-1' instead"),
        ("confidence", "nan", "Got 'nan' instead"),
        ("confidence", "high", "Got 'high' instead"),
        ("support", "-3", "Got '-3' instead"),
        ("support", "1.5", "Got '1.5' instead"),
        ("support", "9" * 5000, "instead"),
        ("url", "http://example.org", "Send the text itself"),
        ("types", "DBpedia:Person", "filtered by type"),
        ("sparql", "select", "SPARQL filters are not supported"),
    ],
)
def test_what_cannot_be_honoured_is_refused(client: Client, field: str, value: str, expected: str) -> None:
    form = {"text": TEXT, field: value}
    replies = [client.post("/rest/annotate", data=form)]
    if len(value) < 100:
        replies.append(get(client, **form))
    for reply in replies:
        assert expected in assert_error(reply, 422, "bad-value", field)


def test_a_missing_text_is_told(client: Client) -> None:
    assert_error(get(client), 422, "bad-value", "text")
    assert_error(client.post("/rest/annotate", data={"txt": TEXT}), 422, "bad-value", "text")


@pytest.mark.parametrize("body", [b"text=%ff", b"text=\xff", b"&".join([b"a=b"] * 100)])
def test_what_is_no_form_is_refused(client: Client, body: bytes) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert_error(client.post("/rest/annotate", content=body, headers=headers), 400, "bad-form")


@pytest.mark.parametrize("media_type", ["application/json", "text/plain", "multipart/form-data; boundary=x"])
def test_other_bodies_are_refused(client: Client, media_type: str) -> None:
    reply = client.post("/rest/annotate", content=b"text=Tiger", headers={"content-type": media_type})
    assert_error(reply, 415, "unsupported-media-type")


def test_limits_are_kept(linker: pl.Linker) -> None:
    with Client(create_app(linker, Settings(text_characters=50, mentions=2, body_bytes=200))) as client:
        assert_error(get(client, text="a" * 51), 413, "too-large", "text")
        assert_error(get(client, text=TEXT), 413, "too-large", "mentions")
        assert_error(client.post("/rest/annotate", data={"text": "a" * 200}), 413, "too-large")


def test_long_texts_wait_in_the_line_of_long_ones(
    client: Client, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate: Gate = app.state.service.gate
    run, sizes = gate.run, []

    def noted(job: Callable[[], object], size: int = 0) -> Awaitable[object]:
        sizes.append(size)
        return run(job, size)

    monkeypatch.setattr(gate, "run", noted)
    text = "Tiger slept. " * 20
    assert client.post("/rest/annotate", data={"text": text}).status_code == 200
    assert sizes == [len(text)]


def test_the_schema_tells_of_both_ways(app: FastAPI) -> None:
    described = app.openapi()["paths"]["/rest/annotate"]
    assert {each["name"] for each in described["get"]["parameters"]} == {"text", "confidence", "support"}
    assert list(described["post"]["requestBody"]["content"]) == ["application/x-www-form-urlencoded"]
