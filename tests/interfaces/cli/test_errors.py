"""``pairlinking errors``: wrong answers by cause, and two runs side by side."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from tests.evaluation.made_up import write
from tests.evaluation.sample_sets import write_sample_sets
from tests.interfaces.running import Run

TEXTS = [f"Number {number}: Tiger won in Augusta, far away from all that anybody had ever seen." for number in range(3)]
NAMES = [f"http://made.up/texts/{number}" for number in range(3)]


def mention(
    at: int, right: list[str], answer: str | None, *, within: bool = True, confidence: float = 0.5
) -> dict[str, object]:
    start, end = ((10, 15), (23, 30))[at]
    return {
        "start": start,
        "end": end,
        "surface": TEXTS[0][start:end],
        "gold": right,
        "answer": answer,
        "confidence": confidence,
        "is_candidate": within,
    }


def answers(path: Path, name: str, *documents: list[dict[str, object]]) -> Path:
    lines = [{"setting": [name, None], "seconds": 0.0}]
    lines += [{"id": id_, "mentions": mentions} for id_, mentions in zip(NAMES, documents, strict=True)]
    return write(path, "".join(json.dumps(line) + "\n" for line in lines))


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return answers(
        tmp_path / "first.jsonl",
        "one",
        [mention(0, ["Tiger Woods"], "Tiger", confidence=0.2), mention(1, ["Augusta, Georgia"], "Augusta, Georgia")],
        [mention(0, ["Tiger Woods"], "Lion", within=False), mention(1, [], "Augusta, Maine")],
        [mention(0, ["Tiger Woods"], "Tiger", confidence=0.9), mention(1, ["Augusta, Georgia"], None)],
    )


@pytest.fixture
def second(tmp_path: Path) -> Path:
    return answers(
        tmp_path / "second.jsonl",
        "two",
        [mention(0, ["Tiger Woods"], "Tiger Woods"), mention(1, ["Augusta, Georgia"], "Augusta, Maine")],
        [mention(0, ["Tiger Woods"], "Lion", within=False), mention(1, [], None)],
        [mention(0, ["Tiger Woods"], "Lion"), mention(1, ["Augusta, Georgia"], None)],
    )


def test_wrong_answers_come_by_cause(run: Run, first: Path) -> None:
    result = run("errors", first)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("one: 1 of 6 mentions right (16.7%) in 3 documents; 5 wrong")
    for told in (
        "The right entity was not a candidate: 1",
        "Another candidate was chosen: 2",
        "No link was given, though there is a right entity: 1",
        "Linked, though nothing in the knowledge base is right: 1",
        "To see the text around mentions",
    ):
        assert told in result.out
    assert "http://made.up" not in result.out  # what all ids begin with says nothing
    told = json.loads(run("errors", first, "--json").out)
    assert (told["mentions"], told["right"]) == (6, 1)
    assert told["causes"] == {"no-candidate": 1, "not-chosen": 2, "other-entity": 0, "left-out": 1, "not-nil": 1}
    chosen = [each for each in told["errors"] if each["cause"] == "not-chosen"]
    assert [(each["document"], each["confidence"]) for each in chosen] == [(NAMES[2], 0.9), (NAMES[0], 0.2)]


def test_few_are_shown_and_the_rest_is_counted(run: Run, first: Path) -> None:
    result = run("errors", first, "--limit", 1)
    assert "... and 1 more (--limit, --json)" in result.out


def test_the_text_around_is_shown_where_gold_is_given(run: Run, first: Path, tmp_path: Path) -> None:
    documents = [
        {"id": id_, "text": text, "mentions": [{"start": 10, "end": 15, "entity": None}]}
        for id_, text in zip(NAMES, TEXTS, strict=True)
    ]
    gold = write(tmp_path / "gold.jsonl", "".join(json.dumps(each) + "\n" for each in documents))
    result = run("errors", first, "--gold", gold)
    assert "Number 0: [[Tiger]] won in Augusta, far away from…" in result.out
    assert "To see the text" not in result.out
    other = write(tmp_path / "other.jsonl", json.dumps({**documents[0], "text": "Another text of the same id."}))
    result = run("errors", first, "--gold", other)
    assert result.code == 2
    assert "The answers are for other texts" in result.err


def test_two_runs_side_by_side(run: Run, first: Path, second: Path) -> None:
    result = run("errors", first, second)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("From one to two: 2 fixed, 1 broken. Right in a document: +16.7% on average, not")
    for told in ("Fixed (wrong in the first, right in the second): 2", "Broken (", "Still wrong (wrong in both"):
        assert told in result.out
    told = json.loads(run("errors", first, second, "--json").out)
    assert {name: told[name] for name in ("fixed", "broken", "still_wrong", "same_right", "same_wrong")} == {
        "fixed": 2,
        "broken": 1,
        "still_wrong": 1,
        "same_right": 0,
        "same_wrong": 2,
    }
    assert told["test"]["difference"] == pytest.approx(1 / 6)
    fixed = [each for each in told["changed"] if each["change"] == "fixed"]
    assert [(each["first"]["answer"], each["second"]["answer"]) for each in fixed] == [
        ("Tiger", "Tiger Woods"),
        ("Augusta, Maine", None),
    ]


def test_a_difference_without_any_spread_is_json_all_the_same(run: Run, tmp_path: Path) -> None:
    wrong, right = mention(0, ["Tiger Woods"], "Tiger"), mention(0, ["Tiger Woods"], "Tiger Woods")
    before = answers(tmp_path / "a.jsonl", "one", *[[wrong]] * 3)
    after = answers(tmp_path / "b.jsonl", "two", *[[right]] * 3)
    told = json.loads(run("errors", before, after, "--json").out, parse_constant=pytest.fail)
    assert told["test"] == {"difference": 1.0, "t": None, "p": 0.0}
    assert "p <0.001" in run("errors", before, after).out


def test_answers_of_evaluate_know_their_gold(run: Run, tmp_path: Path) -> None:
    lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()[:12]
    gold = write(tmp_path / "mine.jsonl", "\n".join(lines))
    data = write_sample_sets(tmp_path / "data")
    one = ("--method", "pair-linking", "--relatedness", "njs", "--workers", 1, "--out", tmp_path / "answers")
    assert run("evaluate", gold, "kore50", "--data", data, *one).code == 0
    own = run("errors", tmp_path / "answers" / "mine" / "prior.jsonl")
    assert "[[" in own.out
    kore50 = tmp_path / "answers" / "kore50"
    assert "[[" not in run("errors", kore50 / "prior.jsonl").out
    result = run("errors", kore50 / "prior.jsonl", kore50 / "pair-linking@njs.jsonl", "--data", data)
    assert "[[" in result.out
    assert result.out.startswith("From prior to pair-linking njs: ")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "Cannot read"),
        ("", "holds no documents"),
        ('{"id": "1", "text": "x", "mentions": []}\n', "use evaluate --predictions"),
        ('{"setting": ["local", null]}\n{"id": 1}\n', "line 2: 'mentions' must be a list"),
    ],
)
def test_other_files_are_refused(run: Run, tmp_path: Path, content: str | None, told: str) -> None:
    path = tmp_path / "answers.jsonl"
    if content is not None:
        write(path, content)
    result = run("errors", path)
    assert (result.code, result.out) == (1, "")
    assert told in result.err


def test_runs_on_different_sets_are_not_compared(run: Run, first: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other.jsonl", first.read_text().replace("http://made.up", "http://else.where"))
    result = run("errors", first, other)
    assert (result.code, result.out) == (1, "")
    assert "no mention in common (6 and 6)" in result.err
    result = run("errors", tmp_path)
    assert (result.code, "is a folder" in result.err) == (1, True)


def test_documents_that_share_an_id_are_shown_with_their_own_text(run: Run, tmp_path: Path) -> None:
    texts = ["Tiger won in Augusta.", "Then came Tiger."]
    starts = [0, 10]
    lines = [
        {"id": "same", "text": text, "mentions": [{"start": at, "end": at + 5, "entity": "Tiger Woods"}]}
        for text, at in zip(texts, starts, strict=True)
    ]
    path = write(tmp_path / "mine.jsonl", "\n".join(map(json.dumps, lines)))
    out = tmp_path / "answers"
    assert run("evaluate", path, "--method", "prior", "--workers", 1, "--out", out).code == 0
    result = run("errors", out / "mine" / "prior.jsonl")
    assert (result.code, result.err) == (0, "")
    assert "[[Tiger]] won in Augusta." in result.out
    assert "Then came [[Tiger]]." in result.out
