"""The page in a real browser: type, link, look, replay, compare, keep."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.interfaces.web.browsing import (
    BASKETBALL,
    GOLF,
    GOLF_SPANS,
    Opener,
    asked,
    link_text,
    names,
    settled,
    shown_names,
    table_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


def words(reply: Any) -> list[tuple[str, str]]:
    """Names of an answer as the page shows them."""
    return [(each["text"], f"{each['confidence']:.2f}" if each["entity"] else "–") for each in reply["mentions"]]


def decision_edges(page: Page) -> int:
    return page.locator("path.edge.decided:not(.away)").count()


def test_first_screen_shows_an_example_already_linked(visit: Opener) -> None:
    page = visit()
    example = page.request.get(page.url + "api/info").json()["examples"][0]
    reply = asked(page, "api/link", example["text"], [(each["start"], each["end"]) for each in example["mentions"]])
    assert shown_names(page) == words(reply)
    assert page.locator("#text").text_content() == example["text"]
    titles = [each["entity"]["title"] for each in reply["mentions"]]
    assert sorted(page.locator(".node title").all_text_contents()) == sorted(titles)
    assert page.locator("#panel .chosen").count() == 1
    assert "#" not in page.url  # an address is kept once there is something to keep


def test_typed_text_is_linked_as_the_api_links_it(visit: Opener) -> None:
    page = visit()
    link_text(page, BASKETBALL)
    reply = asked(page, "api/link", BASKETBALL)
    assert len(reply["mentions"]) > 2
    assert shown_names(page) == words(reply)
    assert page.locator("#status").text_content().startswith(f"{len(reply['mentions'])} of")  # type: ignore[union-attr]


def test_pointing_at_a_name_shows_its_candidates_with_the_numbers_of_the_api(visit: Opener) -> None:
    page = visit()
    link_text(page, BASKETBALL)
    for at, mention in enumerate(asked(page, "api/link", BASKETBALL)["mentions"]):
        names(page).nth(at).hover()
        page.wait_for_selector(f"#text [data-mention='{at}'][aria-expanded=true]")
        if page.locator("#all-candidates").count():
            page.click("#all-candidates")
        expected = [
            [
                each["title"] + (" (chosen)" if each["chosen"] else ""),
                f"{each['prior']:.2f}",
                f"{each['local']:.2f}",
                f"{each['relatedness']:.2f} by {each['supporter']['title']}",
                f"{each['score']:.2f}",
            ]
            for each in mention["candidates"]
        ]
        shown = [[" ".join(cell.split()) for cell in row] for row in table_of(page, ".candidates")]
        # The browser rounds a half as the decimal number says, Python as the binary one: 0.125 may differ in the end.
        assert [row[0] for row in shown] == [row[0] for row in expected]
        for row, wanted in zip(shown, expected, strict=True):
            found, sought = (re.findall(r"\d\.\d\d", " ".join(each[1:])) for each in (row, wanted))
            assert [float(each) for each in found] == pytest.approx([float(each) for each in sought], abs=0.0101)
            assert row[3].partition(" ")[2] == wanted[3].partition(" ")[2]
        assert page.locator(".node.current title").text_content() == mention["entity"]["title"]


def test_pointing_at_an_entity_shows_its_name_in_the_text(visit: Opener) -> None:
    page = visit()
    page.locator(".node[data-mention='2']").hover()
    assert page.locator("#text .name.current").get_attribute("data-mention") == "2"
    assert page.locator("#panel h2").text_content().startswith("“Augusta” →")  # type: ignore[union-attr]


def test_names_are_reached_moved_along_and_unmarked_by_keyboard(visit: Opener) -> None:
    page = visit()
    page.focus("#settings summary")
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    focused = "document.activeElement.textContent"
    assert page.evaluate(focused) == "Wood"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "2006 Master"
    assert page.locator("#panel").is_visible()
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Escape")
    assert page.locator("#panel").is_hidden()
    with page.expect_response("**/api/link"):
        page.keyboard.press("Delete")
    settled(page)
    assert [name for name, _ in shown_names(page)] == ["Wood", "Augusta", "Georgia"]
    assert page.evaluate(focused) == "Augusta"  # focus stays in the text
    page.focus(".node[tabindex='0']")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.className").startswith("name")


def test_selected_text_becomes_a_name_and_goes_away_again(visit: Opener) -> None:
    page = visit()
    at = page.evaluate(
        """() => {
          const node = document.querySelector("#text").childNodes[2];  // " played at "
          const range = document.createRange();
          range.setStart(node, 1);
          range.setEnd(node, 7);
          const box = range.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
    )
    page.mouse.dblclick(*at)
    with page.expect_request("**/api/link") as asking:
        page.click("#mark")
    settled(page)
    assert json.loads(asking.value.post_data or "")["mentions"][1] == {"start": 5, "end": 11}
    assert [name for name, _ in shown_names(page)] == ["Wood", "played", "2006 Master", "Augusta", "Georgia"]
    assert page.locator("#panel h2").text_content() == "“played” → not linked"
    with page.expect_response("**/api/link"):
        page.click("#unmark")
    settled(page)
    assert [name for name, _ in shown_names(page)] == ["Wood", "2006 Master", "Augusta", "Georgia"]


