"""A server, a browser, and a page that must not complain."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.interfaces.web.browsing import Opener, opener

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """Address of a server over the sample wiki."""
    pytest.importorskip("fastapi", reason="the server is an extra: pip install 'pairlinking[server]'")
    from tests.interfaces.http.running import running_server

    with running_server() as server:
        yield server.url


# A module's, not a session's: while Playwright runs, no other test in this process could run an event loop of its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium."""
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        pytest.skip(f"no browser here: none of {', '.join(_NAMES)} is installed (Debian: apt install chromium)")
    api = pytest.importorskip("playwright.sync_api", reason="needs the package playwright to drive the browser")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser, server_url: str) -> Iterator[Opener]:
    """Open the page, as often as needed; at the end no page may have complained or asked another host."""
    with opener(browser, server_url) as visit:
        yield visit
