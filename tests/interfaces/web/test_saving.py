"""What is kept and what goes wrong: permanent links, downloads, refusals, answers that come late."""

from __future__ import annotations

import base64
import json
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.interfaces.web.browsing import BASKETBALL, GOLF, GOLF_SPANS, Opener, asked, link_text, names, settled

if TYPE_CHECKING:
    from playwright.sync_api import Route


def test_permanent_link_restores_text_marks_options_and_view(visit: Opener) -> None:
    page = visit()
    page.click("#settings summary")
    page.select_option("#method", "lbp:all")
    page.fill("#beta input[type=number]", "0.35")
    page.wait_for_selector("#in-force:has-text('beta 0.35')", state="attached")
    names(page).first.focus()
    with page.expect_response("**/api/link"):
        page.keyboard.press("Delete")
    settled(page)
    page.click("#view-compare")
    page.wait_for_selector("#compare-table tbody tr")
    before = page.url
    page.select_option("#side-0", "fwbw")
    page.wait_for_url(lambda url: url != before)  # the address follows what is shown
    assert len(page.url) < 250
    other = visit("/" + page.url[page.url.index("#") :])
    assert other.locator("#side-0").input_value() == "fwbw"
    with other.expect_request("**/api/link") as asking:
        other.click("#view-evidence")
    settled(other)
    body = json.loads(asking.value.post_data or "")
    assert body["text"] == GOLF
    assert [(each["start"], each["end"]) for each in body["mentions"]] == GOLF_SPANS[1:]
    assert body["options"] == {"method": "lbp:all", "beta": 0.35}
    assert other.locator("#replay").is_hidden()  # not a method that decides pair by pair


@pytest.mark.parametrize("fragment", ["#1.AAAA", "#1.%%%", "#1." + "q" * 500])
def test_permanent_link_that_was_cut_is_told(visit: Opener, fragment: str) -> None:
    page = visit("/" + fragment)
    assert "cannot be read" in (page.locator("#error").text_content() or "")
    assert names(page).count() == 4  # the example is there all the same


def fragment_of(kept: str) -> str:
    """A permanent link that holds this JSON."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(kept.encode()) + packer.flush()
    return "#1." + base64.urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.mark.parametrize(
    "options", ['{"beta": "0.5"}', '{"beta": 1e999}', '{"threshold": "x"}', '{"method": 5}', '"local"']
)
def test_permanent_link_with_options_of_another_kind_is_told_and_the_page_works(visit: Opener, options: str) -> None:
    page = visit("/" + fragment_of(f'{{"t": "Tiger", "o": {options}}}'))
    assert "cannot be read" in (page.locator("#error").text_content() or "")
    assert names(page).count() == 4
    link_text(page, BASKETBALL)
    assert page.locator("#text").text_content() == BASKETBALL
    assert page.locator("#error").is_hidden()


def test_permanent_link_to_methods_that_are_none_says_so(visit: Opener) -> None:
    page = visit("/" + fragment_of('{"t": "Tiger won the Masters.", "c": ["constructor", "local"]}'))
    page.wait_for_selector("#compare-table tbody tr")
    left, right = page.locator("#sides .side").all()
    assert left.locator("p").text_content() == "This method was not compared."
    assert right.locator(".name").count() == 2
    assert right.locator(".differs").count() == 0


def test_copied_link_opens_what_is_shown(visit: Opener) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    link_text(page, BASKETBALL)
    page.click("#copy")
    page.wait_for_selector("#status:has-text('copied')")
    copied = page.evaluate("navigator.clipboard.readText()")
    other = visit("/" + copied[copied.index("#") :])
    assert other.locator("#text").text_content() == BASKETBALL


def test_results_download_as_the_api_sent_them(visit: Opener) -> None:
    page = visit()
    with page.expect_download() as downloading:
        page.click("#download")
    assert downloading.value.suggested_filename == "pairlinking.json"
    saved = json.loads(downloading.value.path().read_text(encoding="utf-8"))
    reply = asked(page, "api/link", GOLF, GOLF_SPANS)
    assert {**saved, "ms": 0} == {**reply, "ms": 0}


def test_refusal_of_the_server_is_shown_in_its_words(visit: Opener) -> None:
    page = visit()
    too_long = "Augusta. " * 25_000
    link_text(page, too_long)
    told = page.request.post(page.url.split("#")[0] + "api/link", data={"text": too_long}).json()["error"]["message"]
    assert page.locator("#error-message").text_content() == told
    assert page.locator("#input").input_value() == too_long  # still there, to be mended
    link_text(page, GOLF)
    assert page.locator("#error").is_hidden()


def test_server_that_is_gone_is_told_and_can_be_tried_again(visit: Opener) -> None:
    page = visit()
    page.route("**/api/link", lambda route: route.fulfill(status=502, body="<b>bad gateway</b>"))
    link_text(page, BASKETBALL)
    assert "502" in (page.locator("#error-message").text_content() or "")
    page.unroute("**/api/link")
    page.click("#retry")
    page.wait_for_selector("#error", state="hidden")
    page.wait_for_selector("#main[aria-busy=false]", state="attached")
    assert page.locator("#text").text_content() == BASKETBALL


def test_answer_that_comes_late_does_not_replace_a_newer_one(visit: Opener) -> None:
    from playwright.sync_api import Error

    page = visit()
    held: list[Route] = []
    page.route("**/api/link", lambda route: held.append(route) if not held else route.continue_())
    page.click("#edit")
    page.fill("#input", "Venus rested.")
    with page.expect_request("**/api/link"):
        page.click("#editor button[type=submit]")
    page.wait_for_selector("#main[aria-busy=true]", state="attached")
    link_text(page, BASKETBALL)
    with suppress(Error):  # the browser may have dropped it already
        held[0].continue_()
    page.wait_for_timeout(100)
    assert page.locator("#text").text_content() == BASKETBALL
