"""Connections whose client does not take its answer, with a transport that does as the test says."""

from __future__ import annotations

import asyncio

import uvicorn
from uvicorn.server import ServerState

from pairlinking.interfaces.http.protocol import patient_protocol


class Transport(asyncio.Transport):
    """Has less to send each time that it is looked at, some times; and remembers whether it was cut."""

    def __init__(self, n_looks: int) -> None:
        super().__init__()
        self.left = n_looks
        self.was_cut = asyncio.Event()

    def get_write_buffer_size(self) -> int:
        """Bytes left to send."""
        self.left = max(self.left - 1, 0)
        return self.left

    def is_closing(self) -> bool:
        """Whether it was cut."""
        return self.was_cut.is_set()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send nothing."""

    def write_eof(self) -> None:
        """Say nothing more."""

    def abort(self) -> None:
        """Cut the connection."""
        self.was_cut.set()

    def close(self) -> None:
        """End the connection."""


def connected(transport: Transport, seconds: float) -> asyncio.Protocol:
    config = uvicorn.Config(lambda: None, log_config=None, ws="none", interface="asgi3", factory=False)
    config.loaded, config.loaded_app, config.ws_protocol_class = True, None, None
    protocol = patient_protocol(seconds)(config=config, server_state=ServerState(), app_state={})  # type: ignore[call-arg]
    protocol.connection_made(transport)
    return protocol


def test_a_client_is_waited_for_while_it_takes_its_answer_and_then_let_go() -> None:
    async def main() -> None:
        transport = Transport(n_looks=5)
        connected(transport, 0.02).pause_writing()
        assert transport.left == 4
        await asyncio.wait_for(transport.was_cut.wait(), 20)
        assert transport.left == 0

    asyncio.run(main())


def test_a_client_that_took_its_answer_keeps_its_connection() -> None:
    async def main() -> None:
        transport = Transport(n_looks=0)
        protocol = connected(transport, 0.02)
        protocol.pause_writing()
        protocol.resume_writing()
        await asyncio.sleep(0.1)
        assert not transport.was_cut.is_set()

    asyncio.run(main())
