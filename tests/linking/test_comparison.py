"""Several methods on one document: who agrees with whom, in a table that fits on a page."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pairlinking.collective import methods
from pairlinking.linking import Comparison, Linker, TextDocument, load, read_marks
from pairlinking.linking.comparison import compare

TEXT = "[[Tiger]] won in [[Augusta]], [[Georgia]], said [[The\nSun]] and [[Xyzzyq]]."


@pytest.fixture(scope="module")
def linker() -> Linker:
    return load()


def made_up(linker: Linker, answers: dict[str, Sequence[str]]) -> Comparison:
    """A comparison of methods that were told by word what to choose for Tiger, Georgia and Sun."""
    titles = {"Tiger": ["Tiger", "Tiger Woods"], "Georgia": ["Georgia (U.S. state)", "Georgia (country)"]}
    documents = {}
    for name, wanted in answers.items():
        document = linker.link("Tiger in Georgia", ["Tiger", "Georgia"])
        choice = document.solution.choice.copy()
        for number, title in enumerate(wanted):
            assert title in titles[document[number].text]
            flat = document.solution.positions(number)
            choice[number] = [linker.kb.title(int(document.solution.entities[at])) for at in flat].index(title)
        document.solution.choice[:] = choice
        document.threshold = 0.0
        documents[name] = document
    return Comparison(TextDocument(document.text), document.spans, documents, {})


def test_all_methods_but_the_exhaustive_one(linker: Linker) -> None:
    compared = linker.compare(*read_marks(TEXT))
    assert list(compared.documents) == [name for name in methods() if name != "exhaustive"]
    for name, document in compared.documents.items():
        assert document.method == name
        alone = linker.with_options(method=name).link(*read_marks(TEXT))
        assert [link.entity for link in document] == [link.entity for link in alone]


def test_those_that_agree_share_a_column(linker: Linker) -> None:
    state, country = "Georgia (U.S. state)", "Georgia (country)"
    compared = made_up(
        linker,
        {
            "one": ("Tiger", state),
            "two": ("Tiger Woods", state),
            "three": ("Tiger Woods", state),
            "four": ("Tiger", country),
            "five": ("Tiger Woods", state),
        },
    )
    assert compared.groups == [("two", "three", "five"), ("one",), ("four",)]
    assert compared.differences == [0, 1]
    assert str(compared).splitlines() == [
        "A: two, three, five",
        "B: one",
        "C: four",
        "",
        "   mention  A                     B                     C",
        "*  Tiger    Tiger Woods           Tiger                 Tiger",
        "*  Georgia  Georgia (U.S. state)  Georgia (U.S. state)  Georgia (country)",
    ]


def test_where_all_agree_there_is_one_column_and_no_mark(linker: Linker) -> None:
    answers = ("Tiger", "Georgia (country)")
    compared = made_up(linker, {"one": answers, "two": answers})
    assert compared.differences == []
    assert str(compared).splitlines() == [
        "A: one, two",
        "",
        "  mention  A",
        "  Tiger    Tiger",
        "  Georgia  Georgia (country)",
    ]


def test_mentions_on_one_line_and_unlinked_ones_with_a_dash(linker: Linker) -> None:
    rows = [line.split("  ") for line in str(linker.compare(*read_marks(TEXT), methods=["local"])).splitlines()]
    assert [row[1] for row in rows[3:]] == ["Tiger", "Augusta", "Georgia", "The Sun", "Xyzzyq"]
    assert rows[-1][-1].strip() == "-"


def test_a_document_too_large_for_a_method_is_left_out_and_told(linker: Linker) -> None:
    words = [linker.kb.dictionary.forms.restore_key(number) for number in range(0, len(linker.kb.dictionary), 3)]
    compared = linker.compare("\n".join(words), words, methods=["local", "exhaustive"])
    assert list(compared.documents) == ["local"]
    assert list(compared.left_out) == ["exhaustive"]
    assert f"left out: exhaustive. {compared.left_out['exhaustive']}" in str(compared).splitlines()


@pytest.mark.parametrize("methods", [None, ["local"], []])
def test_without_mentions_there_is_no_table(linker: Linker, methods: list[str] | None) -> None:
    compared = linker.compare("", [], methods=methods)
    assert compared.differences == []
    assert str(compared).splitlines()[-1] == "no mentions"


def test_spotted_mentions_are_the_same_for_all(linker: Linker) -> None:
    compared = compare(linker, "The Sun reported that Greece will leave the Euro.")
    spans = {tuple(document.spans) for document in compared.documents.values()}
    assert len(spans) == 1
    assert spans.pop()
