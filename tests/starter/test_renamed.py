"""Pages under the title of an old dump and under that of today."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.building import EntityOptions, build
from pairlinking.kb import KnowledgeBase
from starter.renamed import find_renamed
from tests.sources.dumps import dump, page

OLD = (
    page(1, "Chicago, Illinois", "A city. See [[Java programming language]]."),
    page(2, "Java programming language", "A language."),
    page(3, "Russia", "A country. [[Chicago, Illinois|Windy City]], [[Chicago, Illinois|Windy City]]."),
    page(4, "Chicago", "#REDIRECT [[Chicago, Illinois]]"),
    page(5, "Russians", "#REDIRECT [[Russia]]"),
)
LATER = (
    page(11, "Chicago", "A city of today, [[Russia]]."),
    page(12, "Java (programming language)", "Also [[Chicago]]."),
    page(13, "Russia", "A country of today."),
    page(14, "Russians", "A people of [[Russia]]."),
    page(15, "Windy City", "The city, too."),
)


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("renamed")
    (folder / "old.xml").write_bytes(dump(*OLD))
    (folder / "later.xml").write_bytes(dump(*LATER))
    old = _build([folder / "old.xml"], folder / "old.kb")
    large = _build([folder / "old.xml", folder / "later.xml"], folder / "large.kb")
    pages = {"Chicago", "Java (programming language)", "Russia", "Russians"}
    found = find_renamed(large, old, pages, {"Windy City"})
    return {large.key(one): large.key(other) for one, other in found.items()}


def _build(sources: list[Path], output: Path) -> KnowledgeBase:
    return build(sources, output, entities=EntityOptions(learn=0.0), workers=1)


def test_titles_that_differ_in_marks_are_one(renamed: dict[str, str]) -> None:
    assert renamed["Java programming language"] == "Java (programming language)"


def test_what_was_a_redirect_and_is_a_page_took_over(renamed: dict[str, str]) -> None:
    assert renamed["Chicago, Illinois"] == "Chicago"


def test_what_both_still_exist_stays_two(renamed: dict[str, str]) -> None:
    assert not {"Russia", "Russians"} & set(renamed)
