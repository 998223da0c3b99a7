"""Pages under the title of an old dump and under that of today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairlinking.building import EntityOptions, build
from pairlinking.kb import KnowledgeBase
from starter.recipe import link_lists, titles_by_file
from starter.renamed import find_renamed
from tests.sources.dumps import dump, page

OLD = (
    page(1, "Chicago, Illinois", "A city. See [[Java programming language]]."),
    page(2, "Java programming language", "A language."),
    page(3, "Russia", "A country. [[Chicago, Illinois|Windy City]], [[Chicago, Illinois|Windy City]]."),
    page(4, "Chicago", "#REDIRECT [[Chicago, Illinois]]"),
    page(5, "Russians", "#REDIRECT [[Russia]]"),
    page(6, "Yuri Gagarin", "A man of [[Russia]]. [[Gagarin]], [[Gagarin|he]], [[Korolev]]."),
    page(7, "Sergei Korolev", "[[Yuri Gagarin|Gagarin]], [[Yuri Gagarin|Gagarin]], [[Gagarin]]. [[Korolev]]"),
)
LATER = (
    page(11, "Chicago", "A city of today, [[Russia]]."),
    page(12, "Java (programming language)", "Also [[Chicago]]."),
    page(13, "Russia", "A country of today."),
    page(14, "Russians", "A people of [[Russia]]."),
    page(15, "Windy City", "The city, too."),
)
LISTS = {"Windy City": ["Chicago", "Russia"], "Motherland": ["Russia"], "Chicago": ["Russia"]}


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("renamed")
    (folder / "old.xml").write_bytes(dump(*OLD))
    (folder / "later.xml").write_bytes(dump(*LATER))
    lists = [{"id": title, "title": title, "links": links} for title, links in LISTS.items()]
    (folder / "lists.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in lists))
    old = _build([folder / "old.xml"], folder / "old.kb")
    large = _build([folder / "old.xml", folder / "later.xml", folder / "lists.jsonl"], folder / "large.kb")
    former, later, _ = titles_by_file(large.path / "tables" / "pages")
    later.remove("Windy City")
    lists_again = link_lists(large.path / "tables" / "links")
    assert lists_again == LISTS
    found = find_renamed(large, old, former, later, lists_again)
    return {large.key(one): large.key(other) for one, other in found.items()}


def _build(sources: list[Path], output: Path) -> KnowledgeBase:
    return build(
        sources, output, entities=EntityOptions(entities="linked", guess_redirects=False, learn=0.0), workers=1
    )


def test_titles_that_differ_in_marks_are_one(renamed: dict[str, str]) -> None:
    assert renamed["Java programming language"] == "Java (programming language)"


def test_what_was_a_redirect_and_is_a_page_took_over(renamed: dict[str, str]) -> None:
    assert renamed["Chicago, Illinois"] == "Chicago"


def test_what_both_still_exist_stays_two(renamed: dict[str, str]) -> None:
    assert not {"Russia", "Russians"} & set(renamed)


def test_a_page_of_a_list_with_one_link_is_a_redirect(renamed: dict[str, str]) -> None:
    assert renamed["Motherland"] == "Russia"
    assert "Windy City" not in renamed  # two links


def test_a_surname_without_a_page_is_the_person_whom_it_also_means(renamed: dict[str, str]) -> None:
    assert renamed["Gagarin"] == "Yuri Gagarin"
    assert "Korolev" not in renamed  # no link with that name leads to anybody else
