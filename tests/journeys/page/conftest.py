"""The server and the browser of the tests of the page."""

from __future__ import annotations

from tests.interfaces.web.conftest import browser, server_url, visit

__all__ = ["browser", "server_url", "visit"]
