"""``/api/entity``, ``/api/related`` and ``/api/search``: lookups in the knowledge base."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic_core import to_json

from pairlinking.errors import UnknownName
from pairlinking.interfaces.http.describing import failures
from pairlinking.interfaces.http.errors import ApiError
from pairlinking.interfaces.http.lookups import describe_entity, find_forms, nearest_to, relate
from pairlinking.interfaces.http.reply_models import EntityReply, NearestReply, RelatedReply, SearchReply
from pairlinking.interfaces.http.service import Service

__all__ = ["kb_routes"]

Limit = Annotated[int, Query(ge=1, le=100, description="Maximum number of results.")]
Title = Annotated[str, Query(description="Title, redirect or key of an entity.", max_length=1000)]


def kb_routes(service: Service) -> APIRouter:
    """The routes that look things up in the knowledge base."""
    router = APIRouter(tags=["knowledge base"], responses=failures(422, 503, 504))
    kb = service.kb

    def find(name: str, field: str) -> int:
        try:
            return kb.names.find(name, "this knowledge base")  # not kb.find, whose error names the folder
        except UnknownName as error:
            raise ApiError(404, "unknown-entity", str(error), field) from None

    async def answer(job: Callable[[], dict[str, Any]]) -> Response:
        return Response(await service.run(lambda: to_json(job())), media_type="application/json")

    @router.get("/api/entity/{title:path}", response_model=EntityReply)
    async def entity(title: Annotated[str, Path(description="Title, redirect or key.")]) -> Response:
        """An entity with its redirects, in-links and surface forms; a 404 suggests similar names."""
        return await answer(lambda: describe_entity(kb, find(title, "title")))

    @router.get("/api/related", response_model=RelatedReply | NearestReply)
    async def related(
        entity: Title, other: Annotated[Title | None, Query(alias="with")] = None, limit: Limit = 20
    ) -> Response:
        """How related two entities are by every measure; without `with`, the entities most related to one."""
        if other is None:
            return await answer(lambda: nearest_to(kb, find(entity, "entity"), limit))
        return await answer(lambda: relate(kb, find(entity, "entity"), find(other, "with")))

    @router.get("/api/search", response_model=SearchReply)
    async def search(
        q: Annotated[str, Query(min_length=1, max_length=200, description="Beginning of the form, in any case.")],
        limit: Limit = 10,
    ) -> Response:
        """Surface forms with a given beginning, the most frequent first, with what they can mean."""
        return await answer(lambda: find_forms(kb, q, limit))

    return router
