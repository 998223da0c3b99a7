"""How the page looks: any text literally, readable in light and dark, on a phone, and never on top of itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.interfaces.web.browsing import BASKETBALL, GOLF, Opener, asked, fragment_of, names, settled, write
from tests.interfaces.web.measuring import SHIFTS, contrast, faint_texts, overlaps_on_page, unlabelled

if TYPE_CHECKING:
    from playwright.sync_api import Route

HOSTILE = (
    "<img src=x onerror='window.hit=1'> 👩‍🚀🌕 Armstrong & <b>Aldrin</b> — \"Moon\" <script>window.hit=1</script>\n"
    "غنى سام كوك في جورجيا Georgia وأتلانتا Augusta 𝒳𝒴 🏌️‍♂️ Tiger Woods"
)
EVERYTHING = (  # all kinds, islands, a name that is not known, and one that is too uncertain
    "Manchester United beat Liverpool 2-1 at Old Trafford. Apple left Cork for California. Armstrong and Collins flew "
    "to the Moon with a Saturn V of NASA. Zzyzxian wrote Hamlet in Perth after the Super Bowl."
)
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
PHONE = {"width": 360, "height": 740}
SMALL = {"width": 320, "height": 640}
DESK = {"width": 1280, "height": 860}


def test_any_text_is_shown_literally_with_its_marks_at_the_right_places(visit: Opener) -> None:
    page = visit()
    write(page, HOSTILE)
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
    settled(page)
    assert page.evaluate(came_alive) == [None, 0]


def test_card_leads_to_pages_of_the_web_and_nowhere_else(visit: Opener) -> None:
    page = visit()

    def with_facts(reply: Any) -> Any:
        first, second, *_ = reply["mentions"][0]["candidates"]
        first |= {"url": "javascript:hit()", "title": "<i>title</i>"}
        second["url"] = "https://example.org/a b"
        reply["mentions"][0]["entity"] |= {"url": "https://www.example.org/x", "wikidata": "Q41421"}
        reply["mentions"][1]["entity"] |= {"url": "javascript:hit()", "wikidata": "Q1/../../evil"}
        return reply

    page.route("**/api/link", lambda route: route.fulfill(json=with_facts(route.fetch().json())))
    write(page, BASKETBALL)
    names(page).first.click()
    links = page.locator("#panel a")
    wikidata = "https://www.wikidata.org/wiki/Q41421"
    found = [each.get_attribute("href") for each in links.all()]
    assert found == ["https://www.example.org/x", wikidata, "https://example.org/a%20b"]
    assert {each.get_attribute("rel") for each in links.all()} == {"noopener noreferrer"}
    assert links.first.text_content() == "example.org"
    assert page.locator("#panel .bars .chosen .entity").text_content() == "<i>title</i>"
    names(page).nth(1).click()
    assert page.locator("#panel .facts a").count() == 0


def test_kinds_have_colors_and_a_legend(visit: Opener) -> None:
    page = visit()
    write(page, BASKETBALL)
    assert page.locator("#kinds li").all_text_contents() == ["person", "organisation"]
    of_names = [each.evaluate("it => getComputedStyle(it).backgroundColor") for each in names(page).all()]
    jordan, chicago, jackson = of_names
    assert jordan == jackson != chicago
    assert page.locator(".swatch.kind1").evaluate("it => getComputedStyle(it).backgroundColor") == jordan


def test_title_in_another_direction_leaves_that_of_the_text_as_it_is(visit: Opener) -> None:
    page = visit()

    def turned(reply: Any) -> Any:
        first = reply["mentions"][0]["answers"]
        first["local"]["entity"] = {"id": "x", "title": "\u202eturned"}
        return reply

    page.route("**/api/compare", lambda route: route.fulfill(json=turned(route.fetch().json())))
    page.click("#view-compare")
    settled(page)
    left = page.locator("#sides .side").first
    assert left.locator(".differs").first.get_attribute("data-shown") == "≠ \u202eturned"
    lines = [(round(box["y"]), box["x"]) for each in left.locator(".name").all() if (box := each.bounding_box())]
    assert lines == sorted(lines)  # names stand from left to right, line by line


def test_marks_that_overlap_are_all_within_reach(visit: Opener) -> None:
    page = visit("/" + fragment_of(json.dumps({"t": GOLF, "m": [35, 16, 44, 7]})))
    assert names(page).all_text_contents() == ["Augusta, Georgia"]
    assert page.locator("#overlapping .name").all_text_contents() == ["Georgia"]
    assert page.locator("#text").text_content() == GOLF
    page.locator("#overlapping .name").click()
    assert page.locator("#panel .surface").text_content() == "“Georgia”"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_is_readable_and_every_control_has_a_name(visit: Opener, scheme: str) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (contrast(ground, "rgb(255, 255, 255)") > 15) == (scheme == "dark")
    write(page, EVERYTHING)
    page.click("#settings summary")
    for name in names(page).all():
        name.click()
        assert faint_texts(page) == []
    names(page).first.click()
    page.click("#details-summary")
    assert (faint_texts(page), unlabelled(page)) == ([], [])
    page.focus("#step")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert faint_texts(page) == []
    page.click("#view-compare")
    settled(page)
    assert (faint_texts(page), unlabelled(page)) == ([], [])
    page.route("**/api/compare", lambda route: route.fulfill(status=503, json={"error": {"message": "Too busy."}}))
    write(page, GOLF)
    assert page.locator("#error").is_visible()
    assert faint_texts(page) == []


@pytest.mark.parametrize("viewport", [SMALL, PHONE, DESK], ids=["small", "phone", "desk"])
def test_nothing_sticks_out_or_overlaps(visit: Opener, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport)
    width = "document.documentElement.scrollWidth"
    page.click("#settings summary")
    for text in (None, GOLF, EVERYTHING):
        if text is not None:
            write(page, text)
        names(page).first.click()
        if page.locator("#details[open]").count() == 0:
            page.click("#details-summary")
        count, wrong = overlaps_on_page(page)
        assert (count > 1, wrong) == (True, 0)
        assert page.evaluate(width) == viewport["width"]
    page.click("#view-compare")
    settled(page)
    assert page.evaluate(width) == viewport["width"]


def test_whole_text_is_visible_however_long(visit: Opener) -> None:
    page = visit()
    write(page, "\n".join([GOLF, BASKETBALL] * 20))
    box = page.locator("#text")
    assert box.evaluate("it => it.scrollHeight <= it.clientHeight + 1")
    assert box.bounding_box()["height"] > 1000  # type: ignore[index]


def test_keys_go_through_the_page_from_top_to_bottom(visit: Opener) -> None:
    page = visit()
    page.focus(".about a")
    order = []
    for _ in range(24):
        page.keyboard.press("Tab")
        order.append(page.evaluate("(document.activeElement.closest('[id]') ?? document.body).id"))
    wanted = ["texts", "input", "view-evidence", "copy", "text", "close", "details-summary", "graph", "play", "step"]
    found = [order.index(each) for each in wanted if each in order]
    assert len(found) == len(wanted), order
    assert found == sorted(found), order


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_moves_when_links_arrive(visit: Opener, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport, before=SHIFTS)
    held: list[Route] = []
    page.route("**/api/link", lambda route: held.append(route))
    with page.expect_request("**/api/link"):
        page.fill("#input", EVERYTHING)
    page.evaluate(DRAWN)
    words = page.locator("#text").bounding_box()
    page.evaluate("window.shifts = []")
    held[-1].continue_()
    settled(page)
    assert names(page).count() > 4
    page.evaluate(DRAWN)
    assert page.locator("#text").bounding_box() == words
    assert sum(value for value, _ in page.evaluate("window.shifts")) < 0.02, page.evaluate("window.shifts")


def test_on_a_phone_card_and_graph_open_below_the_line_of_their_word(visit: Opener) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    write(page, EVERYTHING)
    assert page.locator("#panel").is_hidden()  # nothing lies between the words until one is chosen
    for at in (0, 2, 4):
        names(page).nth(at).tap()
        page.wait_for_selector(f"#text [data-mention='{at}'][aria-expanded=true]")
        word, card, graph = (
            page.locator(each).bounding_box() for each in (f"#text [data-mention='{at}']", "#panel", "#graph-card")
        )
        assert word is not None
        assert card is not None
        assert graph is not None
        assert 0 <= card["y"] - (word["y"] + word["height"]) < 25
        assert 0 <= graph["y"] - (card["y"] + card["height"]) < 25
        following = names(page).last.bounding_box()
        assert following is not None
        assert not card["y"] < following["y"] < graph["y"] + graph["height"]  # no word below the card
        assert page.locator("#text").text_content() == EVERYTHING
    page.click("#close")
    assert page.locator("#panel").is_hidden()
