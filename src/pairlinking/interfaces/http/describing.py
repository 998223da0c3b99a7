"""How routes describe themselves in the OpenAPI schema."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from pairlinking.interfaces.http.reply_models import ErrorReply
from pairlinking.interfaces.http.request_examples import REQUESTS
from pairlinking.interfaces.http.schemas import CompareRequest, LinkRequest

__all__ = ["ALWAYS", "body_of", "describe", "failures", "lines_of"]

_REF = "#/components/schemas/{model}"
_BODIES: tuple[type[BaseModel], ...] = (LinkRequest, CompareRequest)

_MEANINGS = {
    400: "Invalid HTTP request, or a body that is not JSON",
    404: "Not found",
    405: "Method not allowed",
    406: "Not available in the requested format",
    408: "The body arrived too slowly",
    413: "The body, the text or the number of mentions exceeds the limits",
    415: "Unsupported media type",
    422: "Invalid request; `field` says where",
    500: "Internal error",
    503: "Too many requests are waiting; Retry-After says when to try again",
    504: "Linking took too long",
}
ALWAYS = (400, 404, 405, 500)  # any route can answer these


def failures(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors that routes declare, all in the same shape."""
    return {status: {"model": ErrorReply, "description": _MEANINGS[status]} for status in statuses}


def body_of(model: type[BaseModel]) -> dict[str, Any]:
    """The request body of a route that reads it directly."""
    schema = {"$ref": _REF.format(model=model.__name__)}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def lines_of(model: type[BaseModel], reply: type[BaseModel], *, media_type: str) -> dict[str, Any]:
    """Body and replies of a route that reads and writes JSON lines."""
    content = [{media_type: {"schema": {"$ref": _REF.format(model=each.__name__)}}} for each in (model, reply)]
    answers = {"200": {"description": "One line for each line of the request", "content": content[1]}}
    return {"requestBody": {"required": True, "content": content[0]}, "responses": answers}


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI schema, with the models of bodies that FastAPI does not see."""
    if app.openapi_schema is None:
        schema = FastAPI.openapi(app)
        _, found = models_json_schema([(model, "validation") for model in _BODIES], ref_template=_REF)
        schema.setdefault("components", {}).setdefault("schemas", {}).update(found["$defs"])
        _add_examples(schema)
        app.openapi_schema = schema
    return app.openapi_schema


def _add_examples(schema: dict[str, Any]) -> None:
    """Add example requests to the operations."""
    for path, request in REQUESTS.items():
        for operation in schema["paths"][path].values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] in request:
                    parameter["example"] = request[parameter["name"]]
            for content in operation.get("requestBody", {}).get("content", {}).values():
                if "body" in request:
                    content["example"] = request["body"]
