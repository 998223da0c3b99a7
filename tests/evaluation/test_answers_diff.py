"""Wrong answers by their cause, and two runs mention by mention."""

from __future__ import annotations

import pytest

from pairlinking.errors import DocumentError
from pairlinking.evaluation.answers import Answer, AnsweredDocument
from pairlinking.evaluation.answers_diff import CAUSES, CHANGES, cause_of, compare_answers, mistakes


def answer(
    at: int, gold: str | None, given: str | None, *, confidence: float | None = None, within: bool | None = True
) -> Answer:
    return Answer(at, at + 1, "x", () if gold is None else (gold,), given, confidence, within)


@pytest.mark.parametrize(
    ("given", "cause"),
    [
        (answer(0, "A", "A"), None),
        (answer(0, "A", "A", within=None), None),
        (answer(0, None, None), None),
        (answer(0, None, "B"), "not-nil"),
        (answer(0, "A", "B"), "not-chosen"),
        (answer(0, "A", "B", within=False), "no-candidate"),
        (answer(0, "A", "B", within=None), "other-entity"),
        (answer(0, "A", None), "left-out"),
        (answer(0, "A", None, within=None), "left-out"),
        (answer(0, "A", None, within=False), "no-candidate"),
        (Answer(0, 1, "x", ("A", "B"), "B"), None),
    ],
)
def test_every_wrong_answer_has_one_cause(given: Answer, cause: str | None) -> None:
    assert cause_of(given) == cause
    assert cause is None or cause in CAUSES


def test_mistakes_come_by_cause_and_the_most_confident_first() -> None:
    documents = [
        AnsweredDocument("1", (answer(0, "A", "B", confidence=0.2), answer(1, "A", "A"), answer(2, None, "B"))),
        AnsweredDocument(
            "2", (answer(0, "A", "B", confidence=0.9), answer(1, "A", "C", within=False), answer(2, "A", "B"))
        ),
    ]
    found = [(each.cause, each.document, each.answer.start) for each in mistakes(documents)]
    assert found == [
        ("no-candidate", "2", 1),
        ("not-chosen", "2", 0),
        ("not-chosen", "1", 0),
        ("not-chosen", "2", 2),
        ("not-nil", "1", 2),
    ]


def test_two_runs_are_compared_mention_by_mention() -> None:
    before = [
        AnsweredDocument("1", (answer(0, "A", "B"), answer(1, "A", "A"), answer(2, "A", "B"), answer(3, "A", "A"))),
        AnsweredDocument("2", (answer(0, "A", "B"), answer(1, None, "B"), answer(2, "A", "A"))),
    ]
    after = [
        AnsweredDocument("2", (answer(0, "A", "B"), answer(1, None, None), answer(7, "A", "A"), answer(8, "A", "A"))),
        AnsweredDocument("1", (answer(0, "A", "A"), answer(1, "A", None), answer(2, "A", "C"), answer(3, "A", "A"))),
    ]
    found = compare_answers(before, after)
    assert [(each.document, each.before.start, each.change) for each in found.changed] == [
        ("1", 0, "fixed"),
        ("1", 1, "broken"),
        ("1", 2, "still-wrong"),
        ("2", 1, "fixed"),
    ]
    assert {change: found.number(change) for change in CHANGES} == {"fixed": 2, "broken": 1, "still-wrong": 1}
    assert (found.same_right, found.same_wrong, found.only_before, found.only_after) == (1, 1, 1, 2)
    assert found.test is not None
    assert found.test.difference == pytest.approx((0 + 0.5) / 2)  # of shared mentions: 2 to 2 of 4, and 0 to 1 of 2


def test_either_of_several_right_names_is_no_change() -> None:
    before, after = ([AnsweredDocument("1", (Answer(0, 1, "x", ("A", "B"), given),))] for given in ("A", "B"))
    found = compare_answers(before, after)
    assert (found.changed, found.same_right, found.test) == ((), 1, None)


def test_documents_with_one_id_are_told_apart_by_their_order() -> None:
    before = [AnsweredDocument("same", (answer(0, "A", given),)) for given in ("A", "B")]
    assert compare_answers(before, before).changed == ()
    assert compare_answers(before, before[::-1]).number("fixed") == 1


def test_runs_without_a_shared_mention_are_refused() -> None:
    with pytest.raises(DocumentError, match=r"no mention in common \(1 and 2\)"):
        compare_answers(
            [AnsweredDocument("1", (answer(0, "A", "A"),))],
            [AnsweredDocument("2", (answer(0, "A", "A"), answer(1, "A", "A")))],
        )
