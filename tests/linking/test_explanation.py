"""Why a mention was linked as it was, in numbers that agree with the link."""

from __future__ import annotations

import numpy as np
import pytest

from pairlinking.errors import ParameterError, UnknownName
from pairlinking.linking import LinkedDocument, Linker
from tests.linking.texts import MENTIONS, TEXT, written


def test_a_mention_is_named_by_number_text_or_link(document: LinkedDocument) -> None:
    told = document.explain(4)
    assert told.link.text == "Woods"
    assert document.explain("Woods") == told
    assert document.explain(document[4]) == told
    assert document.explain(-4) == told
    assert document.explain(np.int64(4)) == told  # type: ignore[arg-type]
    assert document.explain("Tiger").number == 0


def test_what_is_no_mention_is_refused_with_what_comes_near(document: LinkedDocument, linker: Linker) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'Augusta'"):
        document.explain("Agusta")
    for number in (8, -9):
        with pytest.raises(IndexError, match="8 mentions"):
            document.explain(number)
    with pytest.raises(ParameterError, match="another document"):
        document.explain(linker.link(TEXT, MENTIONS)[0])


def test_all_candidates_are_weighed_by_falling_score(document: LinkedDocument) -> None:
    for number in range(len(document)):
        told = document.explain(number)
        assert told.candidates == document[number].candidates
        scores = [each.score for each in told.candidates]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)


def test_scores_are_those_of_the_pair(linker: Linker) -> None:
    document = linker.link(*written(["Tiger", "Augusta", "Georgia"]))
    beta = document.beta
    local = {link.best.entity: link.local for link in document if link.best is not None}
    for link in document:
        for each in document.explain(link.number).candidates:
            assert each.supporter is not None
            both = each.local + local[each.supporter]
            assert each.score == pytest.approx(((1 - beta) * both + beta * each.relatedness) / (2 - beta))


def test_the_decision_is_the_first_step_that_has_the_mention(document: LinkedDocument) -> None:
    for number in range(len(document)):
        decision = document.explain(number).decision
        assert decision is not None
        step, pair = decision
        own = document.first_like(number)
        assert document.decisions[step - 1] == pair
        assert own in pair.mentions
        assert all(own not in earlier.mentions for earlier in document.decisions[: step - 1])


def test_a_mention_alone_rests_on_its_local_confidence(linker: Linker) -> None:
    for mentions in (["Tiger"], ["Tiger", "Tiger"], ["Zzyzx", "Tiger"]):
        document = linker.link(*written(mentions))
        told = document.explain("Tiger")
        assert told.decision is None
        assert all(each.supporter is None and each.relatedness == 0 for each in told.candidates)
        assert [each.score for each in told.candidates] == [each.local for each in told.candidates]
        assert "decided" not in str(told)


def test_a_mention_without_candidates_has_a_line_and_no_table(linker: Linker) -> None:
    assert str(linker.link("Zzyzx", ["Zzyzx"]).explain(0)) == "Zzyzx -> not linked (no candidate)"


def test_it_prints_as_a_table_with_the_choice_marked(document: LinkedDocument) -> None:
    told = document.explain("Georgia")
    lines = str(told).splitlines()
    assert lines[0] == str(told.link)
    assert lines[1].startswith("decided in step")
    assert len(lines) == 3 + len(told.candidates)
    assert told.link.best is not None
    (marked,) = [line for line in lines if line.startswith("*")]
    assert told.link.best.entity.title in marked


def test_a_mention_over_several_lines_stays_on_one(linker: Linker) -> None:
    document = linker.link("Tiger\nWoods at Augusta", [(0, 11), (15, 22)])
    lines = str(document.explain(0)).splitlines()
    assert len(lines) == 3 + len(document[0].candidates)


def test_the_pair_of_the_choice_is_that_of_the_strongest_evidence(linker: Linker) -> None:
    text = "Tiger won the Masters at Augusta. The zoo has an old animal in a cage: the Tiger."
    document = linker.link(text, ["Tiger", "Augusta", "Tiger"])
    for number in (0, 1, 2):
        told = document.explain(number)
        (chosen,) = [each for each in told.candidates if each == told.link.best]
        assert chosen.score == pytest.approx(told.link.evidence[0].confidence)
