"""A client of the HTTP server, for programs that should not open a knowledge base themselves.

>>> from pairlinking.client import Client
>>> client = Client("http://localhost:8080")                                                 # doctest: +SKIP
>>> print(client.link("Tiger Woods won the Masters in Augusta, Georgia."))                   # doctest: +SKIP
Tiger Woods -> Tiger Woods (0.79)
Augusta, Georgia -> Augusta, Georgia (0.74)
>>> for document in client.link_all(open("texts.txt")):                                      # doctest: +SKIP
...     print(len(document.mentions))
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from itertools import islice
from types import TracebackType
from typing import Any, Literal
from urllib.parse import urlsplit

from pairlinking.errors import PairLinkingError, ParameterError

__all__ = ["Client", "Refused", "RemoteDocument", "RemoteEntity", "RemoteMention", "ServerGone"]

_GROUP = 64  # documents per batch: enough to make its overhead negligible, few enough to wait for
_GROUP_BYTES = 1_000_000
_TRIES = 8  # when the server is busy


class ServerGone(PairLinkingError):
    """The server could not be reached, or the connection broke off."""


class Refused(PairLinkingError):
    """The server refused a document.

    Attributes
    ----------
    code, field, status
        As the server reported them: the kind of error, the request field that caused it, and the HTTP status (0
        within a batch).
    position
        Of the document among those passed to `Client.link_all`, counted from 0; 0 for a single one.
    """

    def __init__(self, error: Mapping[str, Any], *, status: int = 0, position: int = 0) -> None:
        super().__init__(str(error.get("message", error)))
        self.code, self.field = str(error.get("code", "")), error.get("field")
        self.status, self.position = status, position


@dataclass(frozen=True)
class RemoteEntity:
    """An entity. Facts that are missing from the server's knowledge base are empty."""

    id: str
    title: str
    url: str = ""
    description: str = ""
    kind: str = ""
    wikidata: str = ""

    def __str__(self) -> str:
        return self.title


@dataclass(frozen=True)
class RemoteMention:
    """A mention and what it means; `entity` is None for an unknown one."""

    start: int
    end: int
    text: str
    entity: RemoteEntity | None
    confidence: float

    def __str__(self) -> str:
        return f"{self.text} -> {self.entity} ({self.confidence:.2f})" if self.entity else f"{self.text} -> (unknown)"


