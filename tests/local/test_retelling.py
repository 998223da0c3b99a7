"""Pages retold as news would write them."""

from __future__ import annotations

from pairlinking.local import GoldDocument
from pairlinking.local.retelling import news_names, retell

TITLES = ["George W. Bush", "Texas", "Acme Corporation", "Martin Luther King, Jr."]
TEXT = "George W. Bush left Texas for the Acme Corporation."
PAGE = GoldDocument(TEXT, [(0, 14), (20, 25), (34, 50)], [0, 1, 2])


def test_people_are_called_by_surname_with_and_without_a_title() -> None:
    names = news_names("George W. Bush")
    assert {"Bush", "George Bush", "Mr. Bush"} <= set(names)
    assert names.count("Bush") == 3
    assert "King" in news_names("Martin Luther King, Jr.")


def test_other_titles_are_left_alone() -> None:
    assert not any(map(news_names, ("Texas", "New York", "Game theory", "Paris Hilton Hotel of Berlin", "")))


def test_spans_follow_the_new_text_and_anchors_stay() -> None:
    for seed in range(30):
        retold = retell(PAGE, TITLES.__getitem__, seed)
        names = [retold.text[start:end] for start, end in retold.spans]
        assert retold.entities == PAGE.entities
        assert retold.anchors == PAGE.surfaces
        assert retold.text == f"{names[0]} left {names[1]} for the {names[2]}."
        assert names[0] in ("George W. Bush", *news_names(TITLES[0]))
        assert names[1] == "Texas"


def test_some_names_change_and_some_stay() -> None:
    firsts = [retell(PAGE, TITLES.__getitem__, seed).surfaces[0] for seed in range(50)]
    assert 10 < firsts.count("George W. Bush") < 40


def test_the_same_seed_tells_the_same() -> None:
    assert retell(PAGE, TITLES.__getitem__, 3) == retell(PAGE, TITLES.__getitem__, 3)


def test_a_mention_without_entity_stays() -> None:
    unknown = GoldDocument(TEXT, [(0, 14)], [-1])
    assert retell(unknown, TITLES.__getitem__, 1).text == TEXT
