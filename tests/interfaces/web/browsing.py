"""What people do with the page, in the words of the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request

__all__ = [
    "BASKETBALL",
    "GOLF",
    "GOLF_SPANS",
    "Opener",
    "asked",
    "link_text",
    "names",
    "opener",
    "settled",
    "shown_names",
    "table_of",
]

Opener = Callable[..., "Page"]

GOLF = "Wood played at 2006 Master held in Augusta, Georgia."
GOLF_SPANS = [(0, 4), (15, 26), (35, 42), (44, 51)]
BASKETBALL = "Jordan sank the last shot, and Chicago celebrated a sixth title under Jackson."


@contextmanager
def opener(browser: Browser, url: str) -> Iterator[Opener]:
    """A function that opens the page in a window of its own and waits for what it shows at first."""
    complaints: list[str] = []
    hosts: set[str] = set()
    contexts = []

    def complain(said: ConsoleMessage) -> None:
        # The browser itself notes every answer that is an error; the page shows those.
        if said.type in ("error", "warning") and "the server responded with a status" not in said.text:
            complaints.append(said.text)

    def note_host(request: Request) -> None:
        hosts.add(request.url.split("/")[2] if "//" in request.url else "own")

    def visit(path: str = "/", *, wait: bool = True, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **options})
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", complain)
        page.on("request", note_host)
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
    """Wait until nothing is under way and something is shown."""
    page.wait_for_selector("#main[aria-busy=false]", state="attached")


def names(page: Page) -> Locator:
    """The names in the text."""
    return page.locator("#text .name")


def shown_names(page: Page) -> list[tuple[str, str]]:
    """Text of each name and the number shown with it."""
    return [(each.text_content() or "", each.get_attribute("data-shown") or "") for each in names(page).all()]


def link_text(page: Page, text: str) -> None:
    """Write a text and have it linked; the names in it are found."""
    if page.locator("#editor").is_hidden():
        page.click("#edit")
    page.fill("#input", text)
    with page.expect_response("**/api/link"):
        page.click("#editor button[type=submit]")
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
