"""``pairlinking datasets`` on made-up files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairlinking.evaluation import catalogue
from tests.evaluation.made_up import write
from tests.interfaces.running import Run

TWEETS = "micro14/Microposts2014-NEEL_challenge_TweetsTestSet.csv"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with two tweets instead of 1,165."""
    lines = [
        '1\t"In Ohio, AT&amp;T"\tOhio\thttp://dbpedia.org/resource/ohio\tElse\thttp://dbpedia.org/resource/Else',
        '2\t"Köln"\tKöln\thttp://de.dbpedia.org/resource/K%C3%B6ln',
    ]
    write(tmp_path / "data" / TWEETS, "\n".join(lines))
    return tmp_path / "data"


def test_list_shows_all(run: Run, data: Path) -> None:
    result = run("datasets", "list")
    assert result.code == 0
    assert all(name in result.out for name in catalogue.names())
    rows = json.loads(run("datasets", "list", "--data", data, "--json").out)
    assert [row["name"] for row in rows if row["there"]] == ["micro14"]
    assert rows[0]["counts"] == {"documents": 128, "linked_documents": 113, "mentions": 880, "linked_mentions": 650}


def test_show_tells_what_is_known_and_found(run: Run, data: Path) -> None:
    result = run("datasets", "show", "micro14")
    assert result.code == 0
    assert "Ask the organisers" in result.out
    found = json.loads(run("datasets", "show", "micro14", "--data", data, "--json").out)
    assert found["paper"] == {"documents": 696, "mentions": 1457}
    assert found["found"] == {"documents": 2, "linked_documents": 2, "mentions": 2, "linked_mentions": 2}
    assert found["skipped"] == [
        {
            "reason": "mention: the surface form is not in the text",
            "number": 1,
            "first": f"{data / TWEETS}, line 1",
        }
    ]
    assert run("datasets", "show", "micro").err.startswith("Error: Can't find the data set 'micro'. Did you mean")


def test_check_fails_where_a_count_differs(run: Run, data: Path) -> None:
    result = run("datasets", "check", "--data", data)
    assert result.code == 1
    assert "D is 2, not 1,165" in result.out
    assert "the surface form is not in the text" in result.out
    assert result.out.count("not there") == len(catalogue.names()) - 1


def test_check_passes_where_nothing_is_there_but_fails_by_name(run: Run, tmp_path: Path) -> None:
    assert run("datasets", "check", "--data", tmp_path).code == 0
    result = run("datasets", "check", "--data", tmp_path, "rss500", "--json")
    assert result.code == 1
    assert [(row["name"], row["verdict"], row["ok"]) for row in json.loads(result.out)] == [
        ("rss500", "not there", False)
    ]
    assert run("datasets", "check", "--data", tmp_path / "none").code == 2


def test_check_goes_on_after_a_broken_or_incomplete_set(run: Run, data: Path) -> None:
    write(data / "rss500/RSS-500.ttl", "@prefix nif: <http://x> .\nnif:a nif:b")
    write(data / "wned-wiki/wikipedia.xml", "<x/>")
    result = run("datasets", "check", "--data", data, "--json")
    verdicts = {row["name"]: row["verdict"] for row in json.loads(result.out)}
    assert result.code == 1
    assert f"{data / 'rss500/RSS-500.ttl'}, line 2: not valid Turtle" in verdicts["rss500"]
    assert "RawText is missing" in verdicts["wned-wiki"]
    assert "D is 2, not 1,165" in verdicts["micro14"]


def test_convert_writes_what_train_and_link_read(run: Run, data: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    result = run("datasets", "convert", "micro14", "--data", data, "-o", target)
    assert result.code == 0
    assert result.out.startswith(f"Wrote 2 documents with 2 mentions to {target}")
    assert "the surface form is not in the text" in result.out
    assert [json.loads(line) for line in target.read_text().splitlines()] == [
        {"id": "1", "text": "In Ohio, AT&amp;T", "mentions": [{"start": 3, "end": 7, "entity": "Ohio"}]},
        {
            "id": "2",
            "text": "Köln",
            "mentions": [{"start": 0, "end": 4, "entity": "http://de.dbpedia.org/resource/K%C3%B6ln"}],
        },
    ]
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["out.jsonl"]


def test_convert_refuses_what_cannot_be_converted(run: Run, data: Path, tmp_path: Path) -> None:
    result = run("datasets", "convert", "aida", "--data", data, "-o", tmp_path / "a.jsonl")
    assert result.code == 1
    assert "comes without its text" in result.err
    result = run("datasets", "convert", "micro14", "--data", data, "-o", tmp_path / "none" / "a.jsonl")
    assert result.code == 1
    assert "Cannot write" in result.err


def test_check_fails_where_the_texts_are_there_but_not_what_is_said_of_them(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "msnbc/gerbil/MSNBC/RawTextsSimpleChars_utf8/one.txt", "Tiger won.")
    result = run("datasets", "check", "--data", tmp_path, "--json")
    verdicts = {row["name"]: row["verdict"] for row in json.loads(result.out)}
    assert result.code == 1
    assert "MSNBC is not complete" in verdicts["msnbc"]
    assert {verdict for name, verdict in verdicts.items() if name != "msnbc"} == {"not there"}


def test_texts_of_another_set_do_not_make_one_incomplete(tmp_path: Path) -> None:
    folder = tmp_path / "ace2004/gerbil/ACE2004_Coref_Turking/Dev"
    write(folder / "RawTextsNoTranscripts/one.txt", "Tiger won.")
    assert not catalogue.is_absent("ace2004-wned", tmp_path)
    write(folder / "ProblemsNoTranscripts/one.txt", "")
    assert catalogue.is_absent("ace2004-wned", tmp_path)
    assert not catalogue.is_absent("ace2004", tmp_path)


def test_convert_leaves_nothing_behind_where_it_cannot_write(run: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert run("datasets", "convert", "micro14", "--data", data, "-o", tmp_path / "folder").code == 1
    assert not list(tmp_path.glob("*.part"))
