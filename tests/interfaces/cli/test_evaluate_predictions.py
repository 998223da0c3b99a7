"""``pairlinking evaluate --predictions``: links of any program, scored, and what does not fit told."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.evaluation.made_up import write
from tests.interfaces.running import Run


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The last forty of the sample's documents, among them mentions without an entity."""
    path = tmp_path_factory.mktemp("gold") / "mine.jsonl"
    lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()[-40:]
    return write(path, "\n".join(lines) + "\n")


@pytest.fixture
def linked(run: Run, gold: Path, tmp_path: Path) -> Path:
    return write(tmp_path / "linked.jsonl", run("link", gold).out)


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_link_prints_is_scored_by_every_rule(run: Run, gold: Path, linked: Path) -> None:
    right = wrong = missed = nil = wrong_nil = 0
    for before, after in zip(read(gold), read(linked), strict=True):
        for wanted, found in zip(before["mentions"], after["mentions"], strict=True):
            answer = found["entity"] and found["entity"]["id"]
            if wanted["entity"] is None:
                nil, wrong_nil = nil + 1, wrong_nil + (answer is not None)
            else:
                right += answer == wanted["entity"]
                wrong += answer not in (wanted["entity"], None)
                missed += answer is None
    assert right > 50
    assert nil > 0
    n = right + wrong + missed
    expected = {
        "in-kb": (right / (right + wrong), right / n),
        "links": (right / (right + wrong + wrong_nil), right / n),
        "all": ((right + nil - wrong_nil) / (n + nil), (right + nil - wrong_nil) / (n + nil)),
    }
    for rule, scores in expected.items():
        told = json.loads(run("evaluate", gold, "--predictions", linked, "--rule", rule, "--json").out)
        micro = told["settings"][0]["results"]["mine"]["micro"]
        assert (micro["precision"], micro["recall"]) == pytest.approx(scores), rule
        assert told["rule"] == rule
    assert told["predictions"][0]["matched"] == n + nil


def test_the_tables_say_what_was_measured(run: Run, gold: Path, linked: Path, tmp_path: Path) -> None:
    result = run("evaluate", gold, "--predictions", linked, "--rule", "all", "--out", tmp_path / "kept")
    assert (result.code, result.err) == (0, "")
    assert "40 of 40" in result.out
    assert "no link is the right answer" in result.out
    path = tmp_path / "kept" / "mine" / "linked.jsonl"
    assert f"pairlinking errors '{path}'" in result.out
    assert path.exists()


def test_several_files_are_tested_against_the_first_or_the_one_given(run: Run, gold: Path, linked: Path) -> None:
    records = read(linked)
    for record in records:
        for mention in record["mentions"]:
            mention["entity"] = None
    none = write(linked.with_name("none.jsonl"), "".join(json.dumps(each) + "\n" for each in records))
    arguments = ("evaluate", gold, "--predictions", linked, "--predictions", none, "--json")
    first, second = (row["results"]["mine"] for row in json.loads(run(*arguments).out)["settings"])
    assert "versus" not in first
    assert (second["versus"]["setting"], second["versus"]["verdict"]) == ("linked", "worse")
    first, _ = (row["results"]["mine"] for row in json.loads(run(*arguments, "--against", "none").out)["settings"])
    assert first["versus"]["verdict"] == "better"
    result = run(*arguments, "--against", "nine")
    assert (result.code, "Did you mean 'none'?" in result.err) == (2, True)
    result = run("evaluate", gold, "--predictions", linked, "--predictions", linked)
    assert (result.code, "must have different names" in result.err) == (2, True)


def test_names_are_compared_without_a_knowledge_base(run: Run, tmp_path: Path) -> None:
    gold = write(
        tmp_path / "gold.jsonl",
        '{"id": "1", "text": "Köln", "mentions": [{"start": 0, "end": 4, "entity": "Köln_(Stadt)"}]}',
    )
    links = write(
        tmp_path / "links.jsonl",
        '{"id": "1", "mentions": [{"start": 0, "end": 4, "entity": "http://en.wikipedia.org/wiki/K%C3%B6ln (Stadt)"}]}',
    )
    result = run("evaluate", gold, "--predictions", links, "--by-name", "--json")
    assert json.loads(result.out)["settings"][0]["f1"] == {"gold": 1.0}
    result = run("evaluate", gold, "--predictions", links)  # the sample has no such entity
    assert (result.code, result.out) == (1, "")
    assert "None of the 1 mentions" in result.err


