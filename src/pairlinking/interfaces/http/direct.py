"""Routes whose functions read the request directly: FastAPI only describes them."""

from __future__ import annotations

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

__all__ = ["DirectRoute"]


class DirectRoute(APIRoute):
    """A route for ``async def f(request: Request) -> Response``, of which nothing is to be solved or checked.

    Without it, contexts for parameters that are not there cost a fifth of what HTTP costs.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["method"] in (self.methods or ()):
            response = await self.endpoint(Request(scope, receive, send))
            await response(scope, receive, send)
        else:
            await super().handle(scope, receive, send)
