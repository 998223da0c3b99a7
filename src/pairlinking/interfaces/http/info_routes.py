"""``/api/health`` and ``/api/info``: whether the server is up, and what it can do."""

from __future__ import annotations

from asyncio import to_thread
from typing import Any

from fastapi import APIRouter, Response
from pydantic_core import to_json

from pairlinking import __version__
from pairlinking.building.named import kb_name
from pairlinking.collective import methods
from pairlinking.interfaces.http.examples import examples
from pairlinking.interfaces.http.replies import default_options
from pairlinking.interfaces.http.reply_models import HealthReply, InfoReply
from pairlinking.interfaces.http.service import Service
from pairlinking.kb import KnowledgeBase
from pairlinking.relatedness import measures

__all__ = ["info_routes"]


def info_routes(service: Service) -> APIRouter:
    """Routes about the server itself. They never wait in the queue."""
    router = APIRouter(tags=["server"])
    info: list[bytes] = []  # never changes; made on the first request, because its examples are tried out

    @router.get("/api/health", response_model=HealthReply)
    async def health() -> Response:
        """Whether the server answers."""
        return Response(b'{"status":"ok"}', media_type="application/json")

    @router.get("/api/info", response_model=InfoReply)
    async def about() -> Response:
        """The knowledge base, methods, measures, options in force, limits, and texts to try."""
        if not info:
            info.append(await to_thread(lambda: to_json(_info(service))))
        return Response(info[0], media_type="application/json")

    return router


def _info(service: Service) -> dict[str, Any]:
    return {
        "version": __version__,
        "knowledge_base": _about(service.kb),
        "methods": methods(),
        "relatedness": measures(service.kb),
        "defaults": {**default_options(service.linker()), "spot": service.linker().spot_kind},
        "limits": service.settings.as_dict(),
        "examples": examples(service.linker()),
    }


def _about(kb: KnowledgeBase) -> dict[str, Any]:
    return {
        "name": kb_name(kb),
        "id": kb.manifest.id,
        "entities": len(kb),
        "forms": len(kb.dictionary),
        "in_links": len(kb.in_link_ids),
        "has_vectors": kb.has_vectors,
        "built_from": [str(source["name"]) for source in kb.manifest.sources if "name" in source],
    }