@dataclass(frozen=True)
class RemoteDocument:
    """A linked document.

    Attributes
    ----------
    record
        Everything the server sent, as described in docs/reference/documents.md: candidates, evidence, the tree.
    """

    text: str
    id: Any
    mentions: tuple[RemoteMention, ...]
    record: Mapping[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> RemoteDocument:
        """Turn a record from the server into an object."""
        return cls(record["text"], record.get("id"), tuple(map(_mention, record["mentions"])), record)

    def __str__(self) -> str:
        return "\n".join(map(str, self.mentions))


def _mention(record: Mapping[str, Any]) -> RemoteMention:
    known = record["entity"]
    keys = ("id", "title", "url", "description", "kind", "wikidata")
    entity = None if known is None else RemoteEntity(**{key: known[key] for key in keys if key in known})
    return RemoteMention(record["start"], record["end"], record["text"], entity, record.get("confidence", 0.0))


class Client:
    """Links texts on a server that ``pairlinking serve`` runs. Its connection stays open until `close`.

    Parameters
    ----------
    url
        Of the server, such as ``http://localhost:8080``.
    timeout
        Seconds to wait for the server to send anything.
    options
        Options that override the server's defaults: `method`, `beta`, `threshold` and the others in
        docs/how-to/serve.md; also `candidates` and `evidence`, which make answers smaller.

    One object serves one thread at a time.
    """

    def __init__(self, url: str, *, timeout: float = 60.0, **options: Any) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ParameterError(
                f"The 'url' parameter of Client must be like http://localhost:8080. Got {url!r} instead."
            )
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._port, self._path = parts.hostname, parts.port, parts.path.rstrip("/")
        self._url, self._timeout = url, timeout
        sizes = ("candidates", "evidence")
        self._extra: dict[str, Any] = {key: options.pop(key) for key in sizes if key in options}
        if options:
            self._extra["options"] = options
        self._connection: HTTPConnection | None = None

    def link(self, text: str, mentions: Sequence[tuple[int, int]] | None = None) -> RemoteDocument:
        """Link one text: the mentions given, or those that the server finds.

        Raises
        ------
        Refused
            The server refused the document, and says why.
        ServerGone
            The server cannot be reached.
        """
        document: dict[str, Any] = {"text": text}
        if mentions is not None:
            document["mentions"] = [{"start": start, "end": end} for start, end in mentions]
        lines = self._post("/api/link", "application/json", self._line(document))
        return RemoteDocument.of(json.loads(b"".join(lines)))

    def link_all(
        self,
        documents: Iterable[str | Mapping[str, Any]],
        *,
        connections: int = 1,
        errors: Literal["raise", "keep"] = "raise",
    ) -> Iterator[RemoteDocument | Refused]:
        """Link many documents, in order; only those being linked are held in memory.

        Parameters
        ----------
        documents
            Texts, or objects with the key `text` and, optionally, `mentions` and `id`.
        connections
            How many to use at a time; use one per server process to keep all of them busy.
        errors
            What to do about a document that the server refuses: ``raise`` the error, or ``keep`` it in the place of
            the document and continue.
        """
        if connections < 1:
            raise ParameterError(f"The 'connections' parameter of link_all must be at least 1. Got {connections}.")
        clients = [self, *(self._copy() for _ in range(connections - 1))]
        under_way: deque[tuple[int, Future[list[dict[str, Any]]]]] = deque()
        position = 0
        try:
            with ThreadPoolExecutor(connections, thread_name_prefix="client") as pool:
                groups = enumerate(self._groups(documents))
                for number, group in islice(groups, connections):
                    under_way.append((number, pool.submit(clients[number % connections]._batch, group)))
                while under_way:
                    number, future = under_way.popleft()
                    records = future.result()
                    for following, group in islice(groups, 1):  # on the connection that is now free
                        under_way.append((following, pool.submit(clients[number % connections]._batch, group)))
                    for record in records:
                        answer = _answer(record, position)
                        if isinstance(answer, Refused) and errors == "raise":
                            raise answer
                        yield answer
                        position += 1
        finally:
            for each in clients[1:]:
                each.close()

    def close(self) -> None:
        """Close the connection; the next call opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self.close()

    def _copy(self) -> Client:
        made = Client(self._url, timeout=self._timeout)
        made._extra = self._extra
        return made

    def _line(self, document: Mapping[str, Any]) -> bytes:
        return json.dumps({**self._extra, **document}, ensure_ascii=False).encode("utf-8", "surrogatepass")

    def _groups(self, documents: Iterable[str | Mapping[str, Any]]) -> Iterator[list[bytes]]:
        group: list[bytes] = []
        size = 0
        for each in documents:
            line = self._line({"text": each} if isinstance(each, str) else each)
            if group and (len(group) == _GROUP or size + len(line) > _GROUP_BYTES):
                yield group
                group, size = [], 0
            group.append(line)
            size += len(line)
        if group:
            yield group

    def _batch(self, lines: list[bytes]) -> list[dict[str, Any]]:
        answers: list[dict[str, Any]] = []
        for _ in range(_TRIES):  # a server that shuts down says where to resume
            sent = lines[len(answers) :]
            body = b"".join(line + b"\n" for line in sent)
            replies = [json.loads(each) for each in self._post("/api/link/batch", "application/x-ndjson", body)]
            stopped = bool(replies) and replies[-1].get("error", {}).get("code") == "stopping"
            answers += replies[:-1] if stopped else replies
            if not stopped:
                break
            time.sleep(0.2)
        if len(answers) != len(lines):
            raise ServerGone(f"{self._url} stopped after {len(answers)} of {len(lines)} documents. Try again.")
        return answers

    def _post(self, path: str, media_type: str, body: bytes) -> list[bytes]:
        """Lines of the answer; retried if the server is busy, or has closed an idle connection."""
        for attempt in range(_TRIES):
            is_reused = self._connection is not None
            try:
                status, content, wait = self._exchange(path, media_type, body)
            except (OSError, HTTPException) as error:
                self.close()
                if is_reused:
                    continue
                raise ServerGone(f"Cannot reach {self._url}: {error}. Is the server running?") from None
            if status == 200:
                return content.splitlines()
            if status != 503 or attempt == _TRIES - 1:
                break
            time.sleep(wait)
        raise Refused(_error(content, status), status=status)

    def _exchange(self, path: str, media_type: str, body: bytes) -> tuple[int, bytes, float]:
        if self._connection is None:
            self._connection = self._kind(self._host, self._port, timeout=self._timeout)
        self._connection.request("POST", self._path + path, body, {"Content-Type": media_type})
        reply = self._connection.getresponse()
        content = reply.read()
        if reply.will_close:
            self.close()
        seconds = reply.headers.get("Retry-After", "1")
        return reply.status, content, float(seconds) if seconds.isdecimal() else 1.0


def _answer(record: dict[str, Any], position: int) -> RemoteDocument | Refused:
    if "error" in record:
        return Refused(record["error"], position=position)
    return RemoteDocument.of(record)


def _error(content: bytes, status: int) -> Mapping[str, Any]:
    try:
        return dict(json.loads(content)["error"])
    except (ValueError, KeyError, TypeError):  # from something in front of the server, such as a proxy
        return {"code": "http", "message": f"The server answered with status {status}."}
