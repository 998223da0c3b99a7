"""Clients of a soak: each has one connection at a time, and sends good and bad requests in a random order."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

from tests.fuzz.mutations import mutate_bytes
from tests.fuzz.requests import get_request, json_request, nif_request

__all__ = ["Traffic", "link_request"]

_GOOD = 0.75  # of the requests
_SECONDS = 60.0  # a request without an answer for so long is lost
_SLOT = 10.0  # latencies are kept by pieces of so many seconds
_NO_ANSWER = (OSError, asyncio.IncompleteReadError, TimeoutError)


@dataclass
class Traffic:
    """Requests to one port, and what came of them.

    Attributes
    ----------
    good
        Requests to link, each with the answer that it must get.
    pause
        Mean seconds between two requests of a client: exponentially distributed, as if each stood for many.
    outcomes
        By kind of request, and how it ended: a status, ``lost`` (no answer to a whole request), ``wrong`` (another
        answer than before the soak), or ``none`` (nothing came of bytes that are not HTTP, or of half a request).
    refused
        Times that a client could not connect.
    latencies
        Milliseconds of good requests, by time since the beginning.
    """

    port: int
    good: list[tuple[bytes, Any]]
    pause: float
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: int = 0
    latencies: dict[int, list[float]] = field(default_factory=dict)

    async def run(self, connections: int, seconds: float, seed: int) -> None:
        """Send until the time is up."""
        self._started = monotonic()
        end = self._started + seconds
        await asyncio.gather(*(self._client(Random(seed * 1000 + at), end) for at in range(connections)))

    async def _client(self, random: Random, end: float) -> None:
        streams = None
        while monotonic() < end:
            if self.pause:
                await asyncio.sleep(random.expovariate(1 / self.pause))
            if random.random() < _GOOD:
                if streams is not None and streams[0].at_eof():  # the server has closed it meanwhile
                    streams[1].close()
                    streams = None
                try:
                    streams = streams or await self._connect()
                except OSError:
                    continue
                if not await self._send_good(random, *streams):
                    streams[1].close()
                    streams = None
                continue
            if streams is not None:  # one connection at a time, and a bad request needs one of its own
                streams[1].close()
                streams = None
            await self._send_bad(random)
        if streams is not None:
            streams[1].close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        try:
            return await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        except OSError:
            self.refused += 1
            await asyncio.sleep(0.1)
            raise

    async def _send_good(self, random: Random, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Link one document; whether the connection is still good."""
        request, expected = random.choice(self.good)
        started = monotonic()
        try:
            writer.write(request)
            status, body, stays = await asyncio.wait_for(_answer(reader), _SECONDS)
        except _NO_ANSWER:
            self.outcomes["good", "lost"] += 1
            return False
        self.latencies.setdefault(int((started - self._started) / _SLOT), []).append(1000 * (monotonic() - started))
        is_right = status != 200 or json.loads(body)["mentions"] == expected
        self.outcomes["good", str(status) if is_right else "wrong"] += 1
        return stays

    async def _send_bad(self, random: Random) -> None:
        kind, request = _bad(random)
        try:
            reader, writer = await self._connect()
        except OSError:
            return
        try:
            if kind == "half, then gone":
                writer.write(request[: random.randrange(1, len(request))])
                self.outcomes[kind, "none"] += 1
                return
            writer.write(request)
            status, _, _ = await asyncio.wait_for(_answer(reader), _SECONDS)
            self.outcomes[kind, str(status)] += 1
        except (*_NO_ANSWER, ValueError):
            self.outcomes[kind, "none" if kind == "not HTTP" else "lost"] += 1
        finally:
            writer.close()

    def totals(self) -> dict[str, int]:
        """How many requests there were, were lost, and got a wrong answer, and answers that say that we failed."""
        found: Counter[str] = Counter()
        for (_, outcome), n in self.outcomes.items():
            found["requests"] += n
            found[outcome] += n if outcome in ("lost", "wrong") else 0
            found["failed"] += n if outcome == "500" else 0
        return {name: found[name] for name in ("requests", "lost", "wrong", "failed")}


def link_request(document: dict[str, Any]) -> bytes:
    """A request to link, on a connection that stays open."""
    body = json.dumps(document).encode()
    head = (
        f"POST /api/link HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    )
    return head.encode() + b"\r\n\r\n" + body


def _bad(random: Random) -> tuple[str, bytes]:
    """A kind of request that may be wrong in any way, and its bytes."""
    kind = random.choice(("JSON", "JSON", "JSON", "NIF", "address", "address", "not HTTP", "half, then gone"))
    if kind == "NIF":
        return kind, nif_request(random)
    if kind == "address":
        return kind, get_request(random)
    request = json_request(random)
    return kind, mutate_bytes(random, request) if kind == "not HTTP" else request


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes, bool]:
    """Status and body of an answer, and whether the connection stays open."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = head.partition("\r\ncontent-length:")[2].split()
    is_chunked = "\r\ntransfer-encoding: chunked" in head
    body = await (_chunks(reader) if is_chunked else reader.readexactly(int(length[0]) if length else 0))
    return int(head.split()[1]), body, "\r\nconnection: close" not in head


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    """A body that comes in pieces, each after its size."""
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body
