"""The page in a real browser: write, link, look, replay, compare."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.interfaces.web.browsing import (
    BASKETBALL,
    FOOTBALL,
    GOLF,
    GOLF_SPANS,
    Opener,
    asked,
    golf,
    meanings,
    names,
    settled,
    table_of,
    write,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


def said(reply: Any) -> list[str]:
    """What the page says of each name of an answer."""
    return [
        f"{each['text']}, linked to {each['entity']['title']}, confidence {each['confidence']:.2f}"
        for each in reply["mentions"]
    ]


def lines(page: Page) -> int:
    return page.locator("#graph path.edge:not(.away)").count()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent"))


def test_first_screen_has_a_text_box_with_an_example_already_linked(visit: Opener) -> None:
    page = visit()
    examples = page.request.get(page.url + "api/info").json()["examples"]
    assert page.locator("#texts .example").all_text_contents() == [each["title"] for each in examples]
    text = examples[0]["text"]
    assert page.locator("#input").input_value() == text == page.locator("#text").text_content()
    reply = asked(page, "api/link", text)
    assert meanings(page) == said(reply)
    assert page.locator("#graph .node .entity").count() == len(reply["mentions"])
    assert page.locator("#panel .bars .chosen").count() == 1
    assert "#" not in page.url  # an address is kept once there is something to keep


def test_without_examples_it_opens_with_an_empty_box(visit: Opener) -> None:
    page = visit(wait=False)
    page.route("**/api/info", lambda route: route.fulfill(json={**route.fetch().json(), "examples": []}))
    page.reload()
    settled(page)
    assert page.locator("#input").input_value() == ""
    assert page.locator("#texts button").count() == 0
    assert "Type or paste a text" in (page.locator("#result-note").text_content() or "")
    write(page, BASKETBALL)
    assert names(page).count() == 3


def test_methods_differ_on_every_example_and_where_they_do_comes_first(visit: Opener) -> None:
    page = visit()
    page.click("#view-compare")
    assert page.locator("#texts .example").count() == 3
    for example in page.locator("#texts .example").all():
        example.click()
        settled(page)
        rows = [each.get_attribute("class") for each in page.locator("#compare-table tbody tr").all()]
        assert rows[0] == "differs"
        assert rows == sorted(rows, key=lambda each: each != "differs")


def test_text_is_linked_as_it_is_written(visit: Opener) -> None:
    page = visit()
    write(page, "")
    assert "Type or paste a text" in (page.locator("#result-note").text_content() or "")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/api/link") else None)
    page.locator("#input").press_sequentially(BASKETBALL)
    settled(page)
    assert meanings(page) == said(asked(page, "api/link", BASKETBALL))
    assert page.locator("#status").text_content().startswith("3 of 3 names linked by pair-linking")  # type: ignore[union-attr]
    assert len(sent) < len(BASKETBALL) / 2  # not one question a key


def test_names_stay_where_they_are_while_the_text_around_them_is_written(visit: Opener) -> None:
    page = visit()
    write(page, BASKETBALL)
    page.route("**/api/link", lambda route: None)  # never answered
    page.focus("#input")
    page.keyboard.press("Control+Home")
    page.keyboard.type("That night, ")
    assert page.locator("#text").text_content() == "That night, " + BASKETBALL
    assert names(page).all_text_contents() == ["Jordan", "Chicago", "Jackson"]


def test_card_says_what_the_api_says(visit: Opener) -> None:
    page = visit()
    write(page, BASKETBALL)
    for at, mention in enumerate(asked(page, "api/link", BASKETBALL)["mentions"]):
        names(page).nth(at).click()
        page.wait_for_selector(f"#text [data-mention='{at}'][aria-expanded=true]")
        entity = mention["entity"]
        assert page.locator("#panel-title").text_content() == entity["title"]
        assert page.locator("#panel .description").text_content() == entity["description"]
        assert page.locator("#panel .badge").text_content() == entity["kind"]
        assert entity["title"] in (page.locator("#panel .why").text_content() or "")
        if page.locator("#all-candidates").count():
            page.click("#all-candidates")
        bars = page.locator("#panel .bars li")
        assert [each.get_attribute("data-id") for each in bars.all()] == [each["id"] for each in mention["candidates"]]
        if at == 0:
            page.click("#details-summary")  # it stays open from card to card
        expected = [
            [each["title"], each["prior"], each["local"], each["relatedness"], each["score"]]
            for each in mention["candidates"][:20]
        ]
        for shown, wanted in zip(table_of(page, ".candidates"), expected, strict=True):
            assert shown[0] == wanted[0]
            numbers = [float(re.findall(r"\d\.\d\d", cell)[0]) for cell in shown[1:]]
            # The browser rounds a half as the decimal number says, Python as the binary one.
            assert numbers == pytest.approx(wanted[1:], abs=0.0051)
        assert page.locator(".node.current .surface").text_content() == f"“{mention['text']}”"


def test_pressing_an_entity_shows_its_name_in_the_text(visit: Opener) -> None:
    page = golf(visit)
    page.locator(".node[data-mention='2']").click()
    assert page.locator("#text .name.current").get_attribute("data-mention") == "2"
    assert page.locator("#panel .surface").text_content() == "“Augusta”"


def test_after_linking_by_keyboard_the_focus_is_in_the_result(visit: Opener) -> None:
    page = visit()
    page.fill("#input", BASKETBALL)
    page.keyboard.press("Control+Enter")
    settled(page)
    page.wait_for_selector("#text .name:focus")
    page.keyboard.press("Home")
    assert focused(page) == "Jordan"
    page.fill("#input", "nothing to see")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#result-title:focus")


def test_names_are_reached_moved_along_and_unmarked_by_keyboard(visit: Opener) -> None:
    page = golf(visit)
    page.focus("#download")
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    assert focused(page) == "Wood"
    page.keyboard.press("ArrowRight")
    assert focused(page) == "2006 Master"
    assert page.locator("#panel").is_visible()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Escape")
    assert page.locator("#panel").is_hidden()
    page.keyboard.press("Delete")
    settled(page)
    assert names(page).all_text_contents() == ["Wood", "Augusta", "Georgia"]
    assert focused(page) == "Augusta"  # focus stays in the text
    page.focus(".node[tabindex='0']")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.className").startswith("name")


def test_selected_text_becomes_a_name_and_goes_away_again(visit: Opener) -> None:
    page = golf(visit)
    at = page.evaluate(
        """() => {
          const node = document.querySelector("#text").childNodes[1];  // " played at "
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
    assert names(page).all_text_contents() == ["Wood", "played", "2006 Master", "Augusta", "Georgia"]
    assert page.locator("#panel-title").text_content() == "Not in the knowledge base"
    page.click("#unmark")
    settled(page)
    assert names(page).all_text_contents() == ["Wood", "2006 Master", "Augusta", "Georgia"]


def test_marks_are_made_by_keyboard_and_move_with_the_text(visit: Opener) -> None:
    page = visit()
    page.fill("#input", "She saw Venus and Serena at the US Open.")
    page.keyboard.press("Control+Home")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")  # "Venus " with the space behind it
    page.focus("#mark-selected")
    page.keyboard.press("Enter")
    assert page.locator("#marked .chip").all_text_contents() == ["Venus ✕"]
    page.keyboard.press("Control+Home")
    page.keyboard.type("👩‍🚀 Then: ")
    with page.expect_request("**/api/link") as asking:
        page.keyboard.press("Control+Enter")
    settled(page)
    assert json.loads(asking.value.post_data or "")["mentions"] == [{"start": 18, "end": 23}]
    assert names(page).all_text_contents() == ["Venus"]
    page.click("#find")
    settled(page)
    assert len(names(page).all()) > 1


def test_replay_shows_one_more_line_with_every_decision(visit: Opener) -> None:
    page = golf(visit)
    reply = asked(page, "api/link", GOLF, GOLF_SPANS)
    count = len(reply["decisions"])
    assert lines(page) == count == 3
    page.focus("#step")
    page.keyboard.press("Home")
    for step in range(count + 1):
        assert lines(page) == step
        undecided = [each for each in reply["mentions"] if each["decided_in_step"] > step]
        assert page.locator("#text .name.open").count() == len(undecided)
        caption = page.locator("#caption").text_content() or ""
        if step:
            assert caption.startswith(f"Step {step}: ")
            assert caption.endswith(f"confidence {reply['decisions'][step - 1]['confidence']:.2f}")
        page.keyboard.press("ArrowRight")
    last = page.locator("#caption").text_content() or ""
    assert last.startswith("Step 3: Wood → Tiger Woods, with 2006 Masters Tournament, confidence 0.")


def test_replay_plays_by_itself_and_stops_at_the_end(visit: Opener) -> None:
    page = golf(visit, wait=False)
    page.clock.install()
    page.reload()
    settled(page)
    page.click("#play")
    assert lines(page) == 0
    for step in (1, 2, 3):
        page.clock.run_for(1300)
        assert lines(page) == step
    assert page.locator("#play").text_content() == "▶ Replay"


def test_compare_marks_where_methods_differ_and_explains_an_answer(visit: Opener) -> None:
    page = visit()
    write(page, FOOTBALL)
    page.click("#view-compare")
    settled(page)
    reply = asked(page, "api/compare", FOOTBALL)
    for method in ("pagerank", "local"):
        page.select_option("#side-0", method)
        page.wait_for_selector(f"section[aria-label='Linked by {method}']")
        settled(page)
        here, there = (
            [each["answers"][one]["entity"]["title"] for each in reply["mentions"]] for one in (method, "pair-linking")
        )
        marked = page.locator("#sides section:first-child .name.differs")
        shown = [each.get_attribute("data-shown") for each in marked.all()]
        assert shown == [f"≠ {own}" for own, other in zip(here, there, strict=True) if own != other]
    page.click("#compare-table button[aria-label='Madrid: explain the answer of local']")
    settled(page)
    assert page.locator("#panel-title").text_content() == "Madrid"
    assert "by local" in (page.locator("#status").text_content() or "")
    assert page.locator("#graph path.edge").count() == 0  # this method looks at each name by itself


def test_a_comparison_without_differences_says_so_and_folds_its_rows(visit: Opener) -> None:
    page = visit()
    write(page, "Joseph Haydn and Franz Schubert lived in Vienna.")
    page.click("#view-compare")
    page.wait_for_selector("#compare-table details")
    assert "agree on 3 names" in (page.locator("#compare-note").text_content() or "")
    assert not page.locator("#compare-table tbody").is_visible()
