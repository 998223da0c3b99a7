"""The app: all routes over one linker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from types import MethodType
from typing import TYPE_CHECKING, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from pairlinking import __version__
from pairlinking.errors import PairLinkingError
from pairlinking.interfaces.http.batch_routes import batch_routes
from pairlinking.interfaces.http.describing import ALWAYS, describe, failures
from pairlinking.interfaces.http.direct import Shortcut
from pairlinking.interfaces.http.errors import ApiError, as_api_error, error_response
from pairlinking.interfaces.http.guard import LOCAL_HOSTS, Guard
from pairlinking.interfaces.http.info_routes import info_routes
from pairlinking.interfaces.http.kb_routes import kb_routes
from pairlinking.interfaces.http.link_routes import link_routes
from pairlinking.interfaces.http.logs import RequestLog
from pairlinking.interfaces.http.nif_routes import nif_routes
from pairlinking.interfaces.http.reading import invalid
from pairlinking.interfaces.http.service import Service
from pairlinking.interfaces.http.settings import Settings
from pairlinking.interfaces.http.spotlight_routes import spotlight_routes
from pairlinking.interfaces.http.web_routes import web_routes
from pairlinking.linking import Linker

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

__all__ = ["create_app"]

_ABOUT = "Links all mentions in a text to entities jointly, and shows the evidence for every link."


def create_app(linker: Linker, settings: Settings | None = None, *, hosts: Collection[str] = LOCAL_HOSTS) -> FastAPI:
    """The app that serves a linker. Its service is at ``app.state.service``.

    Requests must be addressed to one of the `hosts` (``*.example.org`` and ``*`` work too) or to a bare IP address.
    """
    service = Service(linker, settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        service.close()

    app = FastAPI(
        title="pairlinking",
        version=__version__,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
        responses=failures(*ALWAYS),
    )
    app.state.service = service
    app.openapi = MethodType(describe, app)  # type: ignore[method-assign]
    families = (link_routes, batch_routes, kb_routes, info_routes, nif_routes, spotlight_routes)
    routers = [family(service) for family in families]
    app.add_middleware(Shortcut, routes=[route for router in routers for route in router.routes])
    app.add_middleware(Guard, hosts=hosts)
    app.add_middleware(RequestLog)  # outermost
    for router in (*routers, web_routes(app)):
        app.include_router(router)
    _handle_errors(app)
    return app


def _handle_errors(app: FastAPI) -> None:
    """Give every error the same shape. `RequestLog` catches all others."""

    @app.exception_handler(ApiError)
    async def ours(_: Request, error: ApiError) -> Response:
        return error_response(error)

    @app.exception_handler(PairLinkingError)
    async def library(_: Request, error: PairLinkingError) -> Response:
        return error_response(as_api_error(error))

    @app.exception_handler(RequestValidationError)
    async def parameters(_: Request, error: RequestValidationError) -> Response:
        first = {**error.errors()[0]}
        first["loc"] = first["loc"][1:]  # without "query" in front
        return error_response(invalid(cast("ErrorDetails", first)))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        code, message = "http", str(error.detail)
        if error.status_code == 404:
            code, message = "not-found", "Path not found. All paths are described at /docs."
        elif error.status_code == 405:
            allowed = (error.headers or {}).get("Allow", "")
            code, message = "method-not-allowed", f"{request.method} does not work here. Use {allowed}."
        return error_response(ApiError(error.status_code, code, message, None, error.headers))
