"""How the page looks: any text literally, readable in light and dark, on a phone, and never on top of itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.interfaces.web.browsing import GOLF, Opener, asked, link_text, names, settled
from tests.interfaces.web.measuring import contrast, faint_texts, overlaps_in_layouts, overlaps_on_page

HOSTILE = (
    "<img src=x onerror='window.hit=1'> 👩‍🚀🌕 Armstrong & <b>Aldrin</b> — \"Moon\" <script>window.hit=1</script>\n"
    "غنى سام كوك في جورجيا Georgia وأتلانتا Augusta 𝒳𝒴 🏌️‍♂️ Tiger Woods"
)
MANY = (
    "Tiger Woods, Jupiter, Saturn, Mars, Venus, Earth, Moon, Tbilisi, Batumi, Armenia, Yerevan, Azerbaijan, Baku, "
    "Chicago Bulls, Scottie Pippen, Kobe Bryant, Larry Bird, Yao Ming, Leipzig, Salzburg, Vienna, Joseph Haydn, "
    "Franz Schubert, Clara Schumann, Johannes Brahms, Microsoft, Google, Linux, Unix, Marie Curie, Plutonium, Helium, "
    "Russia, Volga"
)
PHONE = {"width": 360, "height": 740}
SMALL = {"width": 320, "height": 640}
DESK = {"width": 1280, "height": 860}


def test_any_text_is_shown_literally_with_its_marks_at_the_right_places(visit: Opener) -> None:
    page = visit()
    link_text(page, HOSTILE)
    reply = asked(page, "api/link", HOSTILE)
    assert page.locator("#text").text_content() == HOSTILE
    assert names(page).all_text_contents() == [each["text"] for each in reply["mentions"]]
    assert {"Armstrong", "Georgia", "Tiger Woods"} <= set(names(page).all_text_contents())
    came_alive = "[window.hit, document.querySelectorAll('main img, main script').length]"
    assert page.evaluate(came_alive) == [None, 0]
    page.locator("#text .name:has-text('Tiger Woods')").focus()
    with page.expect_request("**/api/link") as asking:
        page.keyboard.press("Delete")
    settled(page)
    sent = json.loads(asking.value.post_data or "")["mentions"]
    assert [HOSTILE[each["start"] : each["end"]] for each in sent] == names(page).all_text_contents()
    page.click("#view-compare")
    page.wait_for_selector("#compare-table tbody tr")
    assert page.evaluate(came_alive) == [None, 0]


def test_entities_lead_to_pages_of_the_web_and_nowhere_else(visit: Opener) -> None:
    page = visit(wait=False)

    def with_address(reply: Any) -> Any:
        first, second, *_ = reply["mentions"][0]["candidates"]
        first |= {"url": "javascript:hit()", "title": "<i>title</i>"}
        second["url"] = "https://example.org/a b"
        return reply

    page.route("**/api/link", lambda route: route.fulfill(json=with_address(route.fetch().json())))
    page.reload()
    settled(page)
    links = page.locator("#panel a")
    assert [each.get_attribute("href") for each in links.all()] == ["https://example.org/a%20b"]
    assert links.get_attribute("rel") == "noopener noreferrer"
    assert page.locator("#panel .chosen .entity").text_content() == "<i>title</i>"


def test_title_in_another_direction_leaves_that_of_the_text_as_it_is(visit: Opener) -> None:
    page = visit()

    def turned(reply: Any) -> Any:
        first = reply["mentions"][0]["answers"]
        first["local"]["entity"] = {"id": "x", "title": "\u202eturned", "url": None}
        return reply

    page.route("**/api/compare", lambda route: route.fulfill(json=turned(route.fetch().json())))
    page.click("#view-compare")
    page.wait_for_selector("#compare-table tbody tr")
    left = page.locator("#sides .side").first
    assert left.locator(".differs").first.get_attribute("data-shown") == "≠ \u202eturned"
    lines = [(round(box["y"]), box["x"]) for each in left.locator(".name").all() if (box := each.bounding_box())]
    assert lines == sorted(lines)  # names stand from left to right, line by line


def test_marks_that_overlap_are_all_within_reach(visit: Opener) -> None:
    page = visit(wait=False)
    spans = [{"start": 35, "end": 51}, {"start": 44, "end": 51}]
    example = {"title": "x", "text": GOLF, "mentions": spans}
    page.route("**/api/info", lambda route: route.fulfill(json={**route.fetch().json(), "examples": [example]}))
    page.reload()
    settled(page)
    assert names(page).all_text_contents() == ["Augusta, Georgia"]
    assert page.locator("#overlapping .name").all_text_contents() == ["Georgia"]
    assert page.locator("#text").text_content() == GOLF


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_is_readable(visit: Opener, scheme: str) -> None:
    page = visit(color_scheme=scheme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (contrast(ground, "rgb(255, 255, 255)") > 15) == (scheme == "dark")
    page.click("#settings summary")
    assert faint_texts(page) == []
    page.focus("#step")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(400)  # edges fade
    assert faint_texts(page) == []
    page.click("#view-compare")
    page.wait_for_selector("#compare-table tbody tr")
    assert faint_texts(page) == []
    page.route("**/api/link", lambda route: route.fulfill(status=503, json={"error": {"message": "Too busy."}}))
    link_text(page, GOLF)
    assert page.locator("#error").is_visible()
    assert faint_texts(page) == []


@pytest.mark.parametrize("viewport", [SMALL, PHONE, DESK], ids=["small", "phone", "desk"])
def test_nothing_sticks_out_or_overlaps(visit: Opener, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport)
    width = "document.documentElement.scrollWidth"
    page.click("#settings summary")
    for number in range(page.locator("#example option").count() - 1):
        with page.expect_response("**/api/link"):
            page.select_option("#example", str(number))
        settled(page)
        count, wrong = overlaps_on_page(page)
        assert (count > 2, wrong) == (True, 0)
        assert page.evaluate(width) == viewport["width"]
        table, panel = (page.locator(each).bounding_box() for each in (".candidates", "#panel"))
        assert table is not None
        assert panel is not None
        assert table["x"] + table["width"] < panel["x"] + panel["width"] - 10
    page.click("#view-compare")
    page.wait_for_selector("#compare-table tbody tr")
    assert page.evaluate(width) == viewport["width"]
    page.click("#edit")
    assert page.evaluate(width) == viewport["width"]


def test_layouts_never_overlap_and_are_the_same_each_time(visit: Opener) -> None:
    assert overlaps_in_layouts(visit()) == (90, 0)


def test_large_text_shows_the_strongest_part_and_says_so(visit: Opener) -> None:
    page = visit()
    link_text(page, MANY)
    total = page.locator("#text .name").count()
    assert total > 30
    assert page.locator("#graph .node").count() == 30
    assert page.locator("#graph-note").text_content() == f"the strongest 30 of {total} entities"
    assert overlaps_on_page(page)[1] == 0


def test_tapping_a_name_shows_its_candidates(visit: Opener) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    names(page).nth(3).tap()
    page.wait_for_selector("#panel h2:has-text('“Georgia” →')")
