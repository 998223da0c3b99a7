"""Whatever comes in: a clear 4xx in the one shape, and the server goes on."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from fastapi import FastAPI

import pairlinking as pl
from pairlinking.interfaces.http.app import create_app
from pairlinking.interfaces.http.settings import Settings
from tests.interfaces.http.asking import AUGUSTA, Client, ambiguous_names, assert_error

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def small(linker: pl.Linker) -> Iterator[Client]:
    """A client of an app with low limits."""
    with Client(create_app(linker, Settings(body_bytes=2000, text_characters=500, mentions=4, top_k=5))) as client:
        yield client


@pytest.mark.parametrize("path", ["/api/link", "/api/compare"])
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"text=Tiger",
        b"{",
        b'{"text": "Tiger"',
        b"{'text': 'Tiger'}",
        b'{"text": "Tiger"} {}',
        b'{"text": "\xff"}',
        b'{"text": "\xed\xa0\x80"}',
        b'{"text": "\\ud800"}',
        b'{"text": "x", "options": {"beta": NaN}}',
        b'{"text": "x", "options": {"beta": -Infinity}}',
        b'{"text": "x", "id": NaN}',
        b'{"text": "x", "id": ' + b"9" * 5000 + b"}",
        b'{"text": "x", "id": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        '{"text": "Tiger"}'.encode("utf-16"),
        b"\0" * 100,
    ],
)
def test_what_is_no_json_is_refused(client: Client, path: str, body: bytes) -> None:
    assert_error(client.post(path, content=body, headers=JSON), 400, "bad-json")


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ([], None),
        ("Tiger", None),
        ({}, "text"),
        ({"text": None}, "text"),
        ({"text": 7}, "text"),
        ({"text": ["Tiger"]}, "text"),
        ({"text": "x", "mentions": {}}, "mentions"),
        ({"text": "x", "mentions": "x"}, "mentions"),
        ({"text": "x", "mentions": [None]}, "mentions.0"),
        ({"text": "x", "mentions": [[0, 1]]}, "mentions.0"),
        ({"text": "x", "mentions": [{"start": 0, "end": 1}, {"end": 1}]}, "mentions.1.start"),
        ({"text": "x", "mentions": [{"start": "0", "end": 1}]}, "mentions.0.start"),
        ({"text": "x", "mentions": [{"start": True, "end": 1}]}, "mentions.0.start"),
        ({"text": "x", "mentions": [{"start": 0, "end": 0.5}]}, "mentions.0.end"),
        ({"text": "x", "mention": []}, "mention"),
        ({"text": "x", "y" * 5000: 1}, "y" * 100),
        ({"text": "x", "options": []}, "options"),
        ({"text": "x", "options": {"bta": 0.5}}, "options.bta"),
        ({"text": "x", "options": {"local": "prior"}}, "options.local"),
        ({"text": "x", "options": {"beta": "0.5"}}, "options.beta"),
        ({"text": "x", "options": {"beta": 1.01}}, "options.beta"),
        ({"text": "x", "options": {"beta": -1e300}}, "options.beta"),
        ({"text": "x", "options": {"threshold": 2}}, "options.threshold"),
        ({"text": "x", "options": {"top_k": 0}}, "options.top_k"),
        ({"text": "x", "options": {"top_k": 101}}, "options.top_k"),
        ({"text": "x", "options": {"top_k": 10**40}}, "options.top_k"),
        ({"text": "x", "options": {"method": "pagerang"}}, "options.method"),
        ({"text": "x", "options": {"method": "z" * 5000}}, "options.method"),
        ({"text": "x", "options": {"relatedness": "njs+njs"}}, "options.relatedness"),
        ({"text": "x", "options": {"relatedness": "cosine"}}, "options.relatedness"),
        ({"text": "x", "candidates": -1}, "candidates"),
        ({"text": "x", "candidates": 10**30}, "candidates"),
        ({"text": "x", "candidates": 2**63}, "candidates"),
        ({"text": "x", "candidates": True}, "candidates"),
        ({"text": "x", "candidates": "all"}, "candidates"),
    ],
)
def test_a_wrong_value_is_refused_with_its_field(client: Client, content: Any, field: str | None) -> None:
    assert_error(client.post("/api/link", json=content), 422, "bad-value", field)


@pytest.mark.parametrize(
    ("start", "end"), [(-1, 1), (0, 2), (1, 0), (2, 2), (0, 10**18), (-(10**30), 1), (0, 10**4000), (2**63, 2**64)]
)
def test_offsets_outside_the_text_are_refused(client: Client, start: int, end: int) -> None:
    mentions = [{"start": 0, "end": 1}, {"start": start, "end": end}]
    reply = client.post("/api/link", json={"text": "x", "mentions": mentions})
    assert "Mention 1 must lie within the text" in assert_error(reply, 422, "bad-document", "mentions.1")


def test_messages_are_the_librarys_own(client: Client) -> None:
    reply = client.post("/api/link", json={**AUGUSTA, "options": {"method": "pagerang"}})
    assert "Did you mean 'pagerank'? Available: " in assert_error(reply, 422, "bad-value", "options.method")
    reply = client.post("/api/link", json={**AUGUSTA, "options": {"beta": 1.7}})
    message = assert_error(reply, 422, "bad-value", "options.beta")
    assert message == "The 'beta' parameter of Linker must be a float in [0, 1]. Got 1.7 instead."


def test_a_number_that_no_double_holds_is_no_id(client: Client) -> None:
    reply = client.post("/api/link", content=b'{"text": "x", "id": [1e999]}', headers=JSON)
    assert_error(reply, 422, "bad-value", "id")


def test_a_method_that_cannot_solve_so_much_says_so(client: Client, linker: pl.Linker) -> None:
    request = {**ambiguous_names(linker), "options": {"method": "exhaustive"}}
    assert_error(client.post("/api/link", json=request), 422, "problem-too-large")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "application/json-seq"},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
        {"Content-Type": "é".encode("latin-1")},
    ],
)
def test_another_media_type_is_refused(client: Client, headers: dict[str, Any]) -> None:
    reply = client.post("/api/link", content=json.dumps(AUGUSTA).encode(), headers=headers)
    assert_error(reply, 415, "unsupported-media-type")


@pytest.mark.parametrize("media_type", ["application/json; charset=utf-8", "Application/JSON", "application/json;"])
def test_json_may_be_called_in_many_ways(client: Client, media_type: str) -> None:
    content = b"\xef\xbb\xbf" + json.dumps(AUGUSTA).encode()
    assert client.post("/api/link", content=content, headers={"Content-Type": media_type}).status_code == 200


async def chunks(size: int, n: int) -> AsyncIterator[bytes]:
    for _ in range(n):
        yield b" " * size


@pytest.mark.parametrize("n", [3, 12_000])
def test_a_body_that_is_too_large_is_refused_with_and_without_its_length(small: Client, n: int) -> None:
    with_length = small.post("/api/link", content=b" " * 1000 * n, headers=JSON)
    assert "2,000 bytes" in assert_error(with_length, 413, "too-large")
    without = small.post("/api/link", content=chunks(1000, n), headers=JSON)
    assert "transfer-encoding" in without.request.headers
    assert_error(without, 413, "too-large")


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({"text": "x" * 501}, "text"),
        ({"text": "x", "mentions": [{"start": 0, "end": 1}] * 5}, "mentions"),
        ({"text": "Tiger, Augusta, Georgia, Greece, Euro, NASA, Houston."}, "mentions"),
    ],
)
def test_what_is_beyond_a_limit_is_refused(small: Client, content: dict[str, Any], field: str) -> None:
    for path in ("/api/link", "/api/compare"):
        assert_error(small.post(path, json=content), 413, "too-large", field)


def test_a_limit_itself_is_allowed(small: Client) -> None:
    text = "x" * 500
    reply = small.post("/api/link", json={"text": text, "mentions": [{"start": 0, "end": 1}] * 4})
    assert reply.status_code == 200
    assert small.post("/api/link", json={"text": text, "options": {"top_k": 5}}).status_code == 200
    assert_error(
        small.post("/api/link", json={"text": "x", "options": {"top_k": 6}}), 422, "bad-value", "options.top_k"
    )


@pytest.mark.parametrize("path", ["/nowhere", "/api", "/api/", "/api/link/", "/api/../etc/passwd", "/%00", "/docs/x"])
def test_an_unknown_path_is_a_404(client: Client, path: str) -> None:
    assert_error(client.get(path), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/link", "POST"),
        ("DELETE", "/api/info", "GET"),
        ("PATCH", "/api/compare", "POST"),
        ("POST", "/api/entity/Tiger", "GET"),
        ("TRACE", "/api/health", "GET"),
        ("BREW", "/api/health", "GET"),
        ("POST", "/", "GET"),
    ],
)
def test_another_method_is_a_405_that_names_the_right_one(client: Client, method: str, path: str, allowed: str) -> None:
    reply = client.request(method, path)
    assert allowed in assert_error(reply, 405, "method-not-allowed")
    assert allowed in reply.headers["allow"]


def test_a_mistake_of_ours_is_a_500_without_a_trace(linker: pl.Linker, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret of the house, file.py")

    app: FastAPI = create_app(linker)
    monkeypatch.setattr(app.state.service, "linker", fail)
    with Client(app) as client:
        message = assert_error(client.post("/api/link", json=AUGUSTA), 500, "internal")
    assert "secret" not in message


def test_a_knowledge_base_without_vectors_says_so_without_its_folder(linker: pl.Linker) -> None:
    vectors, linker.kb.entity_vectors = linker.kb.entity_vectors, None
    try:
        with Client(create_app(linker.with_options(relatedness="njs"))) as bare:
            reply = bare.post("/api/link", json={**AUGUSTA, "options": {"relatedness": "wlm+ees"}})
    finally:
        linker.kb.entity_vectors = vectors
    assert reply.status_code == 422
    assert "needs vectors" in reply.json()["error"]["message"]
    assert str(linker.kb.path.parent) not in reply.text
