"""``pairlinking evaluate``: tables and JSON, answers that are kept, runs that go on."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from pairlinking.evaluation.answers import read_answers
from pairlinking.evaluation.metrics import measure, tally
from pairlinking.evaluation.significance import bootstrap_f1, paired_t_test
from tests.evaluation.sample_sets import write_sample_sets
from tests.interfaces.running import Run

ONE = ("--method", "pair-linking", "--relatedness", "njs", "--workers", 1)


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gold") / "mine.jsonl"
    lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()[:25]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_file_of_ones_own(run: Run, gold: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers"
    result = run("evaluate", gold, "--out", out, *ONE)
    assert (result.code, result.err) == (0, "")
    for word in ("mine", "prior", "local", "pair-linking njs", "macro F1", "95 %", "which the KB has", "25 of 25"):
        assert word in result.out
    told = json.loads(run("evaluate", gold, "--out", out, "--json", *ONE).out)
    assert [row["setting"] for row in told["settings"]] == ["prior", "local", "pair-linking njs"]
    assert told["data_sets"][0]["documents"] == 25
    f1 = {row["setting"]: row["f1"]["mine"] for row in told["settings"]}
    assert 0.4 < f1["prior"] < f1["local"] <= 1
    # Every answer is there, and F1 follows from them.
    head, *documents = map(json.loads, (out / "mine" / "pair-linking@njs.jsonl").read_text().splitlines())
    assert len(head["betas"]) == 5
    mentions = [mention for document in documents for mention in document["mentions"]]
    right = sum(mention["answer"] in mention["gold"] for mention in mentions)
    answered = sum(mention["answer"] is not None for mention in mentions)
    assert f1["pair-linking njs"] == pytest.approx(2 * right / (answered + len(mentions)))


def test_json_holds_all_measures_intervals_and_tests_of_the_answers(run: Run, gold: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers"
    told = json.loads(run("evaluate", gold, "--out", out, "--json", "--gerbil", *ONE).out)
    results = {row["setting"]: row["results"]["mine"] for row in told["settings"]}
    tallies = {}
    for setting, name in (("prior", "prior"), ("pair-linking njs", "pair-linking@njs")):
        kept = read_answers(out / "mine" / f"{name}.jsonl").documents
        tallies[setting] = [tally([m.gold for m in each.mentions], [m.answer for m in each.mentions]) for each in kept]
        found, expected = results[setting], measure(tallies[setting])
        assert found["micro"] == vars(expected.micro)
        assert found["macro"] == vars(expected.macro)
        assert found["interval"] == vars(bootstrap_f1(tallies[setting]))
        assert found["gerbil_tuned_on_gold"]["untuned_f1"] == expected.micro.f1
        assert found["gerbil_tuned_on_gold"]["f1"] >= expected.micro.f1
    f1 = [[measure([each]).micro.f1 for each in tallies[name]] for name in ("pair-linking njs", "prior")]
    test, found = paired_t_test(*f1), results["prior"]["versus"]
    assert (found["setting"], found["verdict"]) == ("pair-linking njs", "worse")
    assert (-found["difference"], -found["t"], found["p"]) == pytest.approx((test.difference, test.t, test.p))
    assert "versus" not in results["pair-linking njs"]


def test_marks_tell_what_is_worse_or_better_than_another_setting(run: Run, gold: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers"
    first = run("evaluate", gold, "--out", out, *ONE)
    assert "†" in next(line for line in first.out.splitlines() if line.startswith("prior"))
    assert "† worse, ‡ better than pair-linking njs: one-tailed paired t-test" in first.out
    turned = run("evaluate", gold, "--out", out, *ONE, "--against", "prior", "--details")
    assert "‡" in next(line for line in turned.out.splitlines() if line.startswith("local"))
    assert "‡ better than prior:" in turned.out
    assert "<0.001" in turned.out
    # A setting that was not asked for is run, to test against it.
    told = json.loads(run("evaluate", gold, "--out", out, *ONE, "--against", "fwbw@wlm", "--json").out)
    assert [row["setting"] for row in told["settings"]] == ["prior", "local", "pair-linking njs", "fwbw wlm"]
    assert told["settings"][0]["results"]["mine"]["versus"]["setting"] == "fwbw wlm"


def test_figures_tuned_on_gold_stand_apart_and_say_so(run: Run, gold: Path, tmp_path: Path) -> None:
    plain = run("evaluate", gold, "--out", tmp_path / "answers", *ONE).out
    tuned = run("evaluate", gold, "--out", tmp_path / "answers", *ONE, "--gerbil").out
    assert "GERBIL" not in plain
    assert "TUNED ON THE GOLD MEASURED ON" in tuned
    assert "never compare" in tuned


def test_several_sets_have_one_table_and_details_on_request(run: Run, gold: Path, tmp_path: Path) -> None:
    data = write_sample_sets(tmp_path / "data")
    arguments = ("evaluate", "--data", data, "--out", tmp_path / "answers", *ONE)
    short = run(*arguments).out
    assert "average F1" in short
    assert "95 %" not in short
    assert "--details" in short
    assert short.count("not there") == 6  # of the eight sets of the paper
    told = json.loads(run(*arguments, "--json").out)
    assert [each["data_set"] for each in told["data_sets"]] == ["reuters128", "kore50"]
    assert "micro14" in told["not_there"]
    row = told["settings"][-1]
    assert row["average"] == pytest.approx(sum(row["f1"].values()) / 2)
    long = run(*arguments, "--details").out
    assert "average F1" in long
    assert long.count("95 %") == 2 + 1  # a table a set, and what it means


def test_prior_and_local_are_settings_by_themselves(run: Run, gold: Path, tmp_path: Path) -> None:
    result = run("evaluate", gold, "--out", tmp_path, "--method", "local", "--json", "--workers", 1)
    assert [row["setting"] for row in json.loads(result.out)["settings"]] == ["prior", "local"]


def test_mentions_without_an_entity_count_on_request(run: Run, tmp_path: Path) -> None:
    lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()
    with_nil = [line for line in lines if '"entity": null' in line]
    gold = tmp_path / "mine.jsonl"
    gold.write_text("\n".join([*with_nil, *lines[:15]]), encoding="utf-8")
    arguments = ("evaluate", gold, "--out", tmp_path / "answers", "--json", *ONE)
    scores = {}
    for rule in ("in-kb", "links", "all"):
        told = json.loads(run(*arguments, "--with-nil", "--rule", rule).out)
        scores[rule] = told["settings"][-1]["results"]["mine"]["micro"]
    assert scores["links"]["recall"] == scores["in-kb"]["recall"]
    assert scores["links"]["precision"] < scores["in-kb"]["precision"]  # methods link what they can
    assert scores["all"]["precision"] == scores["all"]["recall"]
    assert told["data_sets"][0]["mentions"] > told["data_sets"][0]["linked"]
    result = run(*arguments)  # answers with and without them do not mix
    assert (result.code, "with_nil" in result.err) == (2, True)


def test_what_is_done_is_not_done_again(run: Run, gold: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers"
    assert run("evaluate", gold, "--out", out, *ONE).code == 0
    path = out / "mine" / "local.jsonl"
    before = path.stat().st_mtime_ns
    (out / "mine" / "pair-linking@njs.jsonl").unlink()  # as if it had been stopped there
    assert run("evaluate", gold, "--out", out, *ONE).code == 0
    assert path.stat().st_mtime_ns == before
    assert (out / "mine" / "pair-linking@njs.jsonl").exists()


def test_another_experiment_does_not_mix_with_this_one(run: Run, gold: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers"
    assert run("evaluate", gold, "--out", out, *ONE).code == 0
    result = run("evaluate", gold, "--out", out, "--seed", 2, *ONE)
    assert result.code == 2
    assert "seed 1, now it is 2" in result.err


def test_answers_for_gold_that_was_changed_are_not_taken(run: Run, gold: Path, tmp_path: Path) -> None:
    mine, out = tmp_path / "mine.jsonl", tmp_path / "answers"
    lines = gold.read_text(encoding="utf-8").splitlines(keepends=True)
    mine.write_text("".join(lines[:6]), encoding="utf-8")
    assert run("evaluate", mine, "--out", out, *ONE).code == 0
    mine.write_text("".join(lines[:7]), encoding="utf-8")
    result = run("evaluate", mine, "--out", out, *ONE)
    assert result.code == 2
    assert "has changed since" in result.err