def test_what_is_passed_over_is_counted_and_told_with_its_line(run: Run, gold: Path, linked: Path) -> None:
    records = read(linked)
    first, second, *others = records
    first["mentions"].append({"start": 0, "end": 1, "entity": "Tiger"})
    second["mentions"].append({"start": 0, "end": 9_999, "entity": "Tiger"})
    others.pop()
    write(linked, "".join(json.dumps(each) + "\n" for each in (first, second, *others)))
    result = run("evaluate", gold, "--predictions", linked)
    assert result.code == 0
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    assert any(line.startswith("linked 39 of 40") for line in lines)
    assert f"linked 1 mention: gold has no such mention {linked}, line 1 (0 to 1)" in lines
    assert f"linked 1 mention: the offsets are outside the text {linked}, line 2 (0 to 9999)" in lines
    told = json.loads(run("evaluate", gold, "--predictions", linked, "--json").out)["predictions"][0]
    assert len(told["documents_without_predictions"]) == 1
    assert [each["number"] for each in told["skipped"]] == [1, 1]


def test_predictions_for_other_documents_fail(run: Run, gold: Path, linked: Path) -> None:
    records = read(linked)
    records[3]["id"] = "elsewhere"
    write(linked, "".join(json.dumps(each) + "\n" for each in records))
    result = run("evaluate", gold, "--predictions", linked)
    assert (result.code, result.out) == (1, "")
    assert f"{linked}, line 4: {gold} has no document 'elsewhere'" in result.err
    result = run("evaluate", gold, "--predictions", linked, "--allow-unknown")
    assert result.code == 0
    assert "document: gold has no such document" in result.out
    for record in records:
        record["id"] = f"not {record['id']}"
    write(linked, "".join(json.dumps(each) + "\n" for each in records))
    result = run("evaluate", gold, "--predictions", linked, "--allow-unknown")
    assert (result.code, result.out) == (1, "")
    assert "gold has no such document (40)" in result.err


def test_gerbils_threshold_needs_confidences(run: Run, gold: Path, linked: Path) -> None:
    told = json.loads(run("evaluate", gold, "--predictions", linked, "--gerbil", "--json").out)
    tuned = told["settings"][0]["results"]["mine"]["gerbil_tuned_on_gold"]
    assert tuned["f1"] >= tuned["untuned_f1"]
    records = read(linked)
    for record in records:
        for mention in record["mentions"]:
            mention.pop("confidence", None)
    write(linked, "".join(json.dumps(each) + "\n" for each in records))
    result = run("evaluate", gold, "--predictions", linked, "--gerbil")
    assert result.code == 2
    assert "needs the confidence of every link" in result.err


def test_links_of_others_are_not_kept_among_the_answers_of_methods(run: Run, gold: Path, tmp_path: Path) -> None:
    one = ("--method", "local", "--workers", 1, "--out", tmp_path / "answers")
    assert run("evaluate", gold, *one).code == 0
    kept = tmp_path / "answers" / gold.stem / "local.jsonl"
    before = kept.read_bytes()
    first = json.loads(gold.read_text().splitlines()[0])
    local = write(tmp_path / "local.jsonl", json.dumps(first))
    result = run("evaluate", gold, "--predictions", local, "--out", tmp_path / "answers")
    assert result.code == 2
    assert "given_by 'methods', now it is 'predictions'" in result.err
    assert kept.read_bytes() == before
    # And the other way round, where the file would be taken for what the method has done.
    assert run("evaluate", gold, "--predictions", local, "--out", tmp_path / "links").code == 0
    assert run("evaluate", gold, *one[:-1], tmp_path / "links").code == 2


def test_candidate_recall_is_not_told_where_nobody_knows_the_candidates(run: Run, gold: Path, tmp_path: Path) -> None:
    links = write(tmp_path / "links.jsonl", gold.read_text())
    (row,) = json.loads(run("evaluate", gold, "--predictions", links, "--json").out)["settings"]
    (found,) = row["results"].values()
    assert found["candidate_recall"] is None
    assert found["micro"]["recall"] > 0.9
