"""What every route works with: the linker, the limits, and a queue for work.

A family of routes is a function from a `Service` to an ``APIRouter``, which `create_app` includes::

    def my_routes(service: Service) -> APIRouter:
        router = APIRouter(tags=["mine"])

        @router.post("/mine")
        async def mine(request: Request) -> Response:
            body = await service.read_body(request, ("text/plain",))       # 408, 413 and 415 are raised there

            def job() -> bytes:                                            # in a thread, so nothing here is async
                linked = service.link(TextDocument(text_of(body)))         # 413 and 422 are raised there
                service.note(request, mentions=len(linked))                # for the log
                return as_bytes(linked)

            content = await service.run(job, len(body))                    # 503 and 504 are raised there
            return Response(content, media_type="text/plain")

        return router

Whatever goes wrong with a request is an `ApiError`, raised anywhere; errors of the library are converted automatically.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from fastapi import Request

from pairlinking.interfaces.http.body import read_body
from pairlinking.interfaces.http.errors import ApiError
from pairlinking.interfaces.http.gate import Gate
from pairlinking.interfaces.http.linkers import Linkers
from pairlinking.interfaces.http.settings import Settings
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import LinkedDocument, Linker, TextDocument

__all__ = ["NOTES", "WHEN_LOST", "Service"]

T = TypeVar("T")

# Keys in the scope of a request.
NOTES = "pairlinking.notes"  # numbers for the log
WHEN_LOST = "pairlinking.when-lost"  # called if its connection is lost before it has been answered


class Service:
    """One linker behind HTTP, with its limits. Call methods that are not async within a job.

    Attributes
    ----------
    kb, settings
        The knowledge base, and the limits.
    is_stopping
        Whether the server has been asked to stop, as long-running work then should.
    """

    def __init__(self, linker: Linker, settings: Settings | None = None) -> None:
        self.kb: KnowledgeBase = linker.kb
        self.settings = settings or Settings()
        self.linkers = Linkers(linker, self.settings)
        self.gate = Gate(self.settings)
        self.is_stopping = False

    async def read_body(self, request: Request, media_types: Collection[str]) -> bytes:
        """The body, if it is of one of these media types, short enough, and arrives in time."""
        return await read_body(request, self.settings, media_types)

    async def run(self, job: Callable[[], T], size: int = 0) -> T:
        """What the job returns. It runs in a thread, when its turn comes; its time is limited.

        `size` is that of the request in bytes: long ones have threads of their own.
        """
        return await self.gate.run(job, size)

    async def run_in_batch(self, job: Callable[[], T]) -> T:
        """What a job of a batch returns: it runs in a thread that batches share, when its turn comes."""
        return await self.gate.run_in_batch(job)

    def linker(self, options: Mapping[str, Any] | None = None) -> Linker:
        """The linker with these options changed. Recently used linkers are kept."""
        return self.linkers.get(options or {})

    def link(self, source: TextDocument, options: Mapping[str, Any] | None = None) -> LinkedDocument:
        """Link a document; its mentions must be checked spans, or None to have them detected. Limits are enforced."""
        linker = self.linker(options)
        return linker.link_document(self.with_mentions(linker, source))

    def with_mentions(self, linker: Linker, source: TextDocument) -> TextDocument:
        """The document with its mentions, detected if needed; `ApiError` 413 if it exceeds the limits."""
        self.check_text(source.text)
        if source.mentions is None:
            source = linker.with_mentions(source)
            self.check_mentions(len(source.mentions or ()), found=True)
            return source
        self.check_mentions(len(source.mentions))
        return source

    def check_text(self, text: str, field: str = "text") -> None:
        """Refuse a text that is too long."""
        most = self.settings.text_characters
        if len(text) > most:
            message = f"The text has {len(text):,} characters; {most:,} are allowed. Split it."
            raise ApiError(413, "too-large", message, field)

    def check_mentions(self, n: int, field: str = "mentions", *, found: bool = False) -> None:
        """Refuse too many mentions."""
        most = self.settings.mentions
        if n > most:
            what = "were found in the text" if found else "were given"
            raise ApiError(413, "too-large", f"{n:,} mentions {what}; {most:,} are allowed. Split the text.", field)

    @staticmethod
    def note(request: Request, *, mentions: int, link_ms: float | None = None, **others: float) -> None:
        """Record for the log how many mentions a request had and how long linking took."""
        notes: dict[str, float] = {"mentions": mentions, **others}
        if link_ms is not None:
            notes["link_ms"] = round(link_ms, 2)
        request.scope[NOTES] = notes

    def close(self) -> None:
        """Accept no more work."""
        self.gate.close()
