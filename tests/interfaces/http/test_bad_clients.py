"""Clients that are slow, rude or gone, on real connections: each gets its answer, and the server goes on."""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Iterator

import pytest

from tests.interfaces.http.asking import AUGUSTA, exchange, post_head, receive
from tests.interfaces.http.conftest import IMPATIENT
from tests.interfaces.http.running import H11, Server, running_server

BODY = json.dumps(AUGUSTA).encode()
CLOSE = "Connection: close"


@pytest.fixture(scope="module", params=["httptools", "h11"])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server with each of the HTTP parsers that it can have: they differ in what they let through."""
    if request.param == "httptools":
        pytest.importorskip("httptools")
    with running_server(*IMPATIENT, prelude=H11 if request.param == "h11" else "") as server:
        yield server


@pytest.fixture(autouse=True)
def still_alive(server: Server) -> Iterator[None]:
    """After every test the server still links, and has logged no mistake of its own."""
    yield
    status, reply = exchange(server.port, post_head("/api/link", f"Content-Length: {len(BODY)}", CLOSE) + BODY)
    assert status == 200
    assert reply["mentions"][0]["entity"]["title"] == "Tiger Woods"
    assert [line for line in server.log() if line["event"] in ("error", "Exception in ASGI application\n")] == []


def code_of(answer: tuple[int, dict[str, dict[str, str]]]) -> tuple[int, str]:
    return answer[0], answer[1]["error"]["code"]


def test_a_body_that_comes_in_pieces_is_linked(server: Server) -> None:
    pieces = [bytes([each]) for each in BODY]
    status, _ = exchange(server.port, post_head("/api/link", f"Content-Length: {len(BODY)}", CLOSE), *pieces)
    assert status == 200


def test_a_body_that_stops_half_way_is_not_waited_for(server: Server) -> None:
    answer = exchange(server.port, post_head("/api/link", f"Content-Length: {len(BODY)}"), BODY[:20])
    assert code_of(answer) == (408, "too-slow")


def test_a_head_that_stops_half_way_is_not_waited_for(server: Server) -> None:
    assert code_of(exchange(server.port, b"POST /api/link HTTP/1.1\r\nHost: loc")) == (408, "too-slow")
    assert code_of(exchange(server.port)) == (408, "too-slow")


def test_a_second_request_on_a_connection_has_its_time_limit_too(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = b""
        while b'{"status":"ok"}' not in answer:  # head and body may come one after the other
            part = connection.recv(65536)
            assert part, answer
            answer += part
        connection.sendall(b"GET /api")
        assert b"408 Request Timeout" in receive(connection)


@pytest.mark.parametrize("size", [200_000, 20_000_000])
def test_a_body_that_is_too_large_gets_its_answer(server: Server, size: int) -> None:
    parts = [b" " * 100_000] * (size // 100_000)
    assert code_of(exchange(server.port, post_head("/api/link", f"Content-Length: {size}"), *parts)) == (
        413,
        "too-large",
    )


def test_a_body_that_is_too_large_without_its_length_gets_its_answer(server: Server) -> None:
    chunk = b"%x\r\n%s\r\n" % (50_000, b" " * 50_000)
    head = post_head("/api/link", "Transfer-Encoding: chunked")
    assert code_of(exchange(server.port, head, *[chunk] * 4, b"0\r\n\r\n")) == (413, "too-large")


def test_a_client_that_asks_first_is_told_before_it_sends(server: Server) -> None:
    head = post_head("/api/link", "Content-Length: 200000", "Expect: 100-continue")
    assert code_of(exchange(server.port, head)) == (413, "too-large")


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),  # how TLS begins
        b"GET\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"x" * 200_000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_http_is_refused(server: Server, nonsense: bytes) -> None:
    assert code_of(exchange(server.port, nonsense)) == (400, "bad-request")


def test_a_chunked_body_that_breaks_off_in_nonsense_is_refused(server: Server) -> None:
    head = post_head("/api/link", "Transfer-Encoding: chunked")
    assert code_of(exchange(server.port, head, b"5\r\nhello\r\n", b"no number\r\n")) == (400, "bad-request")


@pytest.mark.parametrize(
    "path", ["/../etc/passwd", "/web/../../../etc/passwd", "/web/%2e%2e/%2e%2e/x", "/web//etc/passwd"]
)
def test_paths_upwards_lead_nowhere(server: Server, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{CLOSE}\r\n\r\n".encode()
    assert code_of(exchange(server.port, request)) == (404, "not-found")


def test_a_client_that_leaves_while_several_requests_are_answered_harms_nobody(server: Server) -> None:
    request = post_head("/api/link", f"Content-Length: {len(BODY)}") + BODY
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(request * 20)
            connection.recv(1)
    # `still_alive` looks into the log.


def cut_connection(server: Server, sent: bytes, reset: bool, patience: float) -> None:
    connection = socket.create_connection(("127.0.0.1", server.port))
    if reset:  # so that the server gets a reset instead of an orderly end
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.sendall(post_head("/api/link", f"Content-Length: {len(BODY)}") + sent)
    time.sleep(patience)
    connection.close()


@pytest.mark.parametrize("sent", [0, 10, len(BODY)])
@pytest.mark.parametrize("reset", [True, False])
def test_a_connection_cut_half_way_harms_nobody(server: Server, sent: int, reset: bool) -> None:
    before = len(server.log())
    # A reset also removes what the server has not read yet, so a busy one may not hear of it at all: try again then.
    for patience in (0.05, 1.0, 10.0):
        cut_connection(server, BODY[:sent], reset, patience)
        end = time.monotonic() + 10
        while len(server.log()) == before and time.monotonic() < end:
            time.sleep(0.02)
        if len(server.log()) > before:
            break
    assert server.log()[before]["status"] == (200 if sent == len(BODY) else 499)


def get(*lines: str) -> bytes:
    return "\r\n".join(("GET /api/health HTTP/1.1", *lines, CLOSE, "", "")).encode("latin-1")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "xlocalhost",
        "a@localhost",
        "127.0.0.1.evil",
        "",
        "ü",
    ],
)
def test_names_that_lead_here_from_elsewhere_are_not_answered(server: Server, host: str) -> None:
    assert code_of(exchange(server.port, get(f"Host: {host}"))) in ((421, "unknown-host"), (400, "bad-request"))


@pytest.mark.parametrize("host", ["localhost", "LocalHost.:80", "127.0.0.1", "127.0.0.1:8080", "[::1]:80", "10.2.3.4"])
def test_own_names_and_addresses_are_answered(server: Server, host: str) -> None:
    assert exchange(server.port, get(f"Host: {host}")) == (200, {"status": "ok"})


def test_a_request_has_one_host(server: Server) -> None:
    assert code_of(exchange(server.port, get())) == (400, "bad-request")
    assert code_of(exchange(server.port, get("Host: localhost", "Host: localhost"))) == (400, "bad-request")
    old = b"GET /api/health HTTP/1.0\r\n\r\n"
    assert exchange(server.port, old) == (200, {"status": "ok"})


def test_a_body_with_two_lengths_is_refused_and_nothing_after_it_is_read(server: Server) -> None:
    head = post_head("/api/link", "Content-Length: 6", "Transfer-Encoding: chunked")
    smuggled = b"0\r\n\r\nGET /api/info HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(head + smuggled)
        answer = receive(connection)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("end", [b"\r\n\r\n", b""])
@pytest.mark.parametrize("pieces", [1, 40])
def test_a_head_has_a_limit_of_bytes_however_it_comes(server: Server, pieces: int, end: bytes) -> None:
    head = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nA: " + b"x" * 80_000 + end
    size = -(-len(head) // pieces)
    parts = [head[at : at + size] for at in range(0, len(head), size)]
    assert code_of(exchange(server.port, *parts)) == (400, "bad-request")


def test_a_head_has_a_limit_of_lines(server: Server) -> None:
    assert exchange(server.port, get("Host: localhost", *["A: b"] * 98))[0] == 200
    assert code_of(exchange(server.port, get("Host: localhost", *["A: b"] * 99))) == (400, "bad-request")


def test_a_target_has_a_limit(server: Server) -> None:
    request = b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert code_of(exchange(server.port, request)) == (400, "bad-request")


HEALTH = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("n_good", [1, 2, 5])
def test_requests_before_nonsense_are_answered_before_it_is_refused(server: Server, n_good: int) -> None:
    link = post_head("/api/link", f"Content-Length: {len(BODY)}") + BODY
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall((link + HEALTH) * n_good + b"\x00nonsense\r\n\r\n")
        statuses = [int(each[:3]) for each in receive(connection).split(b"HTTP/1.1 ")[1:]]
    assert statuses == [200] * 2 * n_good + [400]


def test_a_request_before_one_whose_body_breaks_off_is_answered(server: Server) -> None:
    link = post_head("/api/link", f"Content-Length: {len(BODY)}") + BODY
    broken = post_head("/api/link", "Transfer-Encoding: chunked") + b"no number\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(link + broken)
        statuses = [int(each[:3]) for each in receive(connection).split(b"HTTP/1.1 ")[1:]]
    assert statuses == [200, 400]


def test_the_head_of_a_second_request_has_its_limit_while_the_first_is_answered(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(post_head("/api/link", f"Content-Length: {len(BODY)}") + BODY)
        try:
            for _ in range(100):
                connection.sendall(b"GET / HTTP/1.1\r\nA: " + b"x" * 10_000)
        except ConnectionError:
            pass
        answer = receive(connection)
    assert answer.count(b"HTTP/1.1 ") <= 2
    assert b"HTTP/1.1 404" not in answer


BROKEN = post_head("/api/link", "Transfer-Encoding: chunked") + b"no number\r\n"


def send_for(connection: socket.socket, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        connection.sendall(b"x")
        time.sleep(0.1)


@pytest.mark.parametrize(
    "sent",
    [BROKEN, HEALTH + BROKEN, b"\x00nonsense\r\n\r\n", HEALTH * 2 + b"\x00nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nHos"],
)
def test_a_client_that_stays_after_it_was_refused_is_let_go(server: Server, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(sent)
        receive(connection)  # the server says nothing more, but may go on to hear
        with pytest.raises(ConnectionError):
            send_for(connection, seconds=20)
