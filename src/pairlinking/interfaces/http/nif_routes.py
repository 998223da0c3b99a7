"""``/nif/d2kb`` and ``/nif/a2kb``, which GERBIL calls: Turtle in, Turtle out."""

from __future__ import annotations

import re
from time import monotonic
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from pairlinking.errors import DocumentError, SourceError, did_you_mean
from pairlinking.evaluation.formats.turtle import TurtleTooLarge
from pairlinking.interfaces.http.body import media_type
from pairlinking.interfaces.http.describing import failures
from pairlinking.interfaces.http.errors import ApiError, as_api_error
from pairlinking.interfaces.http.linkers import OPTIONS
from pairlinking.interfaces.http.service import Service
from pairlinking.interfaces.nif import URIS, EntityUris, NifContent, NifDocument, answered, read_nif, spotted, write_nif
from pairlinking.linking import TextDocument

__all__ = ["nif_routes"]

_TURTLE, _OLD_TURTLE = "text/turtle", "application/x-turtle"  # GERBIL still calls it by its old name
_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([^\s\";]+)", re.IGNORECASE)
_MOST_CONTEXTS = 500
_MOST_LISTED = 20  # of the corrections, as comments


class A2kbQuery(BaseModel):
    """How to answer. One server can be several annotators in GERBIL, each with other parameters."""

    uris: Literal["dbpedia", "wikipedia"] = Field("dbpedia", description="Which URIs entities get.")
    confidence: bool = Field(False, description="Whether to send itsrdf:taConfidence. GERBIL tunes a threshold on it.")
    facts: bool = Field(False, description="Whether to add title, description, kind and Wikidata id of the entities.")
    method: str | None = Field(None, max_length=100, description="One of `methods` of `/api/info`.")
    relatedness: str | None = Field(None, max_length=100, description="wlm, njs, ees, or a mean of them.")
    beta: float | None = Field(None, ge=0, le=1, description="Weight of relatedness.")
    threshold: float | None = Field(None, ge=0, le=1, description="Links less probable than this are left out.")
    top_k: int | None = Field(None, ge=1, description="Maximum number of candidates per mention.")
    spot: str | None = Field(
        None, max_length=100, description="What to detect in a text without mentions: names, concepts or all."
    )


class D2kbQuery(A2kbQuery):
    """How to answer if mentions are given."""

    nil: Literal["uri", "none"] = Field(
        "uri", description="What a mention without an entity gets: a URI below notInWiki, or no taIdentRef."
    )


def nif_routes(service: Service) -> APIRouter:
    """The routes for NIF."""
    router = APIRouter(tags=["nif"], responses=failures(400, 408, 413, 415, 422, 503, 504))
    uris = {kind: EntityUris(service.kb, kind) for kind in URIS}
    extra = _described()

    async def answer(request: Request, query: A2kbQuery) -> Response:
        _check_names(request, type(query))
        _check_type(request)
        body = await service.read_body(request, (media_type(request),))
        job = _Job(service, query, uris[query.uris])
        turtle, notes = await service.run(lambda: job.run(request, body), len(body))
        return Response(turtle, headers={"NIF-Notes": notes, "Content-Type": f"{_wanted(request)}; charset=utf-8"})

    @router.post("/nif/d2kb", response_class=Response, openapi_extra=extra)
    async def d2kb(request: Request, query: Annotated[D2kbQuery, Query()]) -> Response:
        """Link the phrases of NIF contexts, and return them with an itsrdf:taIdentRef each."""
        return await answer(request, query)

    @router.post("/nif/a2kb", response_class=Response, openapi_extra=extra)
    async def a2kb(request: Request, query: Annotated[A2kbQuery, Query()]) -> Response:
        """Detect and link mentions in the texts of NIF contexts; phrases that are given are ignored."""
        return await answer(request, query)

    return router


class _Job:
    """One request: its contexts are linked one after the other; together they share the limits of a request."""

    def __init__(self, service: Service, query: A2kbQuery, uris: EntityUris) -> None:
        self._service, self._query, self._uris = service, query, uris
        self._options = {name: getattr(query, name) for name in OPTIONS}
        self._mentions = self._unlinked = 0

    def run(self, request: Request, body: bytes) -> tuple[bytes, str]:
        """The answer, and how much of the request was corrected, skipped or not linked."""
        deadline = monotonic() + self._service.settings.request_seconds
        content = _read(body)
        self._check(content)
        documents = []
        for document in content.documents:
            if monotonic() > deadline:
                raise ApiError(504, "timeout", "Linking takes too long. Send fewer contexts.")
            documents.append(self._link(document))
        self._service.note(request, mentions=self._mentions)
        skipped = content.skipped
        if not isinstance(self._query, D2kbQuery):
            skipped += sum(len(document.mentions) for document in content.documents)
        notes = f"corrected={len(content.corrected)}, skipped={skipped}, unlinked={self._unlinked}"
        return write_nif(documents, _comments(content)).encode(), notes

    def _check(self, content: NifContent) -> None:
        if len(content.documents) > _MOST_CONTEXTS:
            n = len(content.documents)
            raise ApiError(413, "too-large", f"{n:,} contexts were given; {_MOST_CONTEXTS} are allowed. Split them.")
        characters, most = sum(len(each.text) for each in content.documents), self._service.settings.text_characters
        if characters > most:
            message = f"The texts have {characters:,} characters; {most:,} are allowed. Split them."
            raise ApiError(413, "too-large", message)
        if isinstance(self._query, D2kbQuery):
            self._service.check_mentions(sum(len(each.mentions) for each in content.documents))

    def _link(self, document: NifDocument) -> NifDocument:
        query = self._query
        extras = {"confidence": query.confidence, "facts": query.facts}
        given = document.spans if isinstance(query, D2kbQuery) else None
        if given == ():
            return document
        try:
            linked = self._service.link(TextDocument(document.text, given), self._options)
        except ApiError as error:
            error.field = error.field and error.field.removeprefix("options.")
            raise
        self._mentions += len(linked)
        self._service.check_mentions(self._mentions, found=True)
        self._unlinked += sum(link.entity is None for link in linked)
        if isinstance(query, D2kbQuery):
            return answered(document, linked, self._uris, nil=query.nil == "uri", **extras)
        return spotted(document, linked, self._uris, **extras)


def _read(body: bytes) -> NifContent:
    try:
        return read_nif(body)
    except TurtleTooLarge as error:
        raise ApiError(413, "too-large", str(error)) from None
    except SourceError as error:
        raise ApiError(400, "bad-turtle", str(error)) from None
    except DocumentError as error:
        raise as_api_error(error) from None


def _comments(content: NifContent) -> list[str]:
    lines = [f"corrected: {each}" for each in content.corrected[:_MOST_LISTED]]
    more = len(content.corrected) - len(lines)
    return [*lines, f"corrected: {more:,} more"] if more else lines


def _check_names(request: Request, model: type[BaseModel]) -> None:
    """Refuse a misspelled parameter, which would silently change nothing."""
    known = list(model.model_fields)
    for given in request.query_params:
        if given not in known:
            name = given[:100]
            message = f"Unknown parameter {name!r}.{did_you_mean(name, known)} Known: {', '.join(known)}."
            raise ApiError(422, "bad-value", message, name)


def _check_type(request: Request) -> None:
    given = media_type(request)
    charset = _CHARSET.search(request.headers.get("content-type", ""))
    if given not in (_TURTLE, _OLD_TURTLE, "") or (charset and charset[1].lower() not in ("utf-8", "utf8", "us-ascii")):
        got = request.headers["content-type"][:80]
        message = (
            f"The body must be {_TURTLE} (or {_OLD_TURTLE}) in UTF-8, declared by a Content-Type header. Got {got!r}."
        )
        raise ApiError(415, "unsupported-media-type", message)


def _wanted(request: Request) -> str:
    accepted = request.headers.get("accept", "").lower()
    return _OLD_TURTLE if _OLD_TURTLE in accepted and _TURTLE not in accepted else _TURTLE


def _described() -> dict[str, Any]:
    turtle = {name: {"schema": {"type": "string", "description": "NIF 2.0"}} for name in (_TURTLE, _OLD_TURTLE)}
    notes = {
        "schema": {"type": "string"},
        "description": "Number of offsets corrected, nodes skipped, and mentions left unlinked.",
    }
    return {
        "requestBody": {"required": True, "content": turtle},
        "responses": {"200": {"description": "The answer", "content": turtle, "headers": {"NIF-Notes": notes}}},
    }
