"""The picture of the web page in the docs: ``python -m reproduction screenshot [URL]``.

Writes docs/images/page.png: the page with a text whose links are all right, which is checked. Without the address of a
running server, one is started with the sample wiki. Needs Chromium (Debian: apt install chromium) and the extras
`server` and `dev`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OUT = Path(__file__).parent.parent / "docs" / "images" / "page.png"
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_SIZE = {"width": 1280, "height": 800}
_TEXT = (
    "Madrid beat Barcelona, and Ronaldo scored twice against Messi. Years before, Armstrong and Collins had flown"
    " to the Moon on a Saturn V of NASA."
)
_OPEN = "Madrid"
_RIGHT = {
    "Madrid": "Real Madrid CF",
    "Barcelona": "FC Barcelona",
    "Ronaldo": "Cristiano Ronaldo",
    "Messi": "Lionel Messi",
    "Armstrong": "Neil Armstrong",
    "Collins": "Michael Collins (astronaut)",
    "Moon": "Moon",
    "Saturn V": "Saturn V",
    "NASA": "NASA",
}
_COLOURS = 192
_MOST_BYTES = 250_000


def take(url: str, out: Path) -> None:
    """Open the page and save a picture of it."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if program is None:
        sys.exit(f"No browser found: none of {', '.join(_BROWSERS)} is installed.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport=_SIZE, device_scale_factor=1.5, color_scheme="light", reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto(url)
        page.wait_for_selector("#main[aria-busy=false]", state="attached")
        page.fill("#input", _TEXT)
        page.wait_for_selector("#main[aria-busy=false]", state="attached")
        labels = [each.get_attribute("aria-label") or "" for each in page.locator("#text .name").all()]
        shown = dict(each.split(", confidence ")[0].split(", linked to ") for each in labels if ", linked to " in each)
        if shown != _RIGHT or len(labels) != len(_RIGHT):
            sys.exit(f"No picture was taken, because not every link is right: {labels}")
        page.locator("#text .name", has_text=_OPEN).click()
        page.evaluate("document.activeElement.blur()")
        out.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=out, full_page=True)
        browser.close()
    # A third of the bytes, without a visible difference.
    Image.open(out).convert("RGB").quantize(_COLOURS).save(out, optimize=True)
    if out.stat().st_size > _MOST_BYTES:
        sys.exit(f"{out} has {out.stat().st_size:,} bytes, more than {_MOST_BYTES:,}: make the picture smaller.")


@contextmanager
def serving() -> Iterator[str]:
    """Start a server on a free port, and yield its address."""
    command = [sys.executable, "-m", "pairlinking", "serve", "--kb", "sample", "--port", "0", "--log-level", "error"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            for line in process.stderr:
                if found := re.search(r"^Serving .* at (http://\S+)$", line):
                    yield found[1]
                    return
            sys.exit("The server did not start.")
        finally:
            process.terminate()


def main(url: str | None = None) -> None:
    """Take the picture and print where it is."""
    if url is not None:
        take(url, OUT)
    else:
        with serving() as own:
            take(own, OUT)
    print(f"{OUT}: {OUT.stat().st_size:,} bytes")
