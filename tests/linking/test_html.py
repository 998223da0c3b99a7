"""What a notebook shows is whole, and nothing in it is markup but ours."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from pairlinking.linking import LinkedDocument, Linker
from tests.linking.conftest import SCRIPT
from tests.linking.texts import written


class Shown(HTMLParser):
    """Reads a page; fails where tags do not close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text: list[tuple[tuple[str, ...], str]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember."""
        self.open.append(tag)
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        """Compare with what is open."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Remember the text and where it stands."""
        self.text.append((tuple(self.open), data))

    def cells(self) -> list[str]:
        """Text of the table."""
        return [data for place, data in self.text if "td" in place]

    def prose(self) -> str:
        """Everything but the table and the last line."""
        inside = [data for place, data in self.text if place[:2] == ("div", "div") and "table" not in place]
        return "".join(inside[:-1])


OURS = {"div", "span", "a", "table", "tr", "th", "td"}


def test_the_text_is_whole_and_the_table_has_all_links(document: LinkedDocument) -> None:
    shown = Shown(document._repr_html_())
    assert set(shown.tags) <= OURS
    assert shown.prose() == document.text
    assert shown.tags.count("tr") == 1 + len(document)
    for link in document:
        if link.entity is not None:
            assert link.entity.title in shown.cells()


def test_titles_and_texts_are_no_markup(hostile: Linker) -> None:
    text = f"{SCRIPT} <b>Tiger</b> & Rome \" ' &lt;b&gt; </div></td>"
    document = hostile.link(text, [SCRIPT, "Tiger", "Rome", "&lt;b&gt;", "</div>"])
    assert document[0].entity is not None
    assert document[0].entity.title == SCRIPT
    assert document[2].entity is not None
    page = document._repr_html_()
    shown = Shown(page)
    assert set(shown.tags) <= OURS
    assert shown.prose() == text
    assert {name for name, _ in shown.attributes} <= {"style", "title", "href"}
    assert "<script" not in page
    assert SCRIPT in shown.cells()


def test_options_are_no_markup(hostile: Linker) -> None:
    solver: Any = type(SCRIPT, (), {"solve": lambda self, problem: hostile_solve(problem)})()
    document = hostile.with_options(method=solver).link("Tiger at Rome", ["Tiger", "Rome"])
    assert set(Shown(document._repr_html_()).tags) <= OURS


def hostile_solve(problem: Any) -> Any:
    from pairlinking.collective import solve

    return solve(problem, "local")


@pytest.mark.parametrize(
    "mentions", [[], [(0, 0)], [(0, 5), (0, 5)], [(0, 12), (6, 12), (3, 8)], [(6, 12), (0, 5)], [(12, 12)]]
)
def test_overlapping_and_empty_mentions_leave_the_text_as_it_is(
    linker: Linker, mentions: list[tuple[int, int]]
) -> None:
    shown = Shown(linker.link("Tiger Georgia", mentions)._repr_html_())
    assert shown.prose() == "Tiger Georgia"
    assert shown.tags.count("tr") == (1 + len(mentions) if mentions else 0)


def test_a_page_with_an_address_is_a_link(linker: Linker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(linker.kb), "url", lambda self, entity: f'https://x.org/?a=1&b="{entity}"')
    document = linker.with_options(threshold=0.0).link("Tiger at Augusta", ["Tiger", "Augusta"])
    shown = Shown(document._repr_html_())
    assert shown.tags.count("a") == 2
    best = document.solution.entities[document.solution.chosen(0)]
    assert ("href", f'https://x.org/?a=1&b="{best}"') in shown.attributes


@pytest.mark.parametrize("address", ["javascript:alert(1)//", "data:text/html,x", "/x", " https://x.org/"])
def test_an_address_that_is_none_of_the_web_is_no_link(
    linker: Linker, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(type(linker.kb), "url", lambda self, entity: address)
    document = linker.with_options(threshold=0.0).link("Tiger at Augusta", ["Tiger", "Augusta"])
    assert "a" not in Shown(document._repr_html_()).tags


def test_nothing_shown_is_kept_from_a_large_document(linker: Linker) -> None:
    text, spans = written(["Tiger", "Augusta", "Zzyzx"] * 200)
    shown = Shown(linker.link(text, spans)._repr_html_())
    assert shown.tags.count("tr") == 601
    assert shown.prose() == text


def test_a_lone_surrogate_can_be_sent_to_a_browser(linker: Linker) -> None:
    linker.link("Tiger \ud800", ["Tiger"])._repr_html_().encode()
