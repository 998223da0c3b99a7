"""Requests as checked objects; an error names the field and the problem in one sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, from_json

from pairlinking.errors import DocumentError, did_you_mean
from pairlinking.interfaces.http.errors import ApiError, as_api_error
from pairlinking.interfaces.http.schemas import CompareRequest, LinkRequest
from pairlinking.linking.documents import TextDocument
from pairlinking.linking.mentions import Span, read_mentions

__all__ = ["check_request", "invalid", "is_serializable", "parse_json", "read_request", "read_source"]

M = TypeVar("M", bound=BaseModel)

_LONGEST_NAME = 100
_EXPECTED = {
    "string_type": "a string",
    "string_too_long": "a string of at most {max_length} characters",
    "string_too_short": "a string of at least {min_length} characters",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "list_type": "a list",
    "too_short": "a list of at least {min_length}",
    "too_long": "a list of at most {max_length}",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
}


def parse_json(body: bytes) -> Any:
    """The value of a JSON text in UTF-8; `ApiError` 400 if it is not valid JSON.

    NaN and Infinity, half surrogate pairs, brackets nested hundreds deep and numbers of thousands of digits are refused
    as well.
    """
    try:
        return from_json(body.removeprefix(b"\xef\xbb\xbf"), allow_inf_nan=False, cache_strings="keys")
    except ValueError as error:
        raise ApiError(400, "bad-json", f"The body is not JSON in UTF-8: {error}.") from None


def read_request(model: type[M], body: bytes) -> M:
    """The request in a body; `ApiError` 400 or 422 if it is invalid."""
    return check_request(model, parse_json(body))


def check_request(model: type[M], content: Any) -> M:
    """A JSON value as a request; `ApiError` 422 if it is invalid."""
    try:
        return model.model_validate(content)
    except ValidationError as error:
        raise invalid(error.errors(include_url=False)[0], model) from None


def read_source(request: LinkRequest | CompareRequest) -> TextDocument:
    """The document of a request, with its mentions checked against its text."""
    text, given = request.text, request.mentions
    if request.id is not None and not is_serializable(request.id):
        message = "Numbers in 'id' must fit into a double. Send large ones as strings."
        raise ApiError(422, "bad-value", message, "id")
    if given is None:
        return TextDocument(text, None, request.id)
    spans = [(mention.start, mention.end) for mention in given]
    try:
        checked = tuple(read_mentions(text, spans))
    except DocumentError as error:
        raise as_api_error(error, f"mentions.{_first_outside(text, spans)}") from None
    fixed = tuple((number, each.fixed) for number, each in enumerate(given) if each.fixed is not None)
    return TextDocument(text, checked, request.id, fixed)


def _first_outside(text: str, spans: Sequence[Span]) -> int:
    return next(number for number, (start, end) in enumerate(spans) if not 0 <= start <= end <= len(text))


def is_serializable(given: Any) -> bool:
    """Whether an id can be sent as JSON: numbers such as 1e999 read as infinity."""
    try:
        json.dumps(given, allow_nan=False)
    except ValueError:
        return False
    return True


def invalid(error: ErrorDetails, model: type[BaseModel] | None = None) -> ApiError:
    """An error of pydantic as the client gets it."""
    place = [str(part)[:_LONGEST_NAME] for part in error["loc"]]  # names may come from the client, and be of any length
    field = ".".join(place)
    if error["type"] == "missing":
        return ApiError(422, "bad-value", f"{field!r} is missing, but required.", field)
    if error["type"] == "extra_forbidden":
        known = _known_fields(model, place[:-1])
        message = f"Unknown field {field!r}.{did_you_mean(place[-1], known)} Known: {', '.join(known)}."
        return ApiError(422, "bad-value", message, field)
    expected = _EXPECTED.get(error["type"])
    given = _short(error["input"])
    if expected is None:
        return ApiError(422, "bad-value", f"{field!r}: {error['msg']}. Got {given} instead.", field or None)
    context: Mapping[str, Any] = error.get("ctx", {})
    what = repr(field) if field else "The body"
    return ApiError(
        422, "bad-value", f"{what} must be {expected.format(**context)}. Got {given} instead.", field or None
    )


def _known_fields(model: type[BaseModel] | None, place: Sequence[str]) -> list[str]:
    """The fields that an object at this place in the request may have."""
    for name in place:
        annotation = model.model_fields[name].annotation if model is not None else None
        parts = getattr(annotation, "__args__", (annotation,))
        model = next((part for part in parts if isinstance(part, type) and issubclass(part, BaseModel)), None)
    return list(model.model_fields) if model is not None else []


def _short(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**30:
        return "a number of dozens of digits"
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else f"a list of {len(value)}"
    return f"{value!r:.80}" if value is not None else "null"
