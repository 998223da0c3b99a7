"""Facts of pages: descriptions, kinds by every kind of evidence, pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.errors import SourceError
from pairlinking.sources import Facts, Site, scan
from pairlinking.sources.kinds import kind_of_name, kind_of_plural, read_kinds
from pairlinking.sources.page_facts import FactFinder

GERMAN = Site(language="de", namespaces={"Kategorie": 14, "Datei": 6})


def facts(text: str, title: str = "Ada", site: Site | None = None) -> Facts:
    site = site or Site()
    return FactFinder(site, read_kinds()).find(title, text, scan(text, site, title=title))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{Short description|English mathematician}}\n'''Ada''' wrote.", "English mathematician"),
        ("{{ short_description | 1= A  city }}", "A city"),
        ("{{Short description|none}}'''Ada''' is a city.", ""),
        ("{{Infobox person}}", ""),
    ],
)
def test_short_descriptions(text: str, expected: str) -> None:
    assert facts(text).description == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'''Ada''' (born 1815) was an English [[mathematician]], who wrote.", "English mathematician"),
        ("'''Ada''' is one of the largest cities in Ohio. It is wet.", "largest cities in Ohio"),
        ("The sun is a star.", ""),  # not about Ada
        ("'''Ada''' lies in Ohio.", ""),
        ("'''Ada''' is a " + "very " * 100 + "long thing.", "very " * 23 + "very …"),
    ],
)
def test_the_first_clause(text: str, expected: str) -> None:
    assert facts(text).clause == expected


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        ("{{Infobox football biography|name=x}}", "Ada", "person"),
        ("{{Infobox_City | x}}", "Ada", "place"),
        ("{{Taxobox|x}}", "Ada", "other"),
        ("{{Infobox unheard of}}'''Ada''' is a river in Ohio.", "Ada", "place"),
        ("'''Ada''' is here.", "Ada (album)", "work"),
        ("'''Ada''' is a film. [[Category:1815 births]]", "Ada", "person"),
        ("'''Ada''' is a sports and entertainment arena located in Ohio.", "Ada", "place"),
        ("'''Ada''' is a thingummy. [[Category:Companies of Ohio]] [[Category:Ohio]]", "Ada", "organisation"),
        ("'''Ada''' took place.", "1950 Ohio general election", "event"),
        ("'''Ada''' (born 1815) wrote.", "Ada Lovelace", "person"),
        ("'''Ada''' (December 10, 1815 – 1852) wrote.", "Ada Lovelace", "person"),
        ("'''Ada''' is a thingummy.", "Ada", "other"),
        ("Nothing is known.", "Ada", ""),
        ("", "Ada", ""),
    ],
)
def test_kinds(text: str, title: str, expected: str) -> None:
    assert facts(text, title).kind == expected


def test_categories_and_pictures_of_another_language() -> None:
    text = "[[Datei:Ada Bild.jpg|mini]] '''Ada''' war da. [[Kategorie:Rivers]]"
    assert facts(text, site=GERMAN)[2:5] == ("place", "", "Ada Bild.jpg")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{Infobox person\n| image = Ada_1.JPG\n}}", "Ada 1.JPG"),
        ("{{Infobox\n| image=[[Image:Ada 2.png|200px]]}}", "Ada 2.png"),
        ("[[File:Ada 3.svg|thumb|x]]", "Ada 3.svg"),
        ("[[File:sound.ogg]] no picture", ""),
    ],
)
def test_pictures(text: str, expected: str) -> None:
    assert facts(text).image == expected


def test_every_noun_of_the_table_has_one_of_the_kinds_and_is_found() -> None:
    kinds = read_kinds()
    assert set(kinds.values()) == {"person", "place", "organisation", "work", "event", "other"}
    assert all(kind_of_name(f"very {noun}", kinds) == kind for noun, kind in kinds.items() if noun.isalpha())
    assert kind_of_plural("french men", kinds) == "person"
    assert kind_of_plural("ohio", kinds) == ""


def test_the_table_can_be_extended(tmp_path: Path) -> None:
    (tmp_path / "kinds.tsv").write_text("Thingummy\tgadget\ncity\tpolis\n")
    kinds = read_kinds(tmp_path / "kinds.tsv")
    assert kind_of_name("small thingummies", kinds) == "gadget"
    assert (kinds["city"], read_kinds()["city"]) == ("polis", "place")
    (tmp_path / "bad.tsv").write_text("one two\n")
    with pytest.raises(SourceError, match=r"bad\.tsv, line 1"):
        read_kinds(tmp_path / "bad.tsv")
