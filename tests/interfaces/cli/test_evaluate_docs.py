"""Every command of docs/how-to/evaluate.md runs, in its order, in a folder with the files that it names."""

from __future__ import annotations

import shlex
from importlib.resources import files
from pathlib import Path

import pytest

from pairlinking.building import open_sample
from tests.evaluation.made_up import write
from tests.evaluation.sample_sets import write_sample_sets
from tests.interfaces.running import Run

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "evaluate.md"


def commands() -> list[str]:
    """Lines of the blocks that are not Python."""
    parts = PAGE.read_text(encoding="utf-8").split("\n```")[1::2]  # what lies between an opening and a closing fence
    return [line for part in parts if part.startswith("\n") for line in part.splitlines() if line.strip()]


def test_every_command_of_the_page_runs(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.kb").symlink_to(open_sample().path)
    lines = (files("pairlinking") / "data" / "sample-gold.jsonl").read_text(encoding="utf-8").splitlines()
    write(Path("my-gold.jsonl"), "\n".join(lines[:10]))
    write_sample_sets(Path("DATASETS"))
    assert len(commands()) > 12
    for command in commands():
        words, _, target = command.partition(" > ")
        program, *arguments = shlex.split(words, comments=True)
        assert program == "pairlinking"
        # Made-up files have other counts than those declared.
        expected = 1 if arguments[:2] == ["datasets", "check"] else 0
        more = []
        if arguments[0] == "evaluate":
            more = ["--workers", "1"]
            if "--predictions" not in arguments and "--method" not in arguments:
                more += ["--method", "pair-linking", "--relatedness", "njs"]  # all of them would take long
        result = run(*arguments, *more)
        assert (result.code, result.err) == (expected, ""), command
        if target:
            write(Path(target.strip()), result.out)
