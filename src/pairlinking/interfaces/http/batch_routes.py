"""``/api/link/batch``: one document per line in, one linked document per line out, for any number of them."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic_core import to_json
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from pairlinking.errors import PairLinkingError
from pairlinking.interfaces.http.body import check_type
from pairlinking.interfaces.http.describing import failures, lines_of
from pairlinking.interfaces.http.direct import DirectRoute
from pairlinking.interfaces.http.errors import ApiError, as_api_error, error_record
from pairlinking.interfaces.http.lines import Line, read_lines
from pairlinking.interfaces.http.link_routes import link_request
from pairlinking.interfaces.http.reading import check_request, is_serializable, parse_json
from pairlinking.interfaces.http.reply_models import BatchReply
from pairlinking.interfaces.http.schemas import LinkRequest
from pairlinking.interfaces.http.service import WHEN_LOST, Service

__all__ = ["batch_routes"]

_LOGGER = logging.getLogger("pairlinking.http")
_NDJSON = "application/x-ndjson"
_MEDIA_TYPES = (_NDJSON, "application/jsonl", "application/x-jsonlines")


def batch_routes(service: Service) -> APIRouter:
    """The route that links many documents."""
    router = APIRouter(route_class=DirectRoute, tags=["link"], responses=failures(415, 503))
    places = _Places(service.settings.batches)

    @router.post(
        "/api/link/batch",
        response_model=BatchReply,
        openapi_extra=lines_of(LinkRequest, BatchReply, media_type=_NDJSON),
    )
    async def batch(request: Request) -> Response:
        """Link documents, one per line, as `/api/link` does; each reply is a line too, sent as soon as it is ready.

        Replies have the number of their line and come in order. A line that cannot be linked gets an error instead, and
        the next ones are linked. The server reads no faster than the client takes the replies.
        """
        check_type(request, _MEDIA_TYPES)
        places.take()
        return _Stream(_Batch(service, request), places)

    return router


class _Places:
    """Limits how many batches are answered at a time."""

    def __init__(self, most: int) -> None:
        self._most, self._taken = most, 0

    def take(self) -> None:
        """Take a place; `ApiError` 503 if none is free."""
        if self._taken >= self._most:
            message = f"{self._taken} batches are already in progress. Try again in a second."
            raise ApiError(503, "busy", message, None, {"Retry-After": "1"})
        self._taken += 1

    def leave(self) -> None:
        """Give the place back."""
        self._taken -= 1


class _Batch:
    """The replies of one batch, one line each."""

    def __init__(self, service: Service, request: Request) -> None:
        self._service, self._request = service, request
        self._numbers = {"lines": 0, "errors": 0, "mentions": 0}
        self._ms = 0.0
        self._is_gone = False
        request.scope[WHEN_LOST] = self._lost  # otherwise, work would go on for nobody until the next line is read

    async def replies(self, receive: Receive) -> AsyncGenerator[bytes, None]:
        """Lines of JSON; `ClientDisconnect` if the client leaves."""
        limits = self._service.settings
        number = 0
        try:
            async for line in read_lines(receive, longest=limits.body_bytes, seconds=limits.body_seconds):
                number = line.number
                if self._is_gone:
                    raise ClientDisconnect
                if self._service.is_stopping:
                    yield self._error(number, None, _stopping(number))
                    return
                yield await self._reply(line)
        except ApiError as error:  # the rest of the body did not arrive
            yield self._error(number + 1, None, error)
        finally:
            self._service.note(self._request, link_ms=self._ms, **self._numbers)

    async def _reply(self, line: Line) -> bytes:
        self._numbers["lines"] += 1
        if line.content is None:
            most = self._service.settings.body_bytes
            error = ApiError(413, "too-large", f"The line has more than {most:,} bytes. Split the document.")
            return self._error(line.number, None, error)
        given: list[Any] = []  # what was read, for the id of a document that fails

        def job() -> bytes:
            given.append(parse_json(line.content or b""))
            answer = link_request(self._service, check_request(LinkRequest, given[0]))
            self._numbers["mentions"] += answer.n_mentions
            self._ms += answer.ms
            return b'{"line":%d,%b\n' % (line.number, answer.reply[1:])

        try:
            return await self._service.run_in_batch(job)
        except ApiError as caught:
            error = caught
        except PairLinkingError as caught:
            error = as_api_error(caught)
        except Exception as caught:  # in one document, while others may be fine
            _LOGGER.error("error", exc_info=caught)
            error = ApiError(500, "internal", "Internal error. The server's log has the details.")
        return self._error(line.number, given[0] if given else None, error)

    def _error(self, number: int, given: object, error: ApiError) -> bytes:
        self._numbers["errors"] += 1
        record: dict[str, Any] = {"line": number}
        if isinstance(given, dict) and given.get("id") is not None and is_serializable(given["id"]):
            record["id"] = given["id"]
        return to_json(record | error_record(error.code, error.message, error.field)) + b"\n"

    def _lost(self) -> None:
        self._is_gone = True


def _stopping(number: int) -> ApiError:
    return ApiError(503, "stopping", f"The server is shutting down. Send line {number:,} and all after it again.")


class _Stream(Response):
    """Sends the replies of a batch. Starlette's own streaming response would read the body before the batch can."""

    media_type = _NDJSON

    def __init__(self, batch: _Batch, places: _Places) -> None:
        # After a batch that ends early, the rest of its body may still arrive.
        super().__init__(headers={"Connection": "close", "X-Accel-Buffering": "no", "Cache-Control": "no-store"})
        del self.headers["content-length"]
        self._batch, self._places = batch, places

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        has_begun = False
        try:
            async with aclosing(self._batch.replies(receive)) as replies:
                async for reply in replies:
                    if not has_begun:  # only now: reading is what tells a client that expects a 100 to send its body
                        has_begun = True
                        await self._begin(send)
                    await send({"type": "http.response.body", "body": reply, "more_body": True})
            if not has_begun:
                await self._begin(send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._places.leave()

    async def _begin(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