def test_marks_are_made_by_keyboard_and_move_with_the_text(visit: Opener) -> None:
    page = visit()
    page.click("#edit")
    page.fill("#input", "She saw Venus and Serena at the US Open.")
    assert page.locator(".chip").count() == 0  # the marks of another text are gone
    page.keyboard.press("Control+Home")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")  # "Venus " with the space behind it
    page.focus("#mark-selected")
    page.keyboard.press("Enter")
    assert page.locator(".chip").all_text_contents() == ["Venus ✕"]
    page.keyboard.press("Control+Home")
    page.keyboard.type("👩‍🚀 Then: ")
    with page.expect_request("**/api/link") as asking:
        page.keyboard.press("Control+Enter")
    settled(page)
    assert json.loads(asking.value.post_data or "")["mentions"] == [{"start": 18, "end": 23}]
    assert [name for name, _ in shown_names(page)] == ["Venus"]


def test_replay_shows_one_more_edge_with_every_decision(visit: Opener) -> None:
    page = visit()
    reply = asked(page, "api/link", GOLF, GOLF_SPANS)
    count = len(reply["decisions"])
    assert decision_edges(page) == count == 3
    page.focus("#step")
    page.keyboard.press("Home")
    for step in range(count + 1):
        assert decision_edges(page) == step
        undecided = [each for each in reply["mentions"] if each["decided_in_step"] > step]
        assert names(page).locator("xpath=self::*[contains(@class, 'open')]").count() == len(undecided)
        caption = page.locator("#caption").text_content() or ""
        if step:
            assert caption.startswith(f"Step {step}: ")
            assert caption.endswith(f"confidence {reply['decisions'][step - 1]['confidence']:.2f}")
        page.keyboard.press("ArrowRight")
    assert (
        page.locator("#caption")
        .text_content()
        .startswith(  # type: ignore[union-attr]
            "Step 3: Wood → Tiger Woods, with 2006 Masters Tournament, confidence 0."
        )
    )


def test_replay_plays_by_itself_and_stops_at_the_end(visit: Opener) -> None:
    page = visit(wait=False)
    page.clock.install()
    page.reload()
    settled(page)
    page.click("#play")
    assert decision_edges(page) == 0
    for step in (1, 2, 3):
        page.clock.run_for(1300)
        assert decision_edges(page) == step
    assert page.locator("#play").text_content() == "▶ Replay"


def test_compare_marks_where_methods_differ(visit: Opener) -> None:
    page = visit()
    link_text(page, BASKETBALL)
    with page.expect_response("**/api/compare"):
        page.click("#view-compare")
    page.wait_for_selector("#compare-table tbody tr")
    reply = asked(page, "api/compare", BASKETBALL)
    rows = page.locator("#compare-table tbody tr")
    differing = [("differs" in (each.get_attribute("class") or "")) for each in rows.all()]
    assert differing == [each["differ"] for each in reply["mentions"]]
    assert any(differing)
    for method in ("pagerank", "pair-linking"):
        page.select_option("#side-0", method)
        page.wait_for_selector(f"section[aria-label='Linked by {method}']")
        settled(page)
        here, there = (
            [each["answers"][one]["entity"]["title"] for each in reply["mentions"]] for one in (method, "pair-linking")
        )
        marked = page.locator("#sides section:first-child .name.differs")
        shown = [each.get_attribute("data-shown") for each in marked.all()]
        assert shown == [f"≠ {own}" for own, other in zip(here, there, strict=True) if own != other]
