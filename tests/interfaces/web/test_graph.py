"""The graph draws what supports a link and nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.interfaces.web.browsing import Opener, asked, settled, write
from tests.interfaces.web.measuring import overlaps_in_layouts, overlaps_on_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

TWO_WORLDS = "Manchester United beat Liverpool 2-1. Apple opened an office in Tbilisi and another in California."
CAUCASUS = (
    "Tbilisi, Batumi, Armenia, Yerevan, Azerbaijan, Baku, Russia, Volga, Moscow, Vienna, Salzburg, Joseph Haydn, "
    "Franz Schubert, Johannes Brahms, Clara Schumann and Leipzig"
)
MANY = (
    "Tiger Woods, Jupiter, Saturn, Mars, Venus, Earth, Moon, Tbilisi, Batumi, Armenia, Yerevan, Azerbaijan, Baku, "
    "Chicago Bulls, Scottie Pippen, Kobe Bryant, Larry Bird, Yao Ming, Leipzig, Salzburg, Vienna, Joseph Haydn, "
    "Franz Schubert, Clara Schumann, Johannes Brahms, Microsoft, Google, Linux, Unix, Marie Curie, Plutonium, Helium, "
    "Russia, Volga"
)


def islands(page: Page) -> list[set[str]]:
    """Titles of the entities on each island."""
    found: list[list[str]] = page.eval_on_selector_all(
        "#graph .island", "all => all.map(one => [...one.querySelectorAll('.node .entity')].map(it => it.textContent))"
    )
    return [set(each) for each in found]


def told(page: Page) -> list[tuple[str, str, float]]:
    """What every line says: its two entities, how strong it is, and how related they are."""
    titles = page.locator("#graph path.edge title").all_text_contents()
    parts = [re.fullmatch(r"(.+): ([a-z ]*related), relatedness (\d\.\d\d)", each) for each in titles]
    return [(each[1], each[2], float(each[3])) for each in parts if each is not None]


def related(reply: Any) -> dict[frozenset[str], Any]:
    """Pairs of decisions and tree by their titles."""
    title = [each["entity"] and each["entity"]["title"] for each in reply["mentions"]]
    pairs = reply["decisions"] + reply["tree"]
    return {frozenset(title[at] for at in pair["mentions"]): pair for pair in pairs}


def test_groups_that_have_nothing_to_do_with_each_other_are_islands(visit: Opener) -> None:
    page = visit()
    write(page, TWO_WORLDS)
    club = {"Manchester United F.C.", "Liverpool F.C."}
    assert islands(page) == [club, {"Apple Inc.", "California"}, {"Tbilisi"}]
    assert page.locator("#graph-note").text_content() == "2 separate groups, and 1 decided on its own"


def test_lines_say_how_related_their_entities_are_and_nothing_else(visit: Opener) -> None:
    page = visit()
    write(page, TWO_WORLDS)
    pairs = related(asked(page, "api/link", TWO_WORLDS))
    assert any(pair["strength"] == "not related" for pair in pairs.values())  # of these, none is drawn
    lines = told(page)
    assert len(lines) == page.locator("#graph path.edge").count() == 2
    for both, strength, number in lines:
        pair = pairs[frozenset(both.split(" and "))]
        assert (strength, number) == (pair["strength"], round(pair["relatedness"], 2))
    words = page.locator("#graph .label text").all_text_contents()
    assert set(words) <= {"close", "related", "loose"}
    assert page.locator("#strengths li").all_text_contents() == ["closely related", "related", "loosely related"]


def test_names_of_one_entity_are_one_box_with_the_support_of_its_card(visit: Opener) -> None:
    page = visit()
    write(page, "Manchester United beat Chelsea. United lead, and Manchester United are ahead of Chelsea.")
    assert islands(page) == [{"Manchester United F.C.", "Chelsea F.C."}]
    assert page.locator("#graph .node").count() == 2
    for name in page.locator("#text .name").all():
        name.click()
        assert page.locator("#graph .node.near").count() == 1


def test_many_names_are_a_list_in_which_none_is_part_of_another(visit: Opener) -> None:
    page = visit()
    write(page, CAUCASUS)
    left: list[list[float]] = page.eval_on_selector_all(
        "#graph .island",
        "all => all.map(one => [...one.querySelectorAll('.low > rect')].map(it => it.getBoundingClientRect().left))",
    )
    lists = [each for each in left if each]
    assert max(map(len, lists)) >= 11
    for each in lists:
        assert max(each) - min(each) < 0.5
    page.locator("#graph .node.low").first.click()
    assert page.locator("#graph .tie:not(:empty)").count() > 0  # the strength of its lines, in words
    assert overlaps_on_page(page)[1] == 0


def test_large_text_shows_the_strongest_part_and_says_so(visit: Opener) -> None:
    page = visit()
    write(page, MANY)
    total = page.locator("#text .name").count()
    assert total > 30
    assert page.locator("#graph .node").count() == 30
    assert page.locator("#graph-note").text_content() == f"the strongest 30 of {total} entities"
    assert overlaps_on_page(page)[1] == 0


def test_a_method_that_looks_at_names_one_by_one_has_no_lines(visit: Opener) -> None:
    page = visit()
    page.click("#settings summary")
    page.select_option("#method", "local")
    settled(page)
    assert page.locator("#graph path.edge").count() == 0
    assert page.locator("#graph-note").text_content() == "The method local decides each name on its own."


def test_layouts_never_overlap_and_are_the_same_each_time(visit: Opener) -> None:
    assert overlaps_in_layouts(visit()) == (90, 0)
