"""``/api/link/batch``: every line has its answer, whatever is in it, and nothing is done for a client that has gone."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pairlinking.interfaces.http.reply_models import BatchReply
from tests.interfaces.http.asking import AUGUSTA, Client, assert_error, exchange, receive
from tests.interfaces.http.conftest import IMPATIENT
from tests.interfaces.http.running import H11, SLOW_METHOD, Server, running_server

PATH = "/api/link/batch"
NDJSON = {"Content-Type": "application/x-ndjson"}
LINE = json.dumps(AUGUSTA).encode()


def post(client: Client, body: bytes) -> list[dict[str, Any]]:
    reply = client.post(PATH, content=body, headers=NDJSON)
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "application/x-ndjson"
    for line in reply.content.splitlines():
        BatchReply.model_validate_json(line, strict=True)
    return [json.loads(line) for line in reply.content.splitlines()]


def without_time(reply: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in reply.items() if key not in ("ms", "line")}


def test_lines_are_linked_as_single_documents_are(client: Client) -> None:
    documents = [{**AUGUSTA, "id": number, "candidates": 2} for number in range(3)]
    replies = post(client, b"\n".join(json.dumps(each).encode() for each in documents))
    assert [each["line"] for each in replies] == [1, 2, 3]
    singles = [client.post("/api/link", json=each).json() for each in documents]
    assert list(map(without_time, replies)) == list(map(without_time, singles))


@pytest.mark.parametrize("body", [b"", b"\n", b"\n \r\n\n"])
def test_nothing_gives_nothing(client: Client, body: bytes) -> None:
    assert post(client, body) == []


def test_a_bad_line_gets_an_error_in_its_place_and_the_rest_go_on(client: Client) -> None:
    bad = [
        (b"{", "bad-json", None),
        (b"\xff\xfe", "bad-json", None),
        (b"[" * 100_000, "bad-json", None),
        (b"3", "bad-value", None),
        (b'{"text": 3, "id": "three"}', "bad-value", "text"),
        (b'{"text": "a", "nonsense": 1}', "bad-value", "nonsense"),
        (b'{"text": "a", "mentions": [{"start": 0, "end": 9}]}', "bad-document", "mentions.0"),
        (b'{"text": "a", "options": {"beta": 1.7}}', "bad-value", "options.beta"),
        (b'{"text": "a", "options": {"method": "magic"}}', "bad-value", "options.method"),
        (b'{"text": "a", "id": 1e999}', "bad-value", "id"),
        (b'{"text": 3, "id": [1e999]}', "bad-value", "text"),
        (b'{"text": "' + b"a" * 200_001 + b'"}', "too-large", "text"),
        (b'{"text": "' + b"a" * 2_000_001 + b'"}', "too-large", None),
    ]
    replies = post(client, b"".join(LINE + b"\r\n" + line + b"\n\n" for line, _, _ in bad) + LINE)
    assert [each["line"] for each in replies] == sorted([*range(1, 3 * len(bad) + 2, 3), *range(2, 3 * len(bad), 3)])
    good, errors = replies[::2], replies[1::2]
    assert all(each["mentions"][0]["entity"]["title"] == "Tiger Woods" for each in good)
    found = [(each["error"]["code"], each["error"]["field"]) for each in errors]
    assert found == [(code, field) for _, code, field in bad]
    assert [each["id"] for each in errors if "id" in each] == ["three"]


def test_other_media_types_are_refused_before_anything_is_read(client: Client) -> None:
    reply = client.post(PATH, content=LINE, headers={"Content-Type": "application/json"})
    assert "application/x-ndjson" in assert_error(reply, 415, "unsupported-media-type")
    packed = client.post(PATH, content=LINE, headers={**NDJSON, "Content-Encoding": "gzip"})
    assert_error(packed, 415, "unsupported-media-type")
    assert_error(client.get(PATH), 405, "method-not-allowed")


@pytest.fixture(scope="module", params=["httptools", "h11"])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    prelude = SLOW_METHOD + (H11 if request.param == "h11" else "")
    with running_server(*IMPATIENT, "--batches", 2, prelude=prelude) as server:
        yield server


class Talk:
    """A batch that is sent and read piece by piece."""

    def __init__(self, server: Server) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        head = [f"POST {PATH} HTTP/1.1", "Host: localhost", "Content-Type: application/x-ndjson"]
        self.socket.sendall("\r\n".join([*head, "Transfer-Encoding: chunked", "", ""]).encode())
        self._file = self.socket.makefile("rb")
        self._has_head = False

    def send(self, data: bytes) -> None:
        """Send a chunk; an empty one is the end."""
        self.socket.sendall(b"%x\r\n%s\r\n" % (len(data), data))

    def read(self) -> dict[str, Any]:
        """The next chunk of the answer, which is a line."""
        if not self._has_head:
            assert self._file.readline().startswith(b"HTTP/1.1 200 ")
            while self._file.readline() != b"\r\n":
                pass
            self._has_head = True
        size = int(self._file.readline(), 16)
        line = self._file.read(size + 2)
        return json.loads(line) if size else {}

    def close(self) -> None:
        """Go away."""
        self._file.close()
        self.socket.close()


def last_line(server: Server, before: int) -> dict[str, Any]:
    """What the server logs about the next request to this path."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        found = [line for line in server.log()[before:] if line.get("path") == PATH]
        if found:
            return found[-1]
        time.sleep(0.02)
    raise AssertionError("Nothing was logged.")


