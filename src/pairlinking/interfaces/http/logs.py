"""Logs as JSON lines on standard error: one line per request, and never a word of what users sent."""

from __future__ import annotations

import json
import logging
import sys
import traceback
import warnings
from contextlib import suppress
from datetime import UTC, datetime
from time import perf_counter, time
from typing import Any, TextIO

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pairlinking.interfaces.http.errors import ApiError, error_response
from pairlinking.interfaces.http.service import NOTES

__all__ = ["GONE", "RequestLog", "configure_logs"]

_LOGGER = logging.getLogger("pairlinking.http")
_FIELDS = "fields"  # attribute of a record with the further content of its line
_UNKNOWN = "(unknown)"  # an unknown path is user input, as a text is
_REQUESTS: TextIO | None = None  # where requests are logged, if they are
GONE = 499  # logged if the client left before it had an answer

# The page needs nothing from other sites, and its own files are its only code.
_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]


class RequestLog:
    """Wraps the app: logs each request, adds the headers that all answers have, and answers if all else failed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        status = 0

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        try:
            await self._app(scope, receive, note_status)
        except ClientDisconnect:
            status = GONE
        except Exception as error:
            _LOGGER.error("error", extra={_FIELDS: _without_words(error)})
            if status == 0:
                message = "Internal error. The server's log has the details."
                await error_response(ApiError(500, "internal", message))(scope, receive, note_status)
        _log_request(scope, status, 1000 * (perf_counter() - started))


def _log_request(scope: Scope, status: int, ms: float) -> None:
    if _REQUESTS is None:
        return
    route = scope.get("route")  # the pattern is logged, since a path may contain a name that was looked up
    path = getattr(route, "path_format", None) or _UNKNOWN
    # Written directly: the logging module would take as much time as everything else here together.
    notes = "".join(f', "{name}": {number}' for name, number in scope.get(NOTES, {}).items())
    line = (
        f'{{"time": "{_time(time())}", "level": "info", "event": "request", "method": {json.dumps(scope["method"])}, '
        f'"path": {json.dumps(path)}, "status": {status}, "ms": {ms:.2f}{notes}}}\n'
    )
    with suppress(OSError):  # the reader of the log is gone, which is no reason to fail
        _REQUESTS.write(line)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _without_words(error: BaseException) -> dict[str, Any]:
    """Kind and place of an error; its message could quote a text."""
    frames = traceback.extract_tb(error.__traceback__)
    return {"kind": type(error).__name__, "trace": [f"{each.filename}:{each.lineno} {each.name}" for each in frames]}


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, Any] = {"time": _time(record.created), "level": record.levelname.lower()}
        line["event"] = record.getMessage()
        line |= getattr(record, _FIELDS, {})
        if record.exc_info and record.exc_info[1] is not None:
            line |= _without_words(record.exc_info[1])
        return json.dumps(line)


def configure_logs(level: str = "info") -> None:
    """Send our log, and that of uvicorn, to standard error."""
    global _REQUESTS
    _REQUESTS = sys.stderr if level == "info" else None
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines())
    for name in ("pairlinking", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == "pairlinking" else logging.WARNING)

    def show(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        _LOGGER.warning(str(message), extra={_FIELDS: {"kind": category.__name__}})

    warnings.showwarning = show
