"""``pairlinking link``: everything comes out in order, once, with what the user put in."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import threading
import warnings
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from pairlinking.collective import methods
from pairlinking.errors import ConvergenceWarning
from pairlinking.linking import Linker, load
from pairlinking.linking.prepared import Prepared
from tests.interfaces.running import Run, start

GOLD = Path(str(files("pairlinking") / "data" / "sample-gold.jsonl"))
MARKED = (
    "Before turning seven, [[Tiger]] won the Under Age 10 section held at the Navy Golf Course in [[Cypress]], "
    "[[California]]."
)
PLAIN = "The Sun reported that Greece will leave the Euro."


def records(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def titles(record: dict[str, Any]) -> list[str | None]:
    return [each["entity"] and each["entity"]["title"] for each in record["mentions"]]


# --- text


def test_a_marked_line(run: Run) -> None:
    result = run("link", "-", stdin=MARKED + "\n")
    assert (result.code, result.err) == (0, "")
    heading, *links, end = result.out.split("\n")[:-1]
    assert heading.startswith("stdin, line 1: Before turning seven, Tiger won")
    assert [line.split(" (")[0] for line in links] == [
        "  Tiger -> Tiger Woods",
        "  Cypress -> Cypress, California",
        "  California -> California",
    ]
    assert end == ""


def test_a_text_on_the_command_line(run: Run) -> None:
    result = run("link", PLAIN)
    assert (result.code, result.err) == (0, "")
    assert result.out == run("link", "--whole", stdin=PLAIN).out
    (record,) = records(run("link", "--json", MARKED).out)
    assert record == json.loads(run("explain", "--json", MARKED).out)


def test_an_entity_before_a_bar_is_fixed(run: Run) -> None:
    (record,) = records(run("link", "--json", "[[Greece|Tiger]] and [[Euro]].").out)
    assert record["text"] == "Tiger and Euro."
    assert titles(record) == ["Greece", "Euro"]
    result = run("link", "[[Grece|Tiger]] and [[Euro]].")
    assert result.code == 1
    assert "Did you mean 'Greece'?" in result.err


def test_without_marks_mentions_are_spotted(run: Run) -> None:
    result = run("link", stdin=PLAIN)
    assert result.code == 0
    assert "Greece -> Greece" in result.out
    assert "Euro -> Euro" in result.out


def test_a_file_is_one_document_without_a_heading(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("[[Greece]] is\nin [[Europe]].\n")
    result = run("link", path)
    assert [line.split(" -> ")[0] for line in result.out.splitlines()] == ["Greece", "Europe"]
    result = run("link", path, "--lines")
    assert [line.split(":")[0] for line in result.out.splitlines() if not line.startswith(" ") and line] == [
        f"{path}, line 1",
        f"{path}, line 2",
    ]
    assert run("link", "--whole", stdin=path.read_text()).out == run("link", path).out


def test_several_files_have_headings(run: Run, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    for path in paths:
        path.write_text("[[Greece]]")
    assert [line for line in run("link", *paths).out.splitlines() if "Greece ->" not in line and line] == [
        f"{path}: Greece" for path in paths
    ]


def test_nif_is_read_by_its_ending_or_by_name(run: Run) -> None:
    path = Path(__file__).parents[3] / "examples" / "document.ttl"
    result = run("link", path)
    assert result.code == 0, result.err
    assert "-> Masters Tournament" in result.out
    assert (
        run("link", "--input-format", "nif", "-", stdin=path.read_text()).out.replace("stdin", str(path)) == result.out
    )
    documents = [json.loads(line) for line in run("link", path, "--json").out.splitlines()]
    assert [each["id"] for each in documents] == _contexts(path)
    assert all(mention["text"] for each in documents for mention in each["mentions"])


def _contexts(path: Path) -> list[str]:
    from pairlinking.interfaces.nif import read_nif

    return [document.name for document in read_nif(path.read_bytes(), str(path)).documents]


def test_broken_nif_is_told_with_its_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.ttl"
    path.write_text("@prefix nif: <http://x/> .\n<a> nif:isString 'no end\n")
    result = run("link", path)
    assert result.code == 1
    assert "line 2" in result.err
    assert "Traceback" not in result.err


def test_text_as_json(run: Run) -> None:
    (record,) = records(run("link", "--json", stdin=MARKED).out)
    assert record["id"] == "stdin:1"
    assert record["text"] == MARKED.replace("[[", "").replace("]]", "")
    assert titles(record) == ["Tiger Woods", "Cypress, California", "California"]


# --- JSON lines


def test_order_keys_and_numbers_are_kept(run: Run, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in GOLD.read_text().splitlines()[:12]]
    for number, line in enumerate(lines):
        line |= {"extra": {"number": number}, "lang": "en"}
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = run("link", path)
    assert (result.code, result.err) == (0, "")
    linker = load()
    for line, record in zip(lines, records(result.out), strict=True):
        assert {key: record[key] for key in ("id", "text", "extra", "lang")} == {
            key: line[key] for key in ("id", "text", "extra", "lang")
        }
        expected = linker.link_document(line).to_dict()["mentions"]
        given = [mention.pop("given") for mention in record["mentions"]]
        assert given == [{"entity": mention["entity"]} for mention in line["mentions"]]
        assert record["mentions"] == expected
    assert run("link", path, "--workers", 2).out == result.out


def test_what_a_mention_holds_is_kept_apart(run: Run) -> None:
    mentions = [
        {"start": 9, "end": 15, "entity": None, "confidence": "high"},
        {"start": 0, "end": 5},
        "Greece",
    ]
    line = {"text": "Tiger in Greece", "mentions": mentions}
    (record,) = records(run("link", stdin=json.dumps(line)).out)
    assert [(each["start"], each["end"]) for each in record["mentions"]] == [(9, 15), (0, 5), (9, 15)]
    assert record["mentions"][0]["given"] == {"entity": None, "confidence": "high"}
    assert record["mentions"][0]["entity"]["title"] == "Greece"
    assert all("given" not in each for each in record["mentions"][1:])


def test_output_can_be_linked_again(run: Run) -> None:
    first = run("link", stdin=json.dumps({"text": PLAIN})).out
    again = run("link", stdin=first).out
    assert titles(records(again)[0]) == titles(records(first)[0])
    assert records(again)[0]["mentions"][0]["given"]["text"] == "The Sun"


def test_any_character_comes_out_as_it_went_in(run: Run) -> None:
    text = "Ägypten 虎 \U0001f405 \ud800 \u2028 \x00 Tiger"
    start = text.index("Tiger")
    line = {"text": text, "mentions": [{"start": start, "end": start + 5}], "more": "\udfff"}
    result = run("link", stdin=json.dumps(line))
    assert result.code == 0
    (record,) = [json.loads(each) for each in result.out.split("\n")[:-1]]
    assert (record["text"], record["more"]) == (text, "\udfff")
    assert record["mentions"][0]["text"] == "Tiger"
    assert "虎" in result.out


def test_one_json_input_makes_all_output_json(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("[[Greece]]")
    (tmp_path / "b.jsonl").write_text('{"id": "b", "text": "Greece"}\n')
    result = run("link", tmp_path / "a.txt", tmp_path / "b.jsonl")
    assert [each["id"] for each in records(result.out)] == [str(tmp_path / "a.txt"), "b"]


def test_candidates_can_be_fewer(run: Run) -> None:
    line = json.dumps({"text": MARKED, "mentions": ["Tiger"]})

    def candidates(*options: object) -> Any:
        return records(run("link", *options, stdin=line).out)[0]["mentions"][0].get("candidates")

    everything = candidates()
    assert len(everything) > 2
    assert candidates("--candidates", 2) == everything[:2]
    assert candidates("--candidates", 0) is candidates("--no-candidates") is None


# --- what goes wrong


def test_bad_lines_are_told_and_the_rest_comes_out(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"id": 1, "text": "Greece"}\nGreece\n\n{"id": 2}\n\xff\n{"id": 3, "text": "Euro"}\n')
    result = run("link", path)
    assert result.code == 1
    assert [each["id"] for each in records(result.out)] == [1, 3]
    *told, last = result.err.splitlines()
    assert [line.split(":")[0] for line in told] == [f"{path}, line {number}" for number in (2, 4, 5)]
    assert last == "Error: 3 bad documents were skipped; 2 linked."


@pytest.mark.parametrize("workers", [1, 2])
def test_a_document_that_cannot_be_linked_is_told_with_its_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    solve = Linker.solve

    def fail(linker: Linker, prepared: Prepared) -> Any:
        if prepared.source.text == "Bad":
            raise KeyError("no such key")
        return solve(linker, prepared)

    monkeypatch.setattr(Linker, "solve", fail)
    # Worker processes have the method above by fork alone, whatever threads other tests have left behind here.
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    stdin = "\n\n".join(json.dumps({"text": text}) for text in ("Greece", "Bad", "Euro"))
    result = run("link", "--workers", workers, stdin=stdin)
    assert [each["text"] for each in records(result.out)] == ["Greece", "Euro"]
    assert result.code == 1
    assert result.err == (
        "stdin, line 3: KeyError: 'no such key'. Skipped.\nError: 1 bad document was skipped; 2 linked.\n"
    )


SHARED_MISUSE = [
    ["--method", "pair-linkin"],
    ["--relatedness", "nj"],
    ["--local", "prio"],
    ["--beta", "1.5"],
    ["--beta", "nan"],
    ["--beta", "much"],
    ["--top-k", "0"],
    ["--threshold", "-0.1"],
    ["--spotter", "2"],
    ["--nonsense"],
]
MISUSE = [[command, *args] for command in ("link", "explain", "compare") for args in SHARED_MISUSE] + [
    ["link", "--workers", "0"],
    ["link", "--candidates", "-1"],
    ["link", "--candidates", "3", "--no-candidates"],
    ["link", "--format", "xml"],
    ["link", "--input-format", "xml"],
    ["explain", "--limit", "0"],
]


@pytest.mark.parametrize("args", MISUSE, ids=" ".join)
def test_misuse_ends_with_2(run: Run, args: list[str]) -> None:
    result = run(*args, "-", stdin=PLAIN)
    assert (result.code, result.out) == (2, "")
    assert "Traceback" not in result.err
    if args[1] in ("--method", "--relatedness", "--local"):
        assert "Did you mean" in result.err
        assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("args", [["no.txt"], ["--kb", "no.kb", "-"], ["."]], ids=" ".join)
def test_what_is_not_there_ends_with_1(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("link", *args, stdin=PLAIN)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("Error: ")
    assert len(result.err.splitlines()) == 1


def test_a_warning_is_one_line_told_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    solve = Linker.solve

    def warn(linker: Linker, source: Any) -> Any:
        warnings.warn("It changes still.", ConvergenceWarning, stacklevel=2)
        return solve(linker, source)

    monkeypatch.setattr(Linker, "solve", warn)
    result = run("link", stdin="Greece\nEuro\n")
    assert (result.code, result.err) == (0, "Warning: It changes still. (Reported once.)\n")


def test_options_reach_the_linker(run: Run) -> None:
    def linked(*options: object) -> dict[str, Any]:
        return records(run("link", "--json", *options, stdin=MARKED).out)[0]

    assert titles(linked("--threshold", 1)) == [None, None, None]
    assert all(len(each["candidates"]) == 1 for each in linked("--top-k", 1)["mentions"])
    mention = linked("--local", "prior")["mentions"][0]
    assert [each["local"] for each in mention["candidates"]] == [each["prior"] for each in mention["candidates"]]
    pairs = [linked("--beta", beta)["mentions"][0]["evidence"][0]["confidence"] for beta in (0.9, 0.1)]
    assert pairs[0] != pairs[1]
    assert titles(linked("--precision", 1)) == [None, None, None]
    assert None not in titles(linked("--recall", 1))
    related = {name: linked("--relatedness", name)["mentions"][1]["evidence"][0] for name in ("wlm", "njs")}
    assert related["wlm"] != related["njs"]
    assert linked("--method", "local") != linked()


def test_the_spotter_has_its_threshold(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(Linker, "link_all", lambda linker, *_, **__: iter(seen.append(linker.options.spotter) or ()))  # type: ignore[func-returns-value]
    for options in ([], ["--spotter", 0.7]):
        assert run("link", *options, stdin=PLAIN).code == 0
    assert seen == [None, 0.7]


def test_the_help_names_all_methods(run: Run) -> None:
    told = "".join(run("link", "--help").out.replace("│", " ").split())
    assert all(name in told for name in methods())


def test_the_help_shows_brackets_and_defaults(run: Run) -> None:
    told = " ".join(run("link", "--help").out.replace("│", " ").split())
    for words in ("[[double brackets]]", '"mentions": [{"start", "end"}]', "--lines", "--whole", '"given"'):
        assert words in told


# --- processes, pipes and terminals


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    command = f"yes '{PLAIN}' | {sys.executable} -m pairlinking link --json - | head -n 3"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert len(records(done.stdout)) == 3
    assert done.stderr == ""


def test_each_document_comes_out_before_the_next_goes_in() -> None:
    with start("link", "--json", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text in ("Greece", "Euro"):
            process.stdin.write(f"[[{text}]]\n".encode())
            process.stdin.flush()
            assert titles(json.loads(process.stdout.readline())) == [text]
        process.stdin.close()
    assert process.returncode == 0


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_it_cleanly(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text((json.dumps({"text": PLAIN}) + "\n") * 20_000)
    with open(path, "rb") as file, start("link", "--workers", workers, stdin=file) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        out = [process.stdout.readline()]
        late = threading.Timer(20, os.killpg, (process.pid, signal.SIGKILL))
        late.start()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all processes of the command
        out += process.stdout.readlines()
        err = process.stderr.read().decode()
    late.cancel()
    assert (process.returncode, err) == (130, "Stopped.\n")
    assert all(json.loads(line)["text"] == PLAIN for line in out)
    assert len(out) < 20_000


def test_a_full_disk_is_one_sentence() -> None:
    with open("/dev/full", "wb") as full, start("link", "-", stdout=full) as process:
        _, err = process.communicate(PLAIN.encode())
    assert process.returncode == 1
    assert err.decode() == "Error: The output cannot be written: No space left on device.\n"


def test_output_is_utf_8_in_any_locale() -> None:
    line = json.dumps({"text": "Ägypten und [[Tiger]]"}).encode()
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    with start("link", env=environment) as process:
        out, err = process.communicate(line)
    assert err == b""
    assert json.loads(out.decode("utf-8"))["text"] == "Ägypten und [[Tiger]]"
    with start("explain", "Ägypten und [[Tiger]] in [[Greece]]", env=environment) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert "└" in out.decode("utf-8")


@pytest.mark.parametrize("options", [(), ("--quiet",)], ids=["shown", "quiet"])
def test_a_terminal_sees_progress_and_bad_lines(tmp_path: Path, options: tuple[str, ...]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text((json.dumps({"text": PLAIN}) + "\n") * 3 + "bad\n")
    master, slave = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    with (
        open(tmp_path / "out", "wb") as out,
        start("link", path, *options, stdout=out, stderr=slave, env=environment) as process,
    ):
        os.close(slave)
        seen = b""
        try:
            while block := os.read(master, 4096):
                seen += block
        except OSError:  # the other end is closed
            os.close(master)
    told = seen.decode()
    assert process.returncode == 1
    assert len(records((tmp_path / "out").read_text())) == 3
    assert ("Linking: 3 documents" in told) == (not options)
    assert "line 4: not JSON" in told
