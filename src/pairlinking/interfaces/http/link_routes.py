"""``/api/link`` and ``/api/compare``."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from pairlinking.collective import methods as all_methods
from pairlinking.interfaces.http.describing import body_of, failures
from pairlinking.interfaces.http.direct import DirectRoute
from pairlinking.interfaces.http.errors import ApiError
from pairlinking.interfaces.http.reading import read_request, read_source
from pairlinking.interfaces.http.replies import compare_reply, link_reply
from pairlinking.interfaces.http.reply_models import CompareReply, LinkReply
from pairlinking.interfaces.http.schemas import CompareRequest, LinkRequest, OptionsIn
from pairlinking.interfaces.http.service import Service
from pairlinking.linking.comparison import compare as compare_methods
from pairlinking.linking.json_text import json_bytes

__all__ = ["Answer", "link_request", "link_routes"]

_JSON = ("application/json",)


def link_routes(service: Service) -> APIRouter:
    """The routes that link a text."""
    router = APIRouter(route_class=DirectRoute, tags=["link"], responses=failures(400, 408, 413, 415, 422, 503, 504))

    def link_job(request: Request, body: bytes) -> bytes:
        answer = link_request(service, read_request(LinkRequest, body))
        service.note(request, mentions=answer.n_mentions, link_ms=answer.ms)
        return answer.reply

    @router.post("/api/link", response_model=LinkReply, openapi_extra=body_of(LinkRequest))
    async def link(request: Request) -> Response:
        """Link the mentions of a text, which are given or detected, with candidates and evidence."""
        body = await service.read_body(request, _JSON)
        content = await service.run(lambda: link_job(request, body), len(body))
        return Response(content, media_type="application/json")

    def compare_job(request: Request, body: bytes) -> bytes:
        wanted = read_request(CompareRequest, body)
        options = _options(wanted.options)
        options.pop("method", None)
        linker = service.linker(options)
        source = service.with_mentions(linker, read_source(wanted))
        methods = None if wanted.methods is None else _known(service, wanted.methods)
        started = perf_counter()
        comparison = compare_methods(linker, source, methods)
        ms = 1000 * (perf_counter() - started)
        service.note(request, mentions=len(source.mentions or ()), link_ms=ms)
        return json_bytes(compare_reply(linker, comparison, ms=ms))

    @router.post("/api/compare", response_model=CompareReply, openapi_extra=body_of(CompareRequest))
    async def compare(request: Request) -> Response:
        """Link a text with several methods, all with the same candidates and local confidences."""
        body = await service.read_body(request, _JSON)
        content = await service.run(lambda: compare_job(request, body), len(body) * len(all_methods()))
        return Response(content, media_type="application/json")

    return router


class Answer(NamedTuple):
    """The reply to a request as JSON, how many mentions it has, and the milliseconds that the linking took."""

    reply: bytes
    n_mentions: int
    ms: float


def link_request(service: Service, wanted: LinkRequest) -> Answer:
    """Link what a request asks for."""
    linker = service.linker(_options(wanted.options))
    source = service.with_mentions(linker, read_source(wanted))
    started = perf_counter()
    document = linker.link_document(source)
    ms = 1000 * (perf_counter() - started)
    reply = link_reply(document, ms=ms, evidence=wanted.evidence, candidates=wanted.candidates)
    return Answer(reply, len(document), ms)


def _options(given: OptionsIn | None) -> dict[str, object]:
    return {} if given is None else {name: getattr(given, name) for name in given.model_fields_set}


def _known(service: Service, names: list[str]) -> list[str]:
    """The methods with these names, without repetition."""
    for number, name in enumerate(names):
        if name not in all_methods():
            try:
                service.linker({"method": name[:100]})
            except ApiError as error:
                error.field = f"methods.{number}"
                raise
    return list(dict.fromkeys(names))
