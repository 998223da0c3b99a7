"""What people do with the page, in the words of the tests."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request

__all__ = [
    "BASKETBALL",
    "FOOTBALL",
    "GOLF",
    "GOLF_SPANS",
    "Opener",
    "asked",
    "fragment_of",
    "golf",
    "meanings",
    "names",
    "opener",
    "settled",
    "table_of",
    "write",
]

Opener = Callable[..., "Page"]

GOLF = "Wood played at 2006 Master held in Augusta, Georgia."
GOLF_SPANS = [(0, 4), (15, 26), (35, 42), (44, 51)]
FOOTBALL = "Madrid beat Barcelona, and Ronaldo scored twice against Messi."  # the club is the city by itself
BASKETBALL = "Jordan sank the last shot, and Chicago celebrated a sixth title under Jackson."


@contextmanager
def opener(browser: Browser, url: str) -> Iterator[Opener]:
    """A function that opens the page in a window of its own and waits for what it shows at first."""
    complaints: list[str] = []
    hosts: set[str] = set()
    contexts = []

    def complain(said: ConsoleMessage) -> None:
        # The browser itself notes every answer that is an error; the page shows those.
        if said.type in ("error", "warning") and "Failed to load resource" not in said.text:
            complaints.append(said.text)

    def note_host(request: Request) -> None:
        hosts.add(request.url.split("/")[2] if "//" in request.url else "own")

    def visit(path: str = "/", *, wait: bool = True, before: str | None = None, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **options})
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", complain)
        page.on("request", note_host)
        if before is not None:
            page.add_init_script(before)
        page.goto(url + path)
        if wait:
            settled(page)
        return page

    try:
        yield visit
    finally:
        for context in contexts:
            context.close()
    assert complaints == [], complaints
    assert hosts <= {url.removeprefix("http://"), "own"}


def settled(page: Page) -> None:
    """Wait until everything that was asked for is shown. The page is busy from the key that asks for something."""
    page.wait_for_selector("#main[aria-busy=false]", state="attached")


def fragment_of(kept: str) -> str:
    """A permanent link that holds this JSON."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(kept.encode()) + packer.flush()
    return "#1." + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def golf(visit: Opener, **options: Any) -> Page:
    """The page with a text whose four names are marked."""
    marks = [number for start, end in GOLF_SPANS for number in (start, end - start)]
    return visit("/" + fragment_of(json.dumps({"t": GOLF, "m": marks})), **options)


def names(page: Page) -> Locator:
    """The names in the text."""
    return page.locator("#text .name")


def meanings(page: Page) -> list[str]:
    """What is said of each name to those who do not see it."""
    return [each.get_attribute("aria-label") or "" for each in names(page).all()]


def write(page: Page, text: str) -> None:
    """Write a text; the page links it by itself."""
    page.fill("#input", text)
    settled(page)


def table_of(page: Page, selector: str) -> list[list[str]]:
    """Texts of a table's cells, body only."""
    rows: list[list[str]] = page.eval_on_selector_all(
        f"{selector} tbody tr", "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    )
    return rows


def asked(page: Page, path: str, text: str, mentions: Sequence[tuple[int, int]] | None = None, **more: Any) -> Any:
    """What the API answers to the same question."""
    spans = None if mentions is None else [{"start": start, "end": end} for start, end in mentions]
    reply = page.request.post(page.url.split("#")[0] + path, data={"text": text, "mentions": spans, **more})
    assert reply.ok, reply.text()
    return reply.json()
