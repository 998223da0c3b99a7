"""Requests in one line, and what every error must look like."""

from __future__ import annotations

import asyncio
import json
import socket
from itertools import accumulate
from types import TracebackType
from typing import Any, Protocol

import httpx
from fastapi import FastAPI

import pairlinking as pl

__all__ = ["AUGUSTA", "Client", "Reply", "ambiguous_names", "assert_error", "exchange", "post_head", "receive"]

AUGUSTA: dict[str, Any] = {
    "text": "Wood played at 2006 Master held in Augusta, Georgia.",
    "mentions": [
        {"start": 0, "end": 4},
        {"start": 15, "end": 26},
        {"start": 35, "end": 42},
        {"start": 44, "end": 51},
    ],
}


class Client:
    """Asks an app in this process, without a network. An error that gets through the app is raised here."""

    def __init__(self, app: FastAPI) -> None:
        self._loop = asyncio.Runner()
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")

    def request(self, method: str, path: str, **keywords: Any) -> httpx.Response:
        """Send a request as httpx does."""
        return self._loop.run(self._client.request(method, path, **keywords))

    def get(self, path: str, **keywords: Any) -> httpx.Response:
        """Send a GET."""
        return self.request("GET", path, **keywords)

    def post(self, path: str, **keywords: Any) -> httpx.Response:
        """Send a POST."""
        return self.request("POST", path, **keywords)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self._loop.run(self._client.aclose())
        self._loop.close()


class Reply(Protocol):
    """What is looked at of an answer."""

    @property
    def status_code(self) -> int:
        """Of HTTP."""

    @property
    def headers(self) -> Any:
        """By name, in any case."""

    def json(self) -> Any:
        """The body."""


def assert_error(reply: Reply, status: int, code: str, field: str | None = None) -> str:
    """The answer is an error in the one shape; gives its message."""
    assert reply.headers["content-type"] == "application/json"
    content = reply.json()
    assert (reply.status_code, content["error"]["code"], content["error"]["field"]) == (status, code, field), content
    assert set(content) == {"error"}
    assert set(content["error"]) == {"code", "message", "field"}
    message = content["error"]["message"]
    assert isinstance(message, str)
    assert message
    for leak in ("Traceback", ".py", "site-packages", "/home", "/root", "pydantic", ".kb"):
        assert leak not in message
    return message


def ambiguous_names(linker: pl.Linker) -> dict[str, Any]:
    """A document of all names with several meanings that the knowledge base has: too much to try all assignments."""
    dictionary = linker.kb.dictionary
    found = {form: dictionary.lookup(form) for form in dictionary.forms_with_prefix("", 2000)}
    names = [form for form, each in found.items() if each is not None and len(each.entities) > 1]
    ends = accumulate(len(form) + 1 for form in names)
    spans = [{"start": end - 1 - len(form), "end": end - 1} for form, end in zip(names, ends, strict=True)]
    return {"text": "\n".join(names), "mentions": spans}


def post_head(path: str, *headers: str) -> bytes:
    """The head of a request with a JSON body, as it goes over the line."""
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *headers, "", ""]
    return "\r\n".join(lines).encode()


def receive(connection: socket.socket) -> bytes:
    """All that comes until the other side ends the connection, in good order or not."""
    received = b""
    try:
        while chunk := connection.recv(65536):
            received += chunk
    except ConnectionResetError:
        pass
    return received


def exchange(port: int, *parts: bytes, seconds: float = 20) -> tuple[int, dict[str, Any]]:
    """Send bytes as they are and read until the server closes; gives the status and the JSON of the last answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        for part in parts:
            try:
                connection.sendall(part)
            except ConnectionError:  # it has heard enough; the answer is there all the same
                break
        received = receive(connection)
    head, _, body = received[received.rindex(b"HTTP/1.1 ") :].partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)
