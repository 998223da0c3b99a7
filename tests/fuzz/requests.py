"""Requests of every kind to a real server: mutated JSON, mutated HTTP, and good ones between them."""

from __future__ import annotations

import json
import re
import socket
from contextlib import ExitStack
from random import Random
from typing import Any

from pairlinking.collective import methods
from tests.fuzz.harness import Harness
from tests.fuzz.mutations import mutate_bytes, mutate_value, odd_text
from tests.fuzz.samples import NIF
from tests.interfaces.http.running import H11, running_server

__all__ = ["Requests", "batch_request", "get_request", "json_request", "nif_request"]

_SECONDS = 60.0
_NDJSON = "application/x-ndjson"
_TEXT = "Tiger Woods won the Masters at Augusta, Georgia."
_MENTIONS = [{"start": 0, "end": 11}, {"start": 31, "end": 38}]
_LINK = {
    "text": _TEXT,
    "mentions": _MENTIONS,
    "options": {"method": "pair-linking", "beta": 0.5, "top_k": 5, "threshold": 0.1, "relatedness": "njs"},
    "candidates": 3,
    "evidence": False,
    "id": "d",
}
_BODIES: tuple[tuple[str, Any], ...] = (
    ("/api/link", _LINK),
    ("/api/link", {"text": _TEXT}),
    ("/api/link", {"text": _TEXT, "options": {"spot": "all", "threshold": 0.3}}),
    ("/api/link", {"text": _TEXT, "mentions": [{**_MENTIONS[0], "fixed": "Tiger Woods"}, _MENTIONS[1]]}),
    ("/api/compare", {"text": _TEXT, "methods": ["local", "pair-linking"]}),
)
_PATHS = (
    *("/", "/docs", "/openapi.json", "/web/main.js", "/api/health", "/api/info"),
    *("/api/entity/Tiger_Woods", "/api/search?q=tig&limit=3", "/rest/annotate?text=Tiger"),
    *("/api/related?entity=Tiger%20Woods&with=Augusta,%20Georgia", "/api/related?entity=Tiger%20Woods&limit=5"),
)
_GOOD = ("/api/link", json.dumps({"text": _TEXT, "mentions": _MENTIONS}).encode())


class Requests(Harness):
    """Every request gets an answer in the one shape, none is a 500, and good ones get the same answer as ever."""

    name = "requests"

    def prepare(self, stack: ExitStack) -> None:
        """Start one server with each HTTP parser."""
        options = ("--slow-client", 2, "--timeout", 20, "--max-body-bytes", 300_000, "--log-level", "warning")
        self._servers = [stack.enter_context(running_server(*options, prelude=prelude)) for prelude in ("", H11)]
        self._seen = {server.port: 0 for server in self._servers}
        self._expected = self._good(self._servers[0].port)

    def run(self, random: Random) -> str:
        """Send one request, or some on one connection."""
        server = random.choice(self._servers)
        kind = random.random()
        if kind < 0.4:
            outcome = self._check(_send(server.port, json_request(random)))
        elif kind < 0.5:
            outcome = "batch: " + self._check(_send(server.port, batch_request(random)))
        elif kind < 0.65:
            outcome = self._check(_send(server.port, nif_request(random)))
        elif kind < 0.8:
            outcome = self._check(_send(server.port, get_request(random)))
        else:
            request = mutate_bytes(random, random.choice((json_request(random), get_request(random))))
            if random.random() < 0.3:  # after good ones on the same connection
                request = _post(*_GOOD).replace(b"Connection: close\r\n", b"") * random.randrange(1, 4) + request
            outcome = "raw: " + (self._check(answer) if (answer := _send(server.port, request)) else "no answer")
        if random.random() < 0.2:
            assert self._good(server.port) == self._expected, "another answer to a good request"
        log = server.log_file.read_text()[self._seen[server.port] :]
        self._seen[server.port] += len(log)  # a fault counts once
        assert '"event": "error"' not in log, log[-3000:]
        assert "Traceback" not in log, log[-3000:]
        assert server.process.poll() is None, "the server has ended"
        return outcome

    def _good(self, port: int) -> Any:
        head, _, body = _send(port, _post(*_GOOD)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        return json.loads(body)["mentions"]

    def _check(self, answer: bytes) -> str:
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 "), answer[:200]
        status = int(head[9:12])
        assert status in (200, 304) or 400 <= status < 500 or status in (503, 504), answer[:500]
        if status >= 400 and not head.endswith(b"connection: close") and b"content-length" not in head:
            return str(status)
        if status >= 400 and body and b"HTTP/1.1" not in body:
            assert set(json.loads(body)["error"]) == {"code", "message", "field"}, body[:500]
        return str(status)


def nif_request(random: Random) -> bytes:
    """A document in NIF that may be wrong anywhere."""
    return _post("/nif/d2kb", mutate_bytes(random, NIF[0].encode()), "text/turtle")


def batch_request(random: Random) -> bytes:
    """Documents, one a line, some of which have something wrong, and in some the lines themselves."""
    lines = b"\n".join(_json_body(random)[1] for _ in range(random.randrange(6)))
    return _post("/api/link/batch", mutate_bytes(random, lines) if random.random() < 0.3 else lines, _NDJSON)


def json_request(random: Random) -> bytes:
    """A body in JSON, most of which have something wrong."""
    return _post(*_json_body(random))


def _json_body(random: Random) -> tuple[str, bytes]:
    path, body = random.choice(_BODIES)
    if random.random() < 0.3:
        body = {
            **body,
            "text": odd_text(random, _TEXT.split(), random.randrange(1, 120)).encode("utf-8", "replace").decode(),
        }
        body.pop("mentions", None)
    if random.random() < 0.3 and "options" in body:
        body = {**body, "options": {**body["options"], "method": random.choice([*methods()])}}
    content = json.dumps(mutate_value(random, body) if random.random() < 0.7 else body).encode()
    return path, mutate_bytes(random, content) if random.random() < 0.2 else content


def _post(path: str, body: bytes, kind: str = "application/json") -> bytes:
    headers = f"Host: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close"
    return f"POST {path} HTTP/1.1\r\n{headers}\r\n\r\n".encode() + body


def get_request(random: Random) -> bytes:
    """A request for a page or a lookup, most of which have an address with something wrong."""
    path = random.choice(_PATHS).encode()
    if random.random() < 0.6:
        path = b"/" + mutate_bytes(random, path[1:])[:60_000].translate(None, b" \r\n")
    return b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def _send(port: int, request: bytes) -> bytes:
    """What comes back until the server closes, or waits for more."""
    with socket.create_connection(("127.0.0.1", port), timeout=_SECONDS) as connection:
        answer = b""
        try:
            connection.sendall(request)
            while not _is_whole(answer) and (part := connection.recv(65536)):
                answer += part
        except ConnectionError:  # it refused the rest of a request
            pass
        return answer


def _is_whole(answer: bytes) -> bool:
    """Whether an answer has all of its body: a mutated request may leave the connection open for another one."""
    head, found, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: ([0-9]+)", head)
    return bool(found) and length is not None and len(body) >= int(length[1])
