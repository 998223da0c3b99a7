"""Manners of the command line: what it says while one waits, what it leaves behind, advice that works."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import pytest

from tests.interfaces.running import Run


def catalogue(folder: Path, *lines: Mapping[str, object]) -> Path:
    path = folder / "mine.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


FIRM = {"id": "P1", "title": "Acme", "text": "Acme is in [[P2|Perth]]."}
TOWN = {"id": "P2", "title": "Perth", "text": "Home of [[P1|Acme]]."}


def test_fields_that_are_nearly_right_are_noticed_by_file_and_line(run: Run, tmp_path: Path) -> None:
    lines = (FIRM, {**TOWN, "alias": ["St John's Toun"]}, {"id": "P3", "title": "X", "alias": [], "owner": "Kim"})
    source = catalogue(tmp_path, *lines)
    result = run("build", source, "-o", tmp_path / "kb", "--no-vectors", "--workers", 1)
    assert result.code == 0
    (warning,) = result.err.splitlines()
    assert warning.startswith(f"Warning: {source}, line 2: the field 'alias' is not used for linking.")
    assert "Did you mean 'aliases'?" in warning


def test_a_title_under_another_name_is_said_with_the_error(run: Run, tmp_path: Path) -> None:
    result = run("build", catalogue(tmp_path, {"id": "P1", "name": "Acme"}), "-o", tmp_path / "kb", "--workers", 1)
    assert result.code == 1
    assert "holds no entity. Line 1: the field 'title' must be a string. Rename 'name' to 'title'." in result.err


def test_empty_titles_are_called_empty(run: Run, tmp_path: Path) -> None:
    result = run("build", catalogue(tmp_path, {"id": "P1", "title": " "}), "-o", tmp_path / "kb", "--workers", 1)
    assert "the field 'title' is empty" in result.err


def test_a_finished_knowledge_base_is_no_source(run: Run, tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    source = catalogue(tmp_path, FIRM)
    built = run("build", source, "-o", kb, "--no-vectors", "--workers", 1)
    assert built.out == f"{kb}: 1 entity, 1 surface form\n"
    for name in (kb, "sample"):
        refused = run("build", name, source, "-o", tmp_path / "more")
        assert refused.code != 0
        assert f"{name} is a finished knowledge base, which cannot be a source." in refused.err


def test_addresses_are_not_fetched_and_that_is_said(run: Run) -> None:
    refused = run("link", "https://example.org/page.html")
    assert refused.code != 0
    assert "https://example.org/page.html is a URL, which is not fetched." in refused.err


def test_a_mention_fixed_to_nothing_is_reported_in_plain_words(run: Run) -> None:
    refused = run("link", "--kb", "sample", "[[Tigr Woods|Bob]] met [[Greece]].")
    assert "TEXT: Mention 0 cannot be fixed." in refused.err
    assert "Did you mean 'Tiger Woods'? Skipped." in refused.err


def test_broken_json_is_reported_in_plain_words(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "documents.jsonl"
    path.write_text('{"text": "one\ttab"}\n')
    assert "not JSON: Invalid control character at character 14. Skipped." in run("link", "--kb", "sample", path).err


@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 500, b'{"x": 1}\n', b"<mediawiki></mediawiki>"])
def test_a_refused_build_leaves_nothing_behind(run: Run, tmp_path: Path, content: bytes) -> None:
    source = tmp_path / "source"
    source.write_bytes(content)
    assert run("build", source, "-o", tmp_path / "kb", "--workers", 1).code == 1
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize(
    "command",
    [("link", "LONG"), ("link", "--kb", "LONG", "Perth"), ("kb", "info", "LONG"), ("build", "LONG", "-o", "kb")],
)
def test_a_name_that_no_disk_takes_is_an_error_in_one_line(run: Run, command: tuple[str, ...]) -> None:
    long = f"some-folder/{'x' * 300}.xml"
    result = run(*(long if part == "LONG" else part for part in command))
    assert result.code in (1, 2)
    assert result.err.startswith("Error: ")
    assert len(result.err.splitlines()) == 1


def test_advice_about_vectors_works_or_is_not_given(run: Run, tmp_path: Path) -> None:
    source = catalogue(tmp_path, FIRM, TOWN)
    kb = tmp_path / "kb"
    refused = run("build", source, "-o", kb, "--workers", 1)
    assert "Lower min_count (--min-count " in refused.err
    linked = run("link", "--kb", kb, "[[Acme]] in [[Perth]]")
    assert "too little text" in linked.err
    assert "build vectors" not in linked.err
    # Where vectors were not asked for, the advice is given, and what is printed then leads on until there are some.
    run("build", source, "-o", kb, "--workers", 1, "--no-vectors", "--replace")
    linked = run("link", "--kb", kb, "[[Acme]] in [[Perth]]")
    advised = re.search(r"Add vectors with: pairlinking (.*)", linked.err)
    assert advised is not None
    command: list[object] = [*advised[1].split()]
    for _ in range(3):
        result = run(*command)
        if result.code == 0:
            break
        command += re.findall(r"\((--[\w-]+) (\d+)\)", result.err)[0]
    assert (result.code, result.err) == (0, "")
    assert run("link", "--kb", kb, "[[Acme]] in [[Perth]]").err == ""


def test_answers_with_two_knowledge_bases_are_kept_apart(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()[:8]
    Path("gold.jsonl").write_text("\n".join(lines) + "\n")
    titles = sorted({m["entity"] for line in lines for m in json.loads(line)["mentions"] if m["entity"]})
    source = catalogue(tmp_path, *({"id": title, "title": title} for title in titles))
    assert run("build", source, "-o", "mine.kb", "--no-vectors", "--workers", 1).code == 0
    one = ("--method", "pair-linking", "--relatedness", "njs", "--workers", 1)
    first = run("evaluate", "gold.jsonl", "--kb", "sample", *one)
    second = run("evaluate", "gold.jsonl", "--kb", "mine.kb", *one)
    assert (first.code, second.code) == (0, 0), second.err
    assert "saved in answers." in first.out
    assert "saved in answers-mine." in second.out
    assert Path("answers/gold/local.jsonl").read_text() != Path("answers-mine/gold/local.jsonl").read_text()
    again = run("evaluate", "gold.jsonl", "--kb", "sample", *one)
    assert again.out == first.out


def test_info_explains_every_count(run: Run) -> None:
    shown = run("kb", "info", "sample").out
    counts = shown.partition("Counts\n")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(counts) > 20
    for line in counts:
        assert re.search(r"[\d,]+ {3}[a-zA-Z]", line), line


def test_the_first_use_of_the_sample_says_what_it_does(tmp_path: Path) -> None:
    env = {**os.environ, "PAIRLINKING_CACHE": str(tmp_path), "PAIRLINKING_KB": "sample"}
    command = [sys.executable, "-m", "pairlinking", "link", "[[Tiger]]"]
    first, second = (
        subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=300) for _ in range(2)
    )
    assert first.stderr == "Building the sample knowledge base. This happens once and takes a few seconds.\n"
    assert (second.stderr, second.stdout) == ("", first.stdout)


def test_a_large_text_shows_that_work_goes_on_and_then_nothing_but_links(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_text("Greece kept the Euro, and Tiger Woods won the Masters in Augusta. " * 12_000)
    pid, screen = pty.fork()
    if pid == 0:  # pragma: no cover
        os.execv(sys.executable, [sys.executable, "-m", "pairlinking", "link", str(path)])
    shown = b""
    while True:
        try:
            shown += os.read(screen, 1 << 16)
        except OSError:  # the end of a terminal
            break
    os.waitpid(pid, 0)
    bars, _, links = shown.rpartition(b"\x1b[2K")
    assert len(set(re.findall(rb"\d:\d\d", bars))) > 1  # seconds pass
    assert b"Linking" not in links
    assert links.count(b"Greece -> Greece") == 12_000
