"""The common shape of all errors: ``{"error": {"code", "message", "field"}}``, without internal details."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Response
from pydantic_core import to_json

from pairlinking.errors import DocumentError, PairLinkingError, ProblemTooLarge

__all__ = ["ApiError", "as_api_error", "error_content", "error_record", "error_response"]

_LONGEST = 600  # characters of a message: it may repeat what the client sent


class ApiError(Exception):
    """An error response. Raise it anywhere, also in a job; clients get all of them in one shape.

    Parameters
    ----------
    status
        Of the HTTP response.
    code
        What kind of error it is, for programs: short, lower case, with hyphens.
    message
        For people: the value, what was expected, and the next step.
    field
        Where in the request it is, such as ``options.beta`` or ``mentions.3.end``.
    headers
        Further headers of the response.
    """

    def __init__(
        self, status: int, code: str, message: str, field: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.field = status, code, message, field
        self.headers = dict(headers or {})


def error_content(code: str, message: str, field: str | None = None) -> bytes:
    """The body of an error."""
    return to_json(error_record(code, message, field))


def error_record(code: str, message: str, field: str | None = None) -> dict[str, Any]:
    """An error as JSON can hold it."""
    if len(message) > _LONGEST:
        message = message[: _LONGEST - 1] + "…"
    # Half of a surrogate pair can be sent as an escape, and UTF-8 cannot encode it.
    message = message.encode("utf-8", "replace").decode("utf-8")
    return {"error": {"code": code, "message": message, "field": field}}


def error_response(error: ApiError) -> Response:
    """The response for an error."""
    content = error_content(error.code, error.message, error.field)
    return Response(content, error.status, error.headers, media_type="application/json")


def as_api_error(error: PairLinkingError, field: str | None = None) -> ApiError:
    """An error of the library as the client gets it: the request cannot be linked, and why."""
    if isinstance(error, ProblemTooLarge):
        code = "problem-too-large"
    elif isinstance(error, DocumentError):
        code = "bad-document"
    else:
        code = "bad-value"
    return ApiError(422, code, str(error), field)
