"""``pairlinking evaluate`` where something is wrong: one clear sentence before anything is run, and no silent drop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.evaluation.made_up import PREFIXES, instance, phrase, problem, write
from tests.interfaces.running import Result, Run

ONE = ("--method", "pair-linking", "--relatedness", "njs", "--workers", 1)
CONTEXT = "http://made.up/1"
TEXT = "Tiger met Nobody in Augusta, near Tiger."


def mention(start: int, end: int, entity: Any, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "entity": entity, **more}


def own(path: Path, *mentions: dict[str, Any], n: int = 6) -> Path:
    """A file of one's own with the same document several times, as there must be something to learn from."""
    lines = [json.dumps({"id": str(number), "text": TEXT, "mentions": list(mentions)}) for number in range(n)]
    return write(path, "\n".join(lines))


TIGER, AUGUSTA = mention(0, 5, "Tiger Woods"), mention(20, 27, "Augusta, Georgia")


def refused(result: Result, out: Path) -> str:
    """What was told: one sentence, and nothing was run."""
    assert (result.code, result.out) == (1, "")
    assert not out.exists()
    (line,) = result.err.splitlines()
    assert line.startswith("Error: ")
    return line


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "--data"),
        (["kore50"], "--data"),
        (["--data", "nowhere"], "None of the paper's data sets"),
        (["missing.jsonl"], "missing.jsonl"),
        (["kore5", "--data", "."], "Did you mean 'kore50'?"),
        (["kore50", "--data", "nowhere"], "KORE50 is not complete"),
        (["aida", "--data", "nowhere"], "comes without its text"),
        (["x.jsonl", "--method", "pair-linkin"], "Did you mean 'pair-linking'?"),
        (["x.jsonl", "--relatedness", "njz"], "Did you mean 'njs'?"),
        (["x.jsonl", "--against", "fwbv njs"], "Did you mean 'fwbw'?"),
        (["x.jsonl", "--against", ""], "--against must be"),
        (["x.jsonl", "--against", "local njs"], "--against must be"),
        (["x.jsonl", "--against", "fwbw njs ees"], "--against must be"),
        (["x.jsonl", "--scorer", "guess"], "must be one of 'folds', 'kb'"),
        (["x.jsonl", "--seed", "-1"], "--seed"),
        (["x.jsonl", "--rule", "links"], "add --with-nil"),
        (["x.jsonl", "--rule", "every"], "must be one of 'in-kb', 'links', 'all'"),
        (["x.jsonl", "--by-name"], "--by-name needs --predictions"),
        (["x.jsonl", "--allow-unknown"], "--allow-unknown needs --predictions"),
        (["--predictions", "x.jsonl"], "needs exactly one GOLD"),
        (["a.jsonl", "b.jsonl", "--predictions", "x.jsonl"], "needs exactly one GOLD"),
    ],
)
def test_what_cannot_be_run_is_told(run: Run, tmp_path: Path, arguments: list[str], told: str) -> None:
    result = run("evaluate", *arguments, "--out", tmp_path / "answers", "--workers", 1)
    assert result.code in (1, 2)
    assert told in result.err
    assert "Traceback" not in result.err
    assert not (tmp_path / "answers").exists()


def test_an_incomplete_set_is_told_what_is_missing(run: Run, tmp_path: Path) -> None:
    out, folder = tmp_path / "answers", tmp_path / "ace2004/gerbil/ACE2004_Coref_Turking/Dev"
    write(
        folder / "ProblemsNoTranscripts/one.txt", problem(instance("Tiger", 0, 5, "http://en.wikipedia.org/wiki/Tiger"))
    )
    for names in ([], ["ace2004"]):
        told = refused(run("evaluate", *names, "--data", tmp_path, "--out", out, *ONE), out)
        assert "ACE2004 is not complete" in told
        assert "RawTextsNoTranscripts is missing" in told
    write(folder / "RawTextsNoTranscripts/two.txt", TEXT)
    told = refused(run("evaluate", "--data", tmp_path, "--out", out, *ONE), out)
    assert str(folder / "RawTextsNoTranscripts/one.txt") in told


def test_a_broken_turtle_file_is_told_with_its_line(run: Run, tmp_path: Path) -> None:
    text = f'<{CONTEXT}> a nif:Context ; nif:isString "{TEXT}" .\n'
    broken = (
        text + phrase(CONTEXT, 0, 5, "Tiger", "http://dbpedia.org/resource/Tiger") + "<http://x> nif:beginIndex .\n"
    )
    path = write(tmp_path / "kore50/kore50-nif.ttl", PREFIXES + broken)
    number = (PREFIXES + broken).count("\n")
    told = refused(run("evaluate", "--data", tmp_path, "--out", tmp_path / "answers", *ONE), tmp_path / "answers")
    assert f"{path}, line {number}: not valid Turtle" in told


