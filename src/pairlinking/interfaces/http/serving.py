"""Runs the app: one process or several behind one socket, with a shutdown that lets requests in progress finish."""

from __future__ import annotations

import asyncio
import gc
import logging
import math
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from pairlinking.errors import PairLinkingError
from pairlinking.interfaces.http.app import create_app
from pairlinking.interfaces.http.guard import HEAD_BYTES, LOCAL_HOSTS
from pairlinking.interfaces.http.handover import Taker
from pairlinking.interfaces.http.logs import configure_logs
from pairlinking.interfaces.http.protocol import patient_protocol
from pairlinking.interfaces.http.service import Service
from pairlinking.interfaces.http.settings import Settings
from pairlinking.kb import KnowledgeBase
from pairlinking.linking import Linker

__all__ = ["Plan", "listen", "run_server"]

_LOGGER = logging.getLogger("pairlinking.http")
_BACKLOG = 1024
# How long a thread may run Python before another one gets its turn. Linking releases the lock dozens of times, in
# compiled parts that do not need it, and after each would wait that long for a busy event loop.
_SWITCH_SECONDS = 0.0005
_LAST_SECONDS = 5  # on top of what any request may take, for those in progress at the end


@dataclass(frozen=True)
class Plan:
    """What a server process needs to know; it is passed between processes."""

    kb: Path
    settings: Settings = field(default_factory=Settings)
    hosts: tuple[str, ...] = LOCAL_HOSTS
    options: dict[str, Any] = field(default_factory=dict)
    log_level: str = "info"


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; `PairLinkingError` if that is impossible, such as when another server uses the port."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        listening = socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PairLinkingError(
            f"Cannot listen on {host}, port {port}: {reason}. Choose another with --host and --port."
        ) from None
    # Connections inherit this option. Without it, the second half of an answer waits 40 ms for the client's ACK.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


class _Server(uvicorn.Server):
    """A server that reports when it is asked to stop, and can be given connections instead of accepting them."""

    def __init__(self, config: uvicorn.Config, service: Service, taker: Taker | None) -> None:
        super().__init__(config)
        self._service, self._taker = service, taker

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._taker is not None:
            self._taker.begin(self._protocol)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._taker is not None:
            self._taker.stop()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._service.is_stopping = True
        super().handle_exit(sig, frame)

    def _protocol(self) -> asyncio.Protocol:
        made = self.config.http_protocol_class
        return made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)  # type: ignore[call-arg]


def run_server(
    plan: Plan,
    source: socket.socket | Taker,
    linker: Linker | None = None,
    *,
    when_ready: Callable[[], object] = lambda: None,
) -> None:
    """Serve until SIGTERM or SIGINT; requests in progress are finished. A second SIGINT ends it at once.

    Connections come from a socket that listens, or are taken from another process.
    """
    configure_logs(plan.log_level)
    linker = linker or Linker(KnowledgeBase.open(plan.kb), **plan.options)
    linker.link("Warm up.")  # what is created on first use is created before the first request
    app = create_app(linker, plan.settings, hosts=plan.hosts)
    seconds = plan.settings.request_seconds + plan.settings.body_seconds + _LAST_SECONDS
    taker = source if isinstance(source, Taker) else None
    config = uvicorn.Config(
        app,
        http=patient_protocol(plan.settings.body_seconds, taker.closed if taker else lambda: None),
        h11_max_incomplete_event_size=HEAD_BYTES,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=math.ceil(seconds),
    )
    server = _Server(config, app.state.service, taker)
    # Handled from now on, so that no signal is lost before the server runs. When it is done, it raises the signal
    # again, which then does nothing: a stop on request is a success.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, server.handle_exit)
    sys.setswitchinterval(_SWITCH_SECONDS)
    _LOGGER.info("serving", extra={"fields": {"pid": os.getpid()}})
    when_ready()
    gc.collect()
    gc.freeze()  # what exists now stays, so the collector need not scan it again and again
    server.run(sockets=[source] if isinstance(source, socket.socket) else [])
    still_running = app.state.service.gate.inside
    if still_running:
        # Their clients have already got a timeout response. Threads cannot be stopped, so the process is.
        _LOGGER.warning("stopped with work unfinished", extra={"fields": {"jobs": still_running}})
        sys.stderr.flush()
        os._exit(0)
