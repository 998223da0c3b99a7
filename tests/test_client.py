"""The client against a real server: what it gives, how it waits, and what it says when there is nobody."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

import pairlinking as pl
from pairlinking.client import Client, Refused, RemoteDocument, ServerGone
from tests.interfaces.http.running import Server, running_server

TEXT = "Tiger won the Masters at Augusta, Georgia."


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server("--workers", 2, "--max-text", 5000) as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with Client(server.url) as client:
        yield client


def titles(document: RemoteDocument | Refused) -> list[str]:
    assert isinstance(document, RemoteDocument)
    return [str(each.entity) for each in document.mentions]


def test_a_text_is_linked_as_the_library_links_it(client: Client) -> None:
    here = pl.load("sample").link(TEXT)
    there = client.link(TEXT)
    assert titles(there) == [str(link.entity) for link in here]
    assert [(each.start, each.end) for each in there.mentions] == [(link.start, link.end) for link in here]
    assert str(there).splitlines()[0].startswith("Tiger -> Tiger Woods (0.")
    assert there.record["mentions"][0]["candidates"]


def test_mentions_and_options_are_sent(server: Server) -> None:
    with Client(server.url, method="fwbw", beta=0.3, candidates=0) as client:
        for document in (
            client.link(TEXT, [(0, 5)]),
            *client.link_all([{"text": TEXT, "mentions": [{"start": 0, "end": 5}], "id": "d-1"}]),
        ):
            assert isinstance(document, RemoteDocument)
            assert [each.text for each in document.mentions] == ["Tiger"]
            assert document.record["options"]["method"] == "fwbw"
            assert document.record["mentions"][0].get("candidates", []) == []
            assert document.id in (None, "d-1")


@pytest.mark.parametrize("connections", [1, 2, 5])
def test_many_documents_come_back_in_order(client: Client, connections: int) -> None:
    texts = [f"Document {number}. {TEXT}" for number in range(300)]
    linked = list(client.link_all(iter(texts), connections=connections))
    assert [each.text for each in linked if isinstance(each, RemoteDocument)] == texts
    assert all("Tiger Woods" in titles(each) for each in linked)


def test_no_more_is_read_than_is_needed(client: Client) -> None:
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        while True:
            read += 1
            yield TEXT

    linked = client.link_all(endless())
    assert titles(next(linked))
    linked.close()  # type: ignore[attr-defined]
    assert read < 300
    assert titles(client.link(TEXT))


def test_a_document_that_is_refused_is_raised_or_kept_in_its_place(client: Client) -> None:
    given: list[Any] = [TEXT, "x" * 6000, {"text": 3, "id": "third"}, TEXT]
    kept = list(client.link_all(given, errors="keep"))
    assert [type(each) for each in kept] == [RemoteDocument, Refused, Refused, RemoteDocument]
    assert isinstance(kept[1], Refused)
    assert (kept[1].code, kept[1].position) == ("too-large", 1)
    with pytest.raises(Refused, match="6,000 characters; 5,000 are allowed") as caught:
        list(client.link_all(given))
    assert caught.value.position == 1


def test_a_single_refusal_has_the_words_of_the_server(server: Server) -> None:
    with Client(server.url, beta=1.7) as client, pytest.raises(Refused, match=r"must be a float in \[0, 1\]") as caught:
        client.link(TEXT)
    assert (caught.value.status, caught.value.code, caught.value.field) == (422, "bad-value", "options.beta")


def test_an_error_of_the_given_documents_is_theirs(client: Client) -> None:
    def broken() -> Iterator[str]:
        yield TEXT
        raise OSError("the file is gone")

    with pytest.raises(OSError, match="the file is gone"):
        list(client.link_all(broken()))


def test_nobody_there_is_said_in_one_sentence() -> None:
    with pytest.raises(ServerGone, match=r"Cannot reach http://127\.0\.0\.1:9: .* Is the server running\?"):
        Client("http://127.0.0.1:9").link("x")
    with pytest.raises(pl.ParameterError, match=r"must be like http://localhost:8080\. Got 'localhost:8080' instead"):
        Client("localhost:8080")


class Moody(BaseHTTPRequestHandler):
    """Busy at first, then breaks off, then answers."""

    protocol_version = "HTTP/1.1"
    asked = 0

    def do_POST(self) -> None:
        """Answer one request."""
        type(self).asked += 1
        lines = self.rfile.read(int(self.headers["Content-Length"])).splitlines()
        records = [{"line": n, "text": json.loads(line)["text"], "mentions": []} for n, line in enumerate(lines, 1)]
        if self.asked == 2:  # the server is about to end
            records[1:] = [{"line": 2, "error": {"code": "stopping", "message": "", "field": None}}]
        body = "".join(json.dumps(each) + "\n" for each in records).encode()
        self.send_response(503 if self.asked == 1 else 200)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_busy_server_is_asked_again_and_one_that_ends_gets_the_rest_later() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Moody) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        with Client(f"http://127.0.0.1:{other.server_port}") as client:
            linked = list(client.link_all(["a", "b", "c"]))
        other.shutdown()
    assert [each.text for each in linked if isinstance(each, RemoteDocument)] == ["a", "b", "c"]
    assert Moody.asked == 3
