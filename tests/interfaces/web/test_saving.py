"""What is kept and what goes wrong: permanent links, downloads, refusals, answers that come late."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.interfaces.web.browsing import (
    BASKETBALL,
    GOLF,
    GOLF_SPANS,
    Opener,
    asked,
    fragment_of,
    golf,
    names,
    settled,
    write,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

# A stream that unfolds a link only once it is let go.
HELD = """
const Stream = window.DecompressionStream;
const gate = new Promise((open) => (window.letGo = open));
window.DecompressionStream = class {
  constructor(kind) {
    const inner = new Stream(kind);
    this.writable = inner.writable;
    this.readable = inner.readable.pipeThrough(
      new TransformStream({ transform: (part, to) => gate.then(() => to.enqueue(part)) })
    );
  }
};
"""
# The same for the first link alone.
FIRST_HELD = (
    HELD.replace("const gate =", "let gate =")
    .replace("const inner = new Stream(kind);", "const inner = new Stream(kind), own = gate; gate = Promise.resolve();")
    .replace("gate.then", "own.then")
)


def message(page: Page) -> str:
    return page.locator("#error-message").text_content() or ""


def test_permanent_link_restores_text_marks_options_and_view(visit: Opener) -> None:
    page = golf(visit)
    page.click("#settings summary")
    page.select_option("#method", "lbp:all")
    page.fill("#beta input[type=number]", "0.35")
    page.wait_for_selector("#in-force:has-text('beta 0.35')", state="attached")
    names(page).first.focus()
    page.keyboard.press("Delete")
    settled(page)
    page.click("#view-compare")
    settled(page)
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
    assert body["text"] == GOLF == other.locator("#input").input_value()
    assert [(each["start"], each["end"]) for each in body["mentions"]] == GOLF_SPANS[1:]
    assert body["options"] == {"method": "lbp:all", "beta": 0.35}
    assert other.locator("#replay").is_hidden()  # not a method that decides pair by pair


def test_page_is_busy_until_its_permanent_link_is_shown(visit: Opener) -> None:
    page = golf(visit, wait=False, before=HELD)
    page.wait_for_selector("#texts .example")  # all else is there
    assert page.locator("#main").get_attribute("aria-busy") == "true"
    assert page.locator("#text").text_content() == ""
    page.evaluate("letGo()")
    settled(page)
    assert page.locator("#text").text_content() == GOLF == page.locator("#input").input_value()
    assert names(page).count() == 4


def test_link_that_is_still_unfolding_gives_way_to_a_later_one(visit: Opener) -> None:
    page = golf(visit, wait=False, before=FIRST_HELD)
    page.wait_for_selector("#texts .example")
    page.evaluate("hash => { location.hash = hash; }", fragment_of(json.dumps({"t": BASKETBALL})))
    names(page).first.wait_for()
    page.evaluate("letGo()")
    page.wait_for_timeout(500)  # for what must not come
    settled(page)
    assert page.locator("#text").text_content() == BASKETBALL == page.locator("#input").input_value()


def test_link_that_is_still_unfolding_gives_way_to_what_is_written(visit: Opener) -> None:
    page = golf(visit, wait=False, before=HELD)
    page.wait_for_selector("#texts .example")
    page.fill("#input", BASKETBALL)
    page.evaluate("letGo()")
    names(page).first.wait_for()
    settled(page)
    assert page.locator("#text").text_content() == BASKETBALL == page.locator("#input").input_value()


@pytest.mark.parametrize("fragment", ["#1.AAAA", "#1.%%%", "#1." + "q" * 500])
def test_permanent_link_that_was_cut_is_told(visit: Opener, fragment: str) -> None:
    page = visit("/" + fragment)
    assert "cannot be read" in message(page)
    assert names(page).count() > 2  # the example is there all the same


@pytest.mark.parametrize("options", ['{"beta": "0.5"}', '{"beta": 1e999}', '{"method": 5}', '"local"'])
def test_permanent_link_with_options_of_another_kind_is_told_and_the_page_works(visit: Opener, options: str) -> None:
    page = visit("/" + fragment_of(f'{{"t": "Tiger", "o": {options}}}'))
    assert "cannot be read" in message(page)
    write(page, BASKETBALL)
    assert page.locator("#text").text_content() == BASKETBALL
    assert page.locator("#error").is_hidden()


def test_permanent_link_to_methods_that_are_none_says_so(visit: Opener) -> None:
    page = visit("/" + fragment_of('{"t": "Tiger won the Masters.", "c": ["constructor", "local"]}'))
    left, right = page.locator("#sides .side").all()
    assert left.locator("p").text_content() == "This method was not compared."
    assert right.locator(".name").count() == 2
    assert right.locator(".differs").count() == 0


def test_copied_link_opens_what_is_shown(visit: Opener) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    write(page, BASKETBALL)
    page.click("#copy")
    page.wait_for_selector("#status:has-text('copied')")
    copied = page.evaluate("navigator.clipboard.readText()")
    other = visit("/" + copied[copied.index("#") :])
    assert other.locator("#text").text_content() == BASKETBALL


def test_results_download_as_the_api_sent_them(visit: Opener) -> None:
    page = golf(visit)
    with page.expect_download() as downloading:
        page.click("#download")
    assert downloading.value.suggested_filename == "pairlinking.json"
    saved = json.loads(downloading.value.path().read_text(encoding="utf-8"))
    reply = asked(page, "api/link", GOLF, GOLF_SPANS)
    assert {**saved, "ms": 0} == {**reply, "ms": 0}


def test_refusal_of_the_server_is_shown_in_its_words(visit: Opener) -> None:
    page = visit()
    page.route(
        "**/api/link",
        lambda route: route.fulfill(status=413, json={"error": {"message": "6,000 mentions were found. Split it."}}),
    )
    write(page, BASKETBALL)
    assert message(page) == "6,000 mentions were found. Split it."
    page.unroute("**/api/link")
    write(page, GOLF)
    assert page.locator("#error").is_hidden()


def test_server_that_answers_nonsense_is_told_and_can_be_tried_again(visit: Opener) -> None:
    page = visit()
    page.route("**/api/link", lambda route: route.fulfill(status=502, body="<b>bad gateway</b>"))
    write(page, BASKETBALL)
    assert "502" in message(page)
    page.unroute("**/api/link")
    page.click("#retry")
    page.wait_for_selector("#error", state="hidden")
    settled(page)
    assert page.locator("#text").text_content() == BASKETBALL
    assert names(page).count() == 3


def test_names_that_are_not_found_or_not_known_are_told_with_what_to_do(visit: Opener) -> None:
    page = visit()
    note = page.locator("#result-note")
    write(page, "nothing to see here.")
    assert "No names were found." in (note.text_content() or "")
    assert "Advanced" in (note.text_content() or "")
    write(page, "Then Zzyzxian met Serena Williams in Perth.")
    assert (note.text_content() or "").startswith("“Zzyzxian” is not in the knowledge base (grey line).")
    unknown = page.locator("#text .name.unknown")
    assert unknown.all_text_contents() == ["Zzyzxian"]
    grey = [int(each) for each in unknown.evaluate("it => getComputedStyle(it).textDecorationColor.match(/\\d+/g)")]
    assert max(grey) - min(grey) < 30
    assert "not in the knowledge base" in page.locator("#kinds li").all_text_contents()
    unknown.click()
    assert page.locator("#panel-title").text_content() == "Not in the knowledge base"
    assert "Try the full name" in (page.locator("#panel .why").text_content() or "")
    page.click("#settings summary")
    page.fill("#threshold input[type=number]", "1")
    page.wait_for_selector("#in-force:has-text('threshold 1.00')", state="attached")
    settled(page)
    write(page, "Serena Williams")
    assert "lower the threshold" in (note.text_content() or "")


def test_answer_that_comes_late_does_not_replace_a_newer_one(visit: Opener) -> None:
    from playwright.sync_api import Error

    page = visit()
    held: list[Route] = []
    page.route("**/api/link", lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request("**/api/link"):
        page.fill("#input", "Venus rested.")
    write(page, BASKETBALL)
    with suppress(Error):  # the browser may have dropped it already
        held[0].continue_()
    page.evaluate("fetch('/api/health')")  # a way to the server and back
    assert page.locator("#text").text_content() == BASKETBALL
    assert names(page).count() == 3
