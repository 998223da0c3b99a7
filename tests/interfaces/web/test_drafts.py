"""A text that somebody wrote is never lost: not by an example, another view, a refusal, a dead server or a reload."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.interfaces.web.browsing import BASKETBALL, GOLF, Opener, golf, names, settled, write

if TYPE_CHECKING:
    from playwright.sync_api import Page


def box(page: Page) -> str:
    return page.locator("#input").input_value()


def test_an_example_and_a_new_text_leave_it_within_reach(visit: Opener) -> None:
    page = visit()
    write(page, BASKETBALL)
    page.locator("#texts .example").nth(1).click()
    settled(page)
    assert box(page) != BASKETBALL
    page.click("#new-text")
    assert box(page) == ""
    page.keyboard.type("Venus rose over Georgia.")
    settled(page)
    own = page.locator("#texts .own")
    assert own.count() == 2
    own.nth(1).click()
    settled(page)
    assert box(page) == page.locator("#text").text_content() == BASKETBALL
    own.nth(0).click()
    settled(page)
    assert box(page) == "Venus rose over Georgia."


def test_an_example_that_is_changed_becomes_ones_own_and_stays_as_it_was(visit: Opener) -> None:
    page = visit()
    example = box(page)
    page.focus("#input")
    page.keyboard.press("Control+End")
    page.keyboard.type(" So they say.")
    settled(page)
    page.locator("#texts .example").first.click()
    settled(page)
    assert box(page) == example
    page.locator("#texts .own").click()
    settled(page)
    assert box(page) == example + " So they say."


def test_compare_and_back_leave_it_in_the_box(visit: Opener) -> None:
    page = visit()
    page.fill("#input", BASKETBALL)
    page.click("#view-compare")  # before it was linked
    settled(page)
    assert box(page) == BASKETBALL
    assert page.locator("#compare-table tbody tr").count() == 3
    page.click("#view-evidence")
    settled(page)
    assert box(page) == page.locator("#text").text_content() == BASKETBALL


def test_a_refusal_leaves_it_in_the_box_and_a_reload_brings_it_back(visit: Opener) -> None:
    page = visit()
    too_long = "Augusta. " * 25_000
    write(page, too_long)
    assert "are allowed" in (page.locator("#error-message").text_content() or "")
    assert box(page) == too_long
    assert page.locator("#status").text_content() == ""  # nothing is said of the text before
    assert page.locator("#panel, #graph-card").filter(visible=True).count() == 0
    page.reload()
    settled(page)
    assert box(page) == too_long


def test_a_reload_before_it_is_linked_brings_the_last_letter_back(visit: Opener) -> None:
    page = visit()
    write(page, BASKETBALL)
    page.wait_for_url("**/#1.*")
    page.route("**/api/link", lambda route: route.abort())
    page.focus("#input")
    page.keyboard.press("Control+End")
    page.keyboard.type(" Again!")
    page.unroute("**/api/link")
    page.reload()
    settled(page)
    assert box(page) == page.locator("#text").text_content() == BASKETBALL + " Again!"
    assert page.locator("#texts .own").count() == 1


def test_a_link_that_is_opened_does_not_replace_it(visit: Opener) -> None:
    page = visit()
    write(page, BASKETBALL)
    target = golf(visit).url
    page.evaluate("address => location.assign(address)", target[target.index("#") :])
    page.wait_for_selector("#text:has-text('2006 Master')")
    settled(page)
    assert box(page) == GOLF
    page.locator("#texts .own").click()
    settled(page)
    assert box(page) == BASKETBALL


def test_a_server_that_is_gone_leaves_it_in_the_box(visit: Opener) -> None:
    page = visit()
    page.route("**/api/link", lambda route: route.abort())
    write(page, BASKETBALL)
    told = page.locator("#error-message").text_content() or ""
    assert "does not answer" in told
    assert "pairlinking serve" in told
    assert box(page) == BASKETBALL
    page.unroute("**/api/link")
    page.click("#retry")
    page.wait_for_selector("#error", state="hidden")
    settled(page)
    assert names(page).count() == 3
