"""Labels from links: what is sure, what is propagated, and what stays open."""

from __future__ import annotations

import numpy as np
import pytest

from pairlinking.detection._features import cases
from pairlinking.detection.cases import CaseCounter
from pairlinking.detection.lexicon import Lexicon
from pairlinking.detection.silver import ANY, BEGINS, GOES_ON, OUTSIDE, WITHIN, silver_labels
from pairlinking.detection.tokens import Tokens

LEXICON = Lexicon(frozenset({"Friday", "May"}), frozenset({"of", "de"}), frozenset())
COMMON = "the president of a court and the bank gave the city a time to see the game near the house based " * 3
CORPUS = COMMON + "with Tiger Woods and with Bob Smith and in Berlin and with Ada " * 3
NAMES = {OUTSIDE: "-", BEGINS: "B", GOES_ON: "I", ANY: "?", WITHIN: "n"}


def labels(marked: str, title: str = "Nothing", *, capitals: bool = False) -> str:
    """One letter a token; links are in brackets."""
    text, links = "", []
    for number, part in enumerate(marked.replace("]", "[").split("[")):
        if number % 2:
            links.append((len(text), len(text) + len(part)))
        text += part
    counter = CaseCounter()
    counter.add(Tokens.of("so " + CORPUS))
    tokens = Tokens.of(text)
    buckets = cases(tokens.hashes, counter.table())
    found = silver_labels(tokens, buckets, title, links, LEXICON, capitals_are_names=capitals)
    return "".join(NAMES[label] for label in found.tolist())


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("he saw [Tiger Woods] in [Berlin].", "--BI-B-"),
        ("he saw a [court] in [1999] on [May 5].", "--------" + "--"),
        ("[Time] is short.", "----"),  # a common word at the start of a sentence
        ("he saw [Tiger Woods]. then Woods won.", "--BI--B--"),
        ("he saw Bob there.", "--?--"),  # a name that is not linked
        ("he saw the Court there.", "-----"),  # a common word with a capital
        ("President [Woods] won.", "-B--"),
        ("he saw the Bank of Berlin.", "---???-"),
        ("he saw the Bank of [Berlin].", "---?-B-"),
        ("he won on Friday.", "-----"),
        ("so the [Turing machine] won.", "--??--"),
        ("he saw Chen Shui-bian there.", "--????--"),
        ("he is Boston-based now.", "--?--" + "--"),
    ],
)
def test_labels(marked: str, expected: str) -> None:
    assert labels(marked)[: len(expected)] == expected


def test_the_title_of_the_page_is_a_name_where_it_is_repeated() -> None:
    assert labels("there Tiger Woods won. then Woods won.", "Tiger Woods (golf)") == "-BI---B--"


def test_words_that_always_have_a_capital_are_in_names_where_capitals_say_so() -> None:
    assert labels("he saw Bob there.", capitals=True) == "--n--"
    assert labels("he saw the Home Depot Inc there.", capitals=True) == "---nnn--"


def test_scripts_without_case_learn_from_links_and_their_repeats() -> None:
    assert labels("[東京]は大きい。東京は", "日本") == "BI-----BI-"


def test_every_label_is_possible_for_someone() -> None:
    assert np.bitwise_or.reduce([OUTSIDE, BEGINS, GOES_ON]) == ANY