def test_entities_that_the_knowledge_base_lacks_are_counted_and_named(run: Run, tmp_path: Path) -> None:
    path = own(tmp_path / "mine.jsonl", TIGER, AUGUSTA, mention(10, 16, "Nobody at all"), mention(34, 39, None))
    arguments = ("evaluate", path, "--out", tmp_path / "answers", *ONE)
    result = run(*arguments, "--details")
    assert result.code == 0
    row = next(line for line in result.out.splitlines() if line.startswith("mine ")).split()
    assert " ".join(row[1:]).startswith("6 of 6 24 18 12 of 18 (67%)")
    assert "mine: 12 mentions in 6 documents" in result.out
    assert "mine: the KB lacks the entity of 6 mentions" in result.out
    assert "Nobody at all" in result.out
    told = json.loads(run(*arguments, "--json").out)["data_sets"][0]
    assert {name: told[name] for name in ("mentions", "linked", "counted", "lacking")} == {
        "mentions": 24,
        "linked": 18,
        "counted": 12,
        "lacking": {"Nobody at all": 6},
    }


def test_gold_of_which_the_knowledge_base_has_nothing_is_refused(run: Run, tmp_path: Path) -> None:
    path = own(tmp_path / "mine.jsonl", mention(0, 5, "http://www.wikidata.org/entity/Q10993"))
    told = refused(run("evaluate", path, "--out", tmp_path / "answers", *ONE), tmp_path / "answers")
    assert "None of the 6 mentions" in told
    assert "'http://www.wikidata.org/entity/Q10993'; those of the knowledge base such as" in told


def test_offsets_that_do_not_match_the_text_are_counted_with_their_place(run: Run, tmp_path: Path) -> None:
    path = own(
        tmp_path / "mine.jsonl", TIGER, AUGUSTA, mention(30, 99, "Tiger"), mention(10, 16, "Tiger", surface="Lion")
    )
    result = run("evaluate", path, "--out", tmp_path / "answers", *ONE)
    assert result.code == 0
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    assert "Skipped" in lines
    assert f"mine 6 mention: the offsets are outside the text {path}, line 1" in lines
    assert f"mine 6 mention: the surface form is not in the text {path}, line 1" in lines
    told = json.loads(run("evaluate", path, "--out", tmp_path / "answers", *ONE, "--json").out)["data_sets"][0]
    assert [(each["number"], each["reason"]) for each in told["skipped"]] == [
        (6, "mention: the offsets are outside the text"),
        (6, "mention: the surface form is not in the text"),
    ]


def test_two_files_of_one_name_do_not_share_answers(run: Run, tmp_path: Path) -> None:
    first = own(tmp_path / "a" / "mine.jsonl", TIGER)
    second = own(tmp_path / "b" / "mine.jsonl", AUGUSTA)
    result = run("evaluate", first, second, "--out", tmp_path / "answers", *ONE)
    assert result.code == 2
    assert f"{first} and {second} have the same name 'mine'" in result.err
    same = own(tmp_path / "b" / "mine.jsonl", TIGER)
    assert run("evaluate", first, same, "--out", tmp_path / "answers", *ONE).code == 2
    assert not (tmp_path / "answers").exists()
    assert run("evaluate", first, "--out", tmp_path / "answers", *ONE).code == 0
    other = run("evaluate", own(tmp_path / "b" / "mine.jsonl", AUGUSTA), "--out", tmp_path / "answers", *ONE)
    assert other.code == 2
    assert "holds answers for other gold documents named 'mine'" in other.err


def test_a_data_set_in_another_language_says_which_mentions_are_left_out(run: Run, tmp_path: Path) -> None:
    text = f'<{CONTEXT}> a nif:Context ; nif:isString "{TEXT}" .\n'
    phrases = [
        phrase(CONTEXT, 0, 5, "Tiger", "http://de.dbpedia.org/resource/Tiger"),
        phrase(CONTEXT, 20, 27, "Augusta", "http://dbpedia.org/resource/Augusta,_Georgia"),
    ]
    write(tmp_path / "kore50/kore50-nif.ttl", PREFIXES + text + "".join(phrases))
    result = run("evaluate", "kore50", "--data", tmp_path, "--out", tmp_path / "answers", *ONE, "--json")
    assert json.loads(result.out)["data_sets"][0]["lacking"] == {"http://de.dbpedia.org/resource/Tiger": 1}


def test_a_folder_that_cannot_be_written_is_told(run: Run, tmp_path: Path) -> None:
    path = own(tmp_path / "mine.jsonl", TIGER)
    result = run("evaluate", path, "--out", path, *ONE)
    assert (result.code, result.out) == (1, "")
    assert (
        result.err == f"Error: Cannot write {path}/mine/gold.json: Not a directory. Choose another folder with --out.\n"
    )


def test_a_file_with_another_ending_is_told_so(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "answers"
    result = run("evaluate", own(tmp_path / "mine.txt", TIGER), "--out", out, *ONE)
    assert result.code == 2
    assert "a file of gold documents must end in .jsonl" in result.err
    assert run("evaluate", own(tmp_path / "MINE.JSONL", TIGER), "--out", out, *ONE).code == 0


def test_half_a_character_in_gold_is_kept_and_shown(run: Run, tmp_path: Path) -> None:
    lines = [{"id": n, "text": "Tiger \ud800 won.", "mentions": [mention(0, 7, "Tiger Woods")]} for n in range(2)]
    path = write(tmp_path / "mine.jsonl", "\n".join(map(json.dumps, lines)))
    assert run("evaluate", path, "--out", tmp_path / "answers", *ONE).code == 0
    result = run("errors", tmp_path / "answers/mine/prior.jsonl")
    assert (result.code, result.err) == (0, "")
    assert "won." in result.out
