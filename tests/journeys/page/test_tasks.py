"""What a stranger does with the page, on a desk and on a phone, by day and by night.

Every step leaves a picture in build/journeys/page, for a person to look at.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.interfaces.web.browsing import Opener, names, settled, write
from tests.interfaces.web.measuring import faint_texts, overlaps_on_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

PICTURES = Path(os.environ.get("JOURNEYS", Path(__file__).parents[3] / "build" / "journeys")) / "page"
SIZES = {"desk": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 844}}
STORY = (
    "Armstrong and Collins flew to the Moon with a Saturn V of NASA. In Houston, Aldrin was missed. Meanwhile "
    "Manchester United beat Liverpool, and Apple left Cork for California."
)


class Stranger:
    """Somebody in front of the page, with a camera."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self._name, self._count = page, name, 0

    def look(self, at: str) -> None:
        """Keep a picture; all that is seen is readable and nothing lies on anything else."""
        self._count += 1
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{self._name}-{self._count}-{at}.png", full_page=True)
        assert faint_texts(self.page) == []
        assert overlaps_on_page(self.page)[1] == 0
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    """By day or by night."""
    return str(request.param)


@pytest.mark.parametrize("size", SIZES)
def test_a_stranger_finds_the_way(visit: Opener, size: str, scheme: str) -> None:
    page = visit(viewport=SIZES[size], color_scheme=scheme, reduced_motion="reduce", has_touch=size == "phone")
    stranger = Stranger(page, f"{size}-{scheme}")
    stranger.look("first-screen")
    assert names(page).count() > 2

    write(page, STORY)  # a text of one's own is linked while it is written
    stranger.look("own-text")
    assert page.locator("#graph .island").count() >= 3

    names(page).filter(has_text="Collins").click()  # who is that, and why?
    assert page.locator("#panel-title").text_content() == "Michael Collins (astronaut)"
    assert "Neil Armstrong" in (page.locator("#panel .why").text_content() or "")
    stranger.look("card")
    page.click("#details-summary")
    stranger.look("details")

    names(page).filter(has_text="Aldrin").click()  # why is there no link?
    assert "Try the full name" in (page.locator("#panel .why").text_content() or "")
    stranger.look("unknown-name")

    page.click("#view-compare")  # would another method say something else?
    settled(page)
    page.locator("#texts .example").first.click()
    settled(page)
    stranger.look("compare")
    page.locator("#compare-table tr.differs .other button").first.click()
    settled(page)
    assert page.locator("#panel").is_visible()
    stranger.look("explained")

    page.locator("#texts .own").click()  # the text is still there
    settled(page)
    assert page.locator("#input").input_value() == STORY

    page.route("**/api/link", lambda route: route.abort())  # and if the server is gone?
    write(page, STORY + " Then the lights went out.")
    assert "pairlinking serve" in (page.locator("#error-message").text_content() or "")
    assert page.locator("#input").input_value().endswith("went out.")
    stranger.look("server-gone")
