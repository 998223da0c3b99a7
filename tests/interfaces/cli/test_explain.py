"""``pairlinking explain`` and ``pairlinking compare``: one document, looked at closely."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairlinking.collective import methods
from pairlinking.linking import Linker, load, read_marks
from pairlinking.linking.prepared import Prepared
from tests.interfaces.running import Run

TEXT = "The [[Sun]] and The [[Times]] reported that [[Greece]] will have to leave the [[Euro]] soon."


def test_everything_is_told(run: Run) -> None:
    result = run("explain", TEXT)
    assert (result.code, result.err) == (0, "")
    document = load().link(*read_marks(TEXT))
    for number, link in enumerate(document):
        assert f"{number}. {link}\n" in result.out
        explanation = document.explain(number)
        assert explanation.decision is not None
        step, pair = explanation.decision
        assert f"decided in step {step}: " in result.out
        assert f"confidence {pair.confidence:.2f}" in result.out
        for each in explanation.candidates:
            assert each.supporter is not None
            words = [each.entity.title, f"{each.prior:.2f}", f"{each.local:.2f}"]
            words += [f"{each.relatedness:.2f}", f"{each.score:.2f}", each.supporter.title]
            assert " ".join(words) in " ".join(result.out.split())
    steps = result.out.split("Decisions in order")[1].split("Tree of evidence")[0]
    numbers = [line.split()[0] for line in steps.splitlines() if "->" in line]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert numbers
    assert "└─" in result.out.split("Tree of evidence")[1]


def test_the_choice_is_shown_beyond_the_limit(run: Run) -> None:
    # By P(e|m) alone Tiger is the animal, though the golfer makes the better pair.
    text = "[[Tiger]] won at the Navy Golf Course in [[Cypress]], [[California]]."
    result = run("explain", text, "--method", "local", "--local", "prior", "--beta", 0.9, "--limit", 1)
    first, *_ = result.out.split("\n1. ")
    candidates = [line.split("  ")[0:2] for line in first.splitlines() if " 0." in line][-2:]
    assert [mark.strip() for mark, *_ in candidates] == ["", "*"]
    assert "more (--limit, --json)" in first


def test_json(run: Run) -> None:
    document = load().link(*read_marks(TEXT))
    assert json.loads(run("explain", TEXT, "--json").out) == document.to_dict()


def test_standard_input_a_file_and_a_json_line(run: Run, tmp_path: Path) -> None:
    expected = run("explain", TEXT).out
    assert run("explain", "-", stdin=TEXT).out == expected
    (tmp_path / "a.txt").write_text(TEXT)
    assert run("explain", tmp_path / "a.txt").out == expected
    text, spans = read_marks(TEXT)
    line = json.dumps({"id": 7, "text": text, "mentions": [{"start": start, "end": end} for start, end in spans]})
    assert run("explain", "-", stdin=line).out == expected
    assert json.loads(run("explain", "-", "--json", stdin=line).out)["id"] == 7


def test_without_marks_mentions_are_spotted(run: Run) -> None:
    assert "Greece -> Greece" in run("explain", TEXT.replace("[[", "").replace("]]", "")).out


def test_a_repeated_name_is_explained_once(run: Run) -> None:
    out = run("explain", "[[Greece]] has the [[Euro]], says [[Greece]].").out
    assert "the same name as 0., decided together" in out
    assert out.count("decided in step") == 2


@pytest.mark.parametrize("text", ["", "nothing here", "[[Xyzzyq]]"])
@pytest.mark.parametrize("command", ["explain", "compare"])
def test_little_to_tell(run: Run, command: str, text: str) -> None:
    result = run(command, text)
    assert (result.code, result.err) == (0, "")
    if "[[" not in text:
        assert "No mentions were found." in result.out or "no mentions" in result.out
    assert run(command, text, "--json").code == 0


def test_methods_without_decisions_are_explained_too(run: Run) -> None:
    result = run("explain", TEXT, "--method", "local")
    assert result.code == 0
    assert "decided in step" not in result.out
    assert "Tree of evidence" in result.out


@pytest.mark.parametrize("command", ["explain", "compare"])
def test_a_bad_document_ends_with_1(run: Run, command: str) -> None:
    for stdin, words in (("{bad\n", "stdin, line 1: not JSON"), ('{"text": "a"}\n' * 2, "several documents")):
        result = run(command, "-", stdin=stdin)
        assert (result.code, result.out) == (1, "")
        assert result.err.startswith("Error: ")
        assert words in result.err


@pytest.mark.parametrize("command", ["link", "explain", "compare"])
def test_a_typo_in_the_name_of_a_file_is_told(run: Run, command: str) -> None:
    result = run(command, "typo.txt")
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("Error: No such file: typo.txt.")


# --- compare


def test_all_methods_side_by_side(run: Run) -> None:
    result = run("compare", TEXT)
    assert (result.code, result.err) == (0, "")
    assert result.out == f"{load().compare(*read_marks(TEXT))}\n"
    told = json.loads(run("compare", TEXT, "--json").out)
    assert told == load().compare(*read_marks(TEXT)).to_dict()
    assert set(told["methods"]) == set(methods()) - {"exhaustive"}
    assert sorted(name for group in told["groups"] for name in group) == sorted(told["methods"])
    assert told["left_out"] == {}


def test_some_methods(run: Run) -> None:
    told = json.loads(run("compare", TEXT, "--method", "exhaustive", "--method", "local", "--json").out)
    assert told["methods"] == ["exhaustive", "local"]


def test_options_reach_the_comparison(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, float]] = []
    solve = Linker.solve

    def note(linker: Linker, prepared: Prepared) -> object:
        seen.append((linker.method, linker.beta))
        return solve(linker, prepared)

    monkeypatch.setattr(Linker, "solve", note)
    assert run("compare", TEXT, "--beta", 0.7, "--method", "local", "--method", "fwbw").code == 0
    assert seen == [("local", 0.7), ("fwbw", 0.7)]
