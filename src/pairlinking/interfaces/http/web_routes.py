"""The web page at ``/``, its files at ``/web/``, and the documentation at ``/docs``."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from typing import NamedTuple

from fastapi import APIRouter, FastAPI, Request, Response

from pairlinking.interfaces.http.docs_forms import SCRIPT
from pairlinking.interfaces.http.docs_page import STYLE, docs_page
from pairlinking.interfaces.http.errors import ApiError

__all__ = ["web_routes"]

_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}


class _File(NamedTuple):
    content: bytes
    media_type: str
    tag: str


def web_routes(app: FastAPI) -> APIRouter:
    """The routes for people."""
    router = APIRouter(include_in_schema=False)
    # All files are in memory: they are small, and any other name leads nowhere, with .. in it or not.
    page = _read_files()
    docs: dict[str, _File] = {"style.css": _file(STYLE.encode(), "css"), "try.js": _file(SCRIPT.encode(), "js")}

    @router.api_route("/", methods=["GET", "HEAD"])
    async def index(request: Request) -> Response:
        return _send(request, page.get("index.html"))

    @router.api_route("/web/{name:path}", methods=["GET", "HEAD"])
    async def web(request: Request, name: str) -> Response:
        return _send(request, page.get(name))

    @router.api_route("/docs", methods=["GET", "HEAD"])
    async def documentation(request: Request) -> Response:
        if "index.html" not in docs:
            docs["index.html"] = _file(docs_page(app.openapi()).encode(), "html")
        return _send(request, docs["index.html"])

    @router.api_route("/docs/{name}", methods=["GET", "HEAD"])
    async def beside(request: Request, name: str) -> Response:
        return _send(request, docs.get(name))

    return router


def _send(request: Request, file: _File | None) -> Response:
    if file is None:
        raise ApiError(404, "not-found", "Page not found. The API is described at /docs.")
    # Clients check each time whether a file has changed, so that a new version of the server shows at once.
    headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(file.content, headers=headers | {"Content-Type": file.media_type})


def _read_files() -> dict[str, _File]:
    folder = files("pairlinking.interfaces") / "web"
    if not folder.is_dir():
        return {}
    named = ((each.name, each.name.rpartition(".")[2]) for each in folder.iterdir() if each.is_file())
    return {name: _file((folder / name).read_bytes(), kind) for name, kind in named if kind in _TYPES}


def _file(content: bytes, kind: str) -> _File:
    return _File(content, _TYPES[kind], f'"{hashlib.sha256(content).hexdigest()[:16]}"')
