"""Checks every request before anything else does: the host it is addressed to, and whether its headers are sane.

A web site can make its own name resolve to 127.0.0.1 and so make a browser send requests here (DNS rebinding). Such
requests still carry that name, so only requests for the server's own names are answered. Two lengths for one body are a
way to smuggle requests past a proxy. Both HTTP parsers that uvicorn uses let some of this through, each in other cases.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

from pairlinking.interfaces.http.errors import ApiError, error_response

__all__ = ["HEAD_BYTES", "LOCAL_HOSTS", "Guard"]

LOCAL_HOSTS = ("localhost",)
HEAD_BYTES = 65_536
_HEADERS = 100
_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[^\[\]:/@\s]{1,253})(?::[0-9]{1,5})?", re.ASCII)
_CLOSE = {"Connection": "close"}  # such a connection may be followed by anything


class Guard:
    """Refuses bad requests with a 400 or 421."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = LOCAL_HOSTS) -> None:
        self._app = app
        self._hosts = tuple(each.strip().lower().removesuffix(".") for each in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        error = self._refusal(scope) if scope["type"] == "http" else None
        if error is None:
            await self._app(scope, receive, send)
        else:
            await error_response(error)(scope, receive, send)

    def _refusal(self, scope: Scope) -> ApiError | None:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        size = (
            len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(name) + len(value) for name, value in headers)
        )
        if size > HEAD_BYTES or len(headers) > _HEADERS:
            message = f"The head of a request may have {HEAD_BYTES:,} bytes and {_HEADERS} headers. Send fewer headers."
            return ApiError(400, "bad-request", message, None, _CLOSE)
        names = [name for name, _ in headers]
        if b"transfer-encoding" in names and b"content-length" in names:
            message = "A body has either a Content-Length or a Transfer-Encoding. Send only one of them."
            return ApiError(400, "bad-request", message, None, _CLOSE)
        hosts = [value.decode("latin-1").lower() for name, value in headers if name == b"host"]
        if len(hosts) > 1 or not (hosts or scope["http_version"] == "1.0"):
            return ApiError(400, "bad-request", "A request needs exactly one Host header.", None, _CLOSE)
        if hosts and not self._is_known(hosts[0]):
            message = f"This server does not answer for the host {hosts[0][:80]!r}. Start it with --allowed-hosts NAME."
            return ApiError(421, "unknown-host", message, None, _CLOSE)
        return None

    def _is_known(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].removesuffix(".")
        if name in self._hosts or "*" in self._hosts:
            return True
        if any(each.startswith("*.") and name.endswith(each[1:]) for each in self._hosts):
            return True
        try:  # an IP address, unlike a name, cannot be made to resolve to this server
            ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True