def test_a_line_is_answered_before_the_next_one_is_sent(server: Server) -> None:
    talk = Talk(server)
    for number in (1, 2, 3):
        talk.send(LINE[:30])
        talk.send(LINE[30:] + b"\n")
        assert talk.read()["line"] == number
    talk.send(b"")
    assert talk.read() == {}
    talk.close()


def test_a_client_that_falls_silent_is_told_so_and_let_go(server: Server) -> None:
    talk = Talk(server)
    talk.send(LINE + b"\n" + LINE)
    assert talk.read()["line"] == 1
    late = talk.read()
    assert (late["line"], late["error"]["code"]) == (2, "too-slow")
    talk.close()


def test_a_client_that_reads_nothing_is_not_read_from_without_end_and_is_cut_off(server: Server) -> None:
    before = len(server.log())
    talk = Talk(server)
    talk.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sent = flood(talk)
    talk.close()
    line = last_line(server, before)
    assert line["status"] in (200, 499)
    assert 0 < line["lines"] < sent
    assert peak_memory(server) < 600_000


def flood(talk: Talk) -> int:
    """Send lines until the server takes no more and cuts the connection; how many were sent."""
    sent = 0
    try:
        while sent < 10_000_000:
            talk.send((LINE + b"\n") * 500)
            sent += 500
    except ConnectionError:
        return sent
    raise AssertionError("The server reads and reads.")


def peak_memory(server: Server) -> int:
    """The most memory that the server has had, in kB."""
    rows = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("VmHWM"))


def test_work_for_a_client_that_has_gone_is_stopped(server: Server) -> None:
    before = len(server.log())
    slow = json.dumps({**AUGUSTA, "options": {"method": "slow", "beta": 0.1}}).encode() + b"\n"
    talk = Talk(server)
    talk.send(slow * 100)
    talk.send(b"")
    assert talk.read()["line"] == 1
    talk.close()
    line = last_line(server, before)
    assert line["status"] == 499
    assert line["lines"] < 50


def test_short_requests_do_not_wait_for_batches_and_too_many_batches_are_refused(server: Server) -> None:
    slow = json.dumps({**AUGUSTA, "options": {"method": "slow", "beta": 0.5}}).encode() + b"\n"
    talks = [Talk(server) for _ in range(2)]
    for talk in talks:
        talk.send(slow * 3)
        talk.send(b"")
    assert talks[0].read()["line"] == 1
    assert httpx.post(server.url + "/api/link", json=AUGUSTA, timeout=30).status_code == 200
    assert_error(httpx.post(server.url + PATH, content=LINE, headers=NDJSON, timeout=30), 503, "busy")
    assert [talks[0].read()["line"] for _ in range(2)] == [2, 3]
    assert [talks[1].read()["line"] for _ in range(3)] == [1, 2, 3]
    for talk in talks:
        talk.close()


def test_a_document_that_takes_too_long_gets_an_error_and_the_next_its_turn(server: Server) -> None:
    slow = {**AUGUSTA, "options": {"method": "slow", "beta": 1.0}}
    with running_server("--timeout", 0.4, prelude=SLOW_METHOD) as impatient:
        talk = Talk(impatient)
        talk.send(json.dumps(slow).encode() + b"\n" + LINE + b"\n")
        assert talk.read()["error"]["code"] == "timeout"
        assert talk.read()["mentions"][0]["entity"]["title"] == "Tiger Woods"
        talk.close()


@pytest.mark.parametrize("nonsense", [b"no number\r\n", b"5\r\nabcdefgh\r\n"])
def test_a_body_that_turns_into_nonsense_ends_the_batch(server: Server, nonsense: bytes) -> None:
    talk = Talk(server)
    talk.send(LINE + b"\n")
    assert talk.read()["line"] == 1
    talk.socket.sendall(nonsense)
    assert b"\r\n0\r\n\r\n" not in receive(talk.socket)  # the answer is not made to look whole
    talk.close()
    body = b"POST /api/link HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
    assert exchange(server.port, body + b"Content-Length: %d\r\n\r\n" % len(LINE) + LINE)[0] == 200


def test_a_server_that_is_asked_to_end_says_where_to_go_on() -> None:
    with running_server(prelude=SLOW_METHOD) as server:
        slow = json.dumps({**AUGUSTA, "options": {"method": "slow", "beta": 0.5}}).encode() + b"\n"
        talk = Talk(server)
        talk.send(slow * 20)
        assert talk.read()["line"] == 1
        server.process.terminate()
        replies = [talk.read()]
        while "error" not in replies[-1]:
            replies.append(talk.read())
        assert replies[-1]["error"]["code"] == "stopping"
        assert f"line {replies[-1]['line']}" in replies[-1]["error"]["message"]
        assert talk.read() == {}
        talk.close()
        assert server.process.wait(60) == 0
