"""Months, connectors and endings from surface forms of any language."""

from __future__ import annotations

from pairlinking.detection.lexicon import NO_LEXICON, learn_lexicon


def test_words_with_every_day_are_months_in_any_order_of_words() -> None:
    forms = [f"{day} janvier" for day in range(1, 32)] + [f"May {day}" for day in range(1, 32)] + ["May 68"]
    assert learn_lexicon(forms).dates - NO_LEXICON.dates == {"janvier", "May"}


def test_words_with_other_numbers_are_no_months() -> None:
    assert not learn_lexicon(f"Route {number}" for number in range(1, 99)).dates - NO_LEXICON.dates
    assert not learn_lexicon(f"Apollo {number}" for number in range(1, 18)).dates - NO_LEXICON.dates


def test_small_words_within_names_and_last_words_with_a_point() -> None:
    names = ["Bank of England", "Bank of Japan", "University of Oslo", "Otto von Gold", "Apple Inc.", "Ford Inc."]
    lexicon = learn_lexicon([*names, "Dell Inc.", "history of art"])
    assert lexicon.connectors == {"of"}
    assert lexicon.endings == {"Inc."}


def test_the_start_of_a_month_before_a_day() -> None:
    lexicon = learn_lexicon(f"August {day}" for day in range(1, 32))
    assert [word for word in ("Aug", "Augu", "Augus", "Au", "Bob") if lexicon.is_short_month(word)] == ["Aug", "Augu"]
