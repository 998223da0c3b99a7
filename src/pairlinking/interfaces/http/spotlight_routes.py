"""``/rest/annotate`` as in DBpedia Spotlight, so that its clients work here with another URL."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import APIRouter, Query, Request, Response
from pydantic_core import to_json

from pairlinking.interfaces.http.describing import failures
from pairlinking.interfaces.http.errors import ApiError
from pairlinking.interfaces.http.service import Service
from pairlinking.interfaces.nif import EntityUris
from pairlinking.linking import LinkedDocument, TextDocument
from pairlinking.linking.links import Link

__all__ = ["spotlight_routes"]

_FORM = "application/x-www-form-urlencoded"
_JSON = "application/json"
_ACCEPTED = (_JSON, "application/*", "*/*")
_MOST_FIELDS = 50
# Those of Spotlight's parameters that would change the answer in ways that we have no data for.
_WITHOUT = {
    "url": "Pages are not fetched here. Send the text itself as 'text'.",
    "types": "Links cannot be filtered by type. Leave it out.",
    "sparql": "SPARQL filters are not supported. Leave it out.",
}

Text = Annotated[str | None, Query(description="The text to annotate.")]
Confidence = Annotated[float, Query(ge=0, le=1, description="Links with a lower confidence are left out.")]
Support = Annotated[int, Query(ge=0, description="Entities with fewer in-links are left out.")]


def spotlight_routes(service: Service) -> APIRouter:
    """The routes that Spotlight's clients call."""
    router = APIRouter(tags=["spotlight"], responses=failures(406, 408, 413, 415, 422, 503, 504))
    uris = EntityUris(service.kb, "dbpedia")

    async def answer(request: Request, given: Mapping[str, str]) -> Response:
        _check_accept(request)
        text, confidence, support = _text(given), _confidence(given), _support(given)

        def job() -> bytes:
            linked = service.link(TextDocument(text))
            service.note(request, mentions=len(linked))
            resources = _resources(linked, uris, confidence, support)
            return to_json(_reply(text, confidence, support, given, resources))

        return Response(await service.run(job, len(text)), media_type=_JSON)

    @router.get("/rest/annotate", openapi_extra=_described())
    async def annotate(
        request: Request, text: Text = None, confidence: Confidence = 0.0, support: Support = 0
    ) -> Response:
        """Detect and link mentions; answers like DBpedia Spotlight, whose other parameters are accepted and echoed."""
        return await answer(request, request.query_params)

    @router.post("/rest/annotate", openapi_extra=_described(form=True))
    async def annotate_form(request: Request) -> Response:
        """The same for longer texts, with the parameters in a form."""
        body = await service.read_body(request, (_FORM,))
        return await answer(request, {**request.query_params, **_form(body)})

    return router


def _reply(
    text: str, confidence: float, support: int, given: Mapping[str, str], resources: list[dict[str, str]]
) -> dict[str, Any]:
    """Numbers are strings in Spotlight's JSON. `Resources` is always there, as some clients fail without it."""
    return {
        "@text": text,
        "@confidence": str(confidence),
        "@support": str(support),
        "@types": "",
        "@sparql": "",
        "@policy": given.get("policy", "whitelist"),
        "Resources": resources,
    }


def _resources(linked: LinkedDocument, uris: EntityUris, confidence: float, support: int) -> list[dict[str, str]]:
    found = []
    for link in linked:
        entity, at = link.entity, linked.solution.chosen(link.number)
        score = round(link.confidence, 6)  # rounded as it is sent: a client may pass it back as the limit
        if entity is None or at is None or score < confidence:
            continue
        n_links = len(linked.kb.in_links(int(linked.solution.entities[at])))
        if n_links >= support:
            found.append(
                {
                    "@URI": uris.of(entity),
                    "@support": str(n_links),
                    "@types": "",
                    "@surfaceForm": link.text,
                    "@offset": str(link.start),
                    "@similarityScore": str(score),
                    "@percentageOfSecondRank": str(_second_rank(link)),
                }
            )
    return found


def _second_rank(link: Link) -> float:
    """Local confidence of the best other candidate as a share of the chosen one's; above 1 if others overruled it."""
    best = link.best
    others = [each.local for each in link.candidates if best is None or each.entity.id != best.entity.id]
    return round(max(others) / link.local, 6) if others and link.local > 0 else 0.0


def _form(body: bytes) -> dict[str, str]:
    try:
        pairs = parse_qsl(body.decode("utf-8"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS)
    except ValueError as error:  # UnicodeDecodeError is one, too
        raise ApiError(400, "bad-form", f"The body is not a form in UTF-8: {error}.") from None
    return dict(pairs)


def _text(given: Mapping[str, str]) -> str:
    for name, reason in _WITHOUT.items():
        if given.get(name):
            raise ApiError(422, "bad-value", f"{name!r} is not supported. {reason}", name)
    text = given.get("text", "")
    if not text.strip():
        raise ApiError(422, "bad-value", "'text' is missing or empty. Send the text to annotate.", "text")
    return text


def _confidence(given: Mapping[str, str]) -> float:
    text = given.get("confidence") or "0"
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise ApiError(422, "bad-value", f"'confidence' must be in [0, 1]. Got {text[:80]!r} instead.", "confidence")
    return value


def _support(given: Mapping[str, str]) -> int:
    text = given.get("support") or "0"
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise ApiError(
            422, "bad-value", f"'support' must be a whole number, at least 0. Got {text[:80]!r} instead.", "support"
        )
    return int(text)


def _check_accept(request: Request) -> None:
    accepted = request.headers.get("accept", "*/*") or "*/*"
    kinds = {part.partition(";")[0].strip().lower() for part in accepted.split(",")}
    if kinds.isdisjoint(_ACCEPTED):
        message = f"The answer is {_JSON}. Got Accept: {accepted[:80]!r}. Accept {_JSON} or */*."
        raise ApiError(406, "not-acceptable", message)


def _described(*, form: bool = False) -> dict[str, Any]:
    keys = ("@URI", "@support", "@types", "@surfaceForm", "@offset", "@similarityScore", "@percentageOfSecondRank")
    resource = {"type": "object", "properties": {key: {"type": "string"} for key in keys}, "required": list(keys)}
    reply = {
        "type": "object",
        "properties": {"@text": {"type": "string"}, "Resources": {"type": "array", "items": resource}},
        "required": ["@text", "Resources"],
    }
    described: dict[str, Any] = {
        "responses": {"200": {"description": "The links", "content": {_JSON: {"schema": reply}}}}
    }
    if form:
        unit = {"type": "number", "minimum": 0, "maximum": 1}
        properties = {
            "text": {"type": "string", "minLength": 1},
            "confidence": unit,
            "support": {"type": "integer", "minimum": 0},
        }
        schema = {"type": "object", "properties": properties, "required": ["text"]}
        described["requestBody"] = {"required": True, "content": {_FORM: {"schema": schema}}}
    return described
