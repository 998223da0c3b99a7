"""The command line: exit codes, one clear sentence for every bad input, tables for people and JSON for programs."""

from __future__ import annotations

import bz2
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import pairlinking
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.manifest import read_manifest
from pairlinking.sources import mediawiki, shards
from tests.building.small_wiki import small_dump
from tests.interfaces.running import Result, Run
from tests.sources.dumps import OLD_HEAD, TAIL, dump, page

BAR = "━"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli")
    small_dump(folder / "dump.xml")
    command = [sys.executable, "-m", "pairlinking", "build", "dump.xml", "-o", "small.kb", "--min-count", "1"]
    command += ["--dimensions", "16", "--epochs", "1", "--threads", "1", "--workers", "2", "--holdout", "0.1"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")  # quiet: not a terminal
    assert done.stdout.startswith("small.kb: 40 entities, ")
    return folder / "small.kb"


def build(run: Run, source: Path, *more: object) -> Result:
    return run("build", source, "-o", source.with_name("kb"), "--no-vectors", "--workers", 1, *more)


def is_one_sentence_of_ours(result: Result) -> bool:
    lines = [line for line in result.err.splitlines() if not line.startswith("Warning: ")]
    return result.out == "" and len(lines) == 1 and lines[0].startswith("Error: ")


# --- first things


def test_the_version_is_told() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pairlinking", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"pairlinking {pairlinking.__version__}\n"
    assert done.stderr == ""


@pytest.mark.parametrize("args", [["--help"], ["build", "--help"], ["link", "--help"]])
def test_help_waits_for_no_large_library(args: list[str]) -> None:
    code = (
        "import sys; from pairlinking.interfaces import cli; sys.argv = sys.argv[:1] + sys.argv[1:]\n"
        "try:\n    cli.main()\nfinally:\n"
        "    large = {'duckdb', 'pyarrow', 'gensim', 'lightgbm', 'scipy', 'networkx', 'indexed_bzip2'}\n"
        "    large &= set(sys.modules)\n"
        "    print('large:', sorted(large))"
    )
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("large: []\n")
    assert "Usage" in done.stdout


def test_the_help_of_build_tells_of_both_uses(run: Run) -> None:
    result = run("build", "--help")
    assert result.code == 0
    assert "--holdout" in result.out
    assert "vectors" in result.out


@pytest.mark.parametrize(
    "args",
    [
        ["bild"],
        ["build"],
        ["build", "dump.xml"],
        ["build", "dump.xml", "-o", "kb", "--entities", "some"],
        ["build", "dump.xml", "-o", "kb", "--min-links", "0"],
        ["build", "dump.xml", "-o", "kb", "--holdout", "1.5"],
        ["build", "dump.xml", "-o", "kb", "--holdout", "nan"],
        ["build", "dump.xml", "-o", "kb", "--workers", "0"],
        ["build", "dump.xml", "-o", "kb", "--dimensions", "0"],
        ["build", "dump.xml", "-o", "kb", "--memory", "a lot", "--no-vectors"],
        ["build", "dump.xml", "-o", "kb", "--nonsense"],
        ["kb", "lookup"],
        ["kb", "lookup", "a", "b", "c"],
        ["kb", "related", "a"],
        ["kb", "info", "a", "b"],
        ["kb", "verify", "a", "b"],
        ["kb", "lookup", "Tiger", "--limit", "0"],
    ],
    ids=" ".join,
)
def test_misuse_ends_with_2(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    small_dump(tmp_path / "dump.xml", n=3)
    result = run(*args)
    assert result.code == 2
    assert "Traceback" not in result.err
    assert result.err or result.out


# --- bad input


def test_a_missing_file(run: Run, tmp_path: Path) -> None:
    result = build(run, tmp_path / "no.xml")
    assert result.code == 1
    assert is_one_sentence_of_ours(result)
    assert str(tmp_path / "no.xml") in result.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["e.xml", "e.xml.bz2", "e.jsonl"])
@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_file(run: Run, tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(bz2.compress(content) if name.endswith("bz2") else content)
    result = build(run, path)
    assert result.code == 1
    assert is_one_sentence_of_ours(result)
    assert f"{path} is empty" in result.err


def test_a_dump_without_pages(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    path.write_bytes(dump())
    result = build(run, path)
    assert result.code == 1
    assert is_one_sentence_of_ours(result)
    assert f"{path} holds no <page>" in result.err


def test_a_dump_without_articles(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    path.write_bytes(dump(page(1, "Talk:A", "Words.")))
    result = build(run, path)
    assert result.code == 1
    assert is_one_sentence_of_ours(result)
    assert str(path) in result.err


def multistream(tmp_path: Path) -> tuple[Path, list[bytes]]:
    """A packed dump of ten streams of five pages each, and the streams."""
    pages = [page(i, f"Page {i}", f"Words of [[Page {i // 2}]] and [[Page {i // 3}]].") for i in range(50)]
    parts = [OLD_HEAD, *("".join(pages[i : i + 5]) for i in range(0, 50, 5)), TAIL]
    streams = [bz2.compress(part.encode()) for part in parts]
    path = tmp_path / "dump.xml.bz2"
    path.write_bytes(b"".join(streams))
    return path, streams


def test_a_truncated_bz2(run: Run, tmp_path: Path) -> None:
    path, _ = multistream(tmp_path)
    path.write_bytes(path.read_bytes()[:-400])
    size = path.stat().st_size
    result = build(run, path)
    assert result.code == 1
    assert is_one_sentence_of_ours(result)
    assert str(path) in result.err
    assert "ends early" in result.err
    assert f"byte {size:,}" in result.err
    # What to do is told in the words of the command line.
    assert "--allow-truncated" in result.err
    assert not (tmp_path / "kb").exists()
    result = build(run, path, "--allow-truncated")
    assert result.code == 0
    manifest = read_manifest(tmp_path / "kb")
    assert 40 <= manifest.counts["pages"] < 50
    assert manifest.damage["damaged"] >= 1
    assert str(path) in manifest.damage["first"][0]


def test_a_truncated_dump(run: Run, tmp_path: Path) -> None:
    path = small_dump(tmp_path / "d.xml")
    path.write_bytes(path.read_bytes()[:-3000])
    result = build(run, path)
    assert result.code == 1
    assert is_one_sentence_of_ours(result)
    assert f"{path} ends early" in result.err
    assert "byte" in result.err
    assert "--allow-truncated" in result.err
    assert build(run, path, "--allow-truncated").code == 0


def test_a_bz2_corrupt_in_the_middle(run: Run, tmp_path: Path) -> None:
    path, streams = multistream(tmp_path)
    start = sum(map(len, streams[:4]))
    streams[4] = streams[4][:60] + b"\0" * 40 + streams[4][100:]
    path.write_bytes(b"".join(streams))
    result = build(run, path)
    assert result.code == 0
    manifest = read_manifest(tmp_path / "kb")
    assert manifest.counts["pages"] == 45
    assert manifest.damage["damaged"] == 1
    (told,) = manifest.damage["first"]
    assert str(path) in told
    assert f"byte {start:,}" in told
    assert result.err == f"Warning: {told}\n"


def test_a_single_stream_corrupt_in_the_middle(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.xml.bz2"
    packed = bytearray(bz2.compress(small_dump(tmp_path / "d.xml").read_bytes()))
    packed[len(packed) // 2] ^= 0xFF
    path.write_bytes(packed)
    result = build(run, path)
    assert result.code == 1
    assert is_one_sentence_of_ours(result)
    assert str(path) in result.err
    assert "damaged at byte" in result.err


GOOD = [page(i, f"Page {i}", f"Words of [[Page {i - 1}]].") for i in range(1, 6)]
BROKEN = {
    "broken XML": (
        b"  <page><title>Bad</title><id>9</id><revision><text>a & b <i></text></revision></page>\n",
        "not XML",
    ),
    "no text": (b"  <page><title>Bad</title><id>9</id><revision><id>1</id></revision></page>\n", "no text"),
    "no title": (b"  <page><id>9</id><revision><text>a</text></revision></page>\n", "without title"),
    "no UTF-8": (page(9, "Bad", "a # b").encode().replace(b"#", b"\xff\xfe"), "not XML"),
    "no end": (b"  <page><title>Bad</title><id>9</id><revision><text>a</text>\n", "without its end"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_damaged_page_is_skipped_and_counted_and_the_rest_is_kept(run: Run, tmp_path: Path, kind: str) -> None:
    bad, reason = BROKEN[kind]
    path = tmp_path / "d.xml"
    before = OLD_HEAD.encode() + "".join(GOOD[:3]).encode()
    path.write_bytes(before + bad + "".join(GOOD[3:]).encode() + TAIL.encode())
    result = build(run, path)
    assert result.code == 0
    manifest = read_manifest(tmp_path / "kb")
    assert manifest.counts["pages"] == 5
    assert manifest.damage["damaged"] == 1
    (told,) = manifest.damage["first"]
    assert reason in told
    assert f"{path}, byte {len(before) + 2:,} of" in told
    assert result.err == f"Warning: {told}\n"
    info = json.loads(run("kb", "info", tmp_path / "kb", "--json").out)
    assert info["damage"]["damaged"] == 1


def test_a_page_with_an_empty_text_is_a_page(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    path.write_bytes(dump(*GOOD, page(9, "Empty", "")))
    result = build(run, path)
    assert (result.code, result.err) == (0, "")
    assert read_manifest(tmp_path / "kb").counts["pages"] == 6


def test_many_damaged_pages_are_told_in_a_few_lines(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    path.write_bytes(OLD_HEAD.encode() + BROKEN["no text"][0] * 50 + "".join(GOOD).encode() + TAIL.encode())
    result = build(run, path)
    assert result.code == 0
    assert read_manifest(tmp_path / "kb").damage["damaged"] == 50
    assert len(result.err.splitlines()) < 15
    assert "40 more" in result.err


def test_a_gigantic_page_is_skipped_and_counted_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mediawiki, "LARGEST_PAGE", 1 << 20)
    monkeypatch.setattr(shards, "_SMALLEST_SHARD", 1 << 18)
    path = tmp_path / "d.xml"
    path.write_bytes(dump(*GOOD[:3], page(9, "Giant", "words and " * 350_000), *GOOD[3:]))
    result = build(run, path)
    assert result.code == 0
    manifest = read_manifest(tmp_path / "kb")
    assert manifest.counts["pages"] == 5
    assert "more than 1,048,576 bytes" in manifest.damage["first"][0]
    assert manifest.damage["damaged"] == 1, manifest.damage["first"]


def test_a_large_page_is_fine(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    path.write_bytes(dump(*GOOD[:3], page(9, "Large", "Words and [[Page 1|more]]. " * 20_000), *GOOD[3:]))
    result = build(run, path)
    assert (result.code, result.err) == (0, "")
    assert read_manifest(tmp_path / "kb").counts["links"] == 20_005


def test_dangling_links_are_counted_and_no_error(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    path.write_bytes(dump(page(1, "A", "To [[B]], [[No page]] and [[Nor this]]."), page(2, "B", "To [[A]].")))
    result = build(run, path)
    assert (result.code, result.err) == (0, "")
    assert read_manifest(tmp_path / "kb").counts["dangling_links"] == 2


def test_a_link_to_a_disambiguation_page_does_not_dangle(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    path.write_bytes(dump(page(1, "A", "To [[B]]."), page(2, "B", "* [[A]]\n{{disambig}}")))
    assert build(run, path).code == 0
    assert read_manifest(tmp_path / "kb").counts["dangling_links"] == 0


CATALOGUE = ['{"id": "Q1", "title": "Tiger", "text": "See [[Q2|Asia]]."}', '{"id": "Q2", "title": "Asia"}']
BAD_LINES = {
    "no JSON": ("{id: Q3}", "not JSON"),
    "no object": ("[1]", "JSON object"),
    "no title": ('{"id": "Q3"}', "'title'"),
    "no id": ('{"title": "Lion"}', "'id'"),
    "same id": ('{"id": "Q1", "title": "Lion"}', "duplicate id 'Q1', first used in line 1"),
    "wrong alias": ('{"id": "Q3", "title": "Lion", "aliases": {"y": 1}}', "'aliases'"),
    "half a character in the title": (r'{"id": "Q3", "title": "\ud800"}', "surrogate"),
    "half a character in the text": (r'{"id": "Q3", "title": "Lion", "text": "\udfff"}', "surrogate"),
    "half a character in an alias": (r'{"id": "Q3", "title": "Lion", "aliases": ["\ud800"]}', "surrogate"),
    "a NUL in the title": (r'{"id": "Q3", "title": "Li\u0000on"}', "NUL"),
    "a NUL in the id": (r'{"id": "Q\u00003", "title": "Lion"}', "NUL"),
    "a NUL in an alias": (r'{"id": "Q3", "title": "Lion", "aliases": ["a\u0000b"]}', "NUL"),
}


@pytest.mark.parametrize("kind", BAD_LINES)
def test_a_bad_line_is_skipped_and_counted_and_the_rest_is_kept(run: Run, tmp_path: Path, kind: str) -> None:
    bad, reason = BAD_LINES[kind]
    path = tmp_path / "c.jsonl"
    path.write_text("\n".join([CATALOGUE[0], bad, CATALOGUE[1]]) + "\n")
    result = build(run, path)
    assert result.code == 0, result.err
    manifest = read_manifest(tmp_path / "kb")
    assert manifest.counts["entities"] == 2
    assert manifest.damage["damaged"] == 1
    (told,) = manifest.damage["first"]
    assert reason in told
    assert f"{path}, line 2" in told
    assert result.err == f"Warning: {told}\n"


def test_odd_characters_of_a_catalogue_end_in_no_traceback(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    odd = [r"\n", r"\u200b", "x" * 70_000, r"\ufeff", "'; DROP TABLE pages; --", "${seed}"]
    lines = [f'{{"id": "K{i}{each}", "title": "T{each}", "aliases": ["{each}"]}}' for i, each in enumerate(odd)]
    path.write_text("\n".join([*CATALOGUE, *lines]) + "\n", encoding="utf-8")
    result = build(run, path)
    assert result.code == 0, result.err
    assert run("kb", "verify", tmp_path / "kb").code == 0
    kb = KnowledgeBase.open(tmp_path / "kb")
    for i, each in enumerate(odd):
        key = json.loads(f'"K{i}{each}"')
        assert kb.key(kb.find(key)) == key


def test_a_catalogue_without_any_entity(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text("words\nmore words\n")
    result = build(run, path)
    assert result.code == 1
    assert is_one_sentence_of_ours(result)
    assert str(path) in result.err


def test_a_catalogue_of_titles_alone_can_be_built_without_options(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"id": "Q1", "title": "Tiger"}\n{"id": "Q2", "title": "Asia"}\n')
    result = run("build", path, "-o", tmp_path / "kb")
    # Only id and title are required; then there is no text to learn vectors from.
    assert result.code == 0, result.err


def test_a_dump_and_a_catalogue_together(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text("\n".join(CATALOGUE))
    result = build(run, small_dump(tmp_path / "d.xml", n=3), path)
    assert result.code == 0
    opened = KnowledgeBase.open(tmp_path / "kb")
    for name in ("Town 1", json.loads(CATALOGUE[0])["title"]):
        assert opened.find(name) >= 0


def test_an_output_that_exists(run: Run, tmp_path: Path) -> None:
    path = small_dump(tmp_path / "d.xml", n=3)
    assert build(run, path).code == 0
    result = build(run, path)
    assert result.code == 1
    assert is_one_sentence_of_ours(result)
    assert "--replace" in result.err
    assert build(run, path, "--replace").code == 0
    (tmp_path / "kb" / "manifest.json").unlink()
    result = build(run, path, "--replace")
    assert result.code == 1
    assert is_one_sentence_of_ours(result)


def test_an_output_nobody_may_write(run: Run, tmp_path: Path) -> None:
    path = small_dump(tmp_path / "d.xml", n=3)
    result = run("build", path, "-o", "/proc/kb", "--no-vectors")
    assert result.code == 1
    assert is_one_sentence_of_ours(result)


# --- looking into a knowledge base


def test_info(run: Run, kb: Path) -> None:
    result = run("kb", "info", kb)
    assert (result.code, result.err) == (0, "")
    for word in ("dump.xml", "entities", "surface forms", "holdout", "dimensions", "in-links", "40"):
        assert word in result.out
    told = json.loads(run("kb", "info", kb, "--json").out)
    manifest = read_manifest(kb)
    assert told["counts"] == manifest.counts
    assert told["id"] == manifest.id
    assert told["parameters"]["entities"]["holdout"] == 0.1
    assert told["parameters"]["vectors"]["dimensions"] == 16
    assert sum(told["bytes"].values()) == sum(record.bytes for record in manifest.files.values())


def test_lookup(run: Run, kb: Path) -> None:
    result = run("kb", "lookup", kb, "Bend")
    assert (result.code, result.err) == (0, "")
    assert "P(e|m)" in result.out
    assert "disambiguation page" in result.out
    told = json.loads(run("kb", "lookup", kb, "Bend", "--json").out)
    assert told["form"] == "Bend"
    assert told["match"] == "exact"
    assert sum(each["prior"] for each in told["candidates"]) == pytest.approx(1, abs=1e-4)
    counts = [each["count"] for each in told["candidates"]]
    assert counts == sorted(counts, reverse=True)
    assert {"Town 1", "Town 4"} <= {each["entity"] for each in told["candidates"]}


def test_lookup_without_case(run: Run, kb: Path) -> None:
    told = json.loads(run("kb", "lookup", kb, "THE OLD TOWN", "--json").out)
    assert told["match"] == "ignoring case and accents"
    assert told["candidates"]


def test_lookup_with_a_limit_tells_how_many_more(run: Run, kb: Path) -> None:
    result = run("kb", "lookup", kb, "the old town", "-n", "2")
    assert result.code == 0
    assert "more" in result.out.splitlines()[-1]


@pytest.mark.parametrize("json_", [(), ("--json",)])
def test_an_unknown_form_ends_with_1(run: Run, kb: Path, json_: tuple[str, ...]) -> None:
    result = run("kb", "lookup", kb, "Atlantis", *json_)
    assert result.code == 1
    assert "Traceback" not in result.err
    if json_:
        assert json.loads(result.out)["candidates"] == []
    else:
        assert "Atlantis" in result.out


def test_entity(run: Run, kb: Path) -> None:
    result = run("kb", "entity", kb, "Old name")
    assert (result.code, result.err) == (0, "")
    assert "Older name" in result.out
    told = json.loads(run("kb", "entity", kb, "Old name", "--json").out)
    opened = KnowledgeBase.open(kb)
    number = opened.find("Town 4")
    assert told["entity"] == told["key"] == "Town 4"
    assert told["redirects"] == ["Old name", "Older name"]
    assert told["in_links"] == [opened.title(int(each)) for each in opened.in_links(number) if each != number]
    assert [(each["form"], each["count"]) for each in told["surface_forms"]] == opened.surface_forms(number)
    assert {"wlm", "njs", "ees"} <= set(told["nearest"])
    for found in told["nearest"].values():
        scores = [each["score"] for each in found]
        assert scores == sorted(scores, reverse=True)
        assert "Town 4" not in [each["entity"] for each in found]


def test_related(run: Run, kb: Path) -> None:
    result = run("kb", "related", kb, "Town 1", "Town 4")
    assert (result.code, result.err) == (0, "")
    told = json.loads(run("kb", "related", kb, "Town 1", "Town 4", "--json").out)
    assert told["entities"] == ["Town 1", "Town 4"]
    assert set(told["scores"]) == {"wlm", "njs", "ees", "njs+ees"}
    assert all(0 <= score <= 1 for score in told["scores"].values())
    opened = KnowledgeBase.open(kb)
    links = [set(opened.in_links(opened.find(each)).tolist()) for each in told["entities"]]
    assert told["shared_in_links"] == [opened.title(each) for each in sorted(links[0] & links[1])]
    for name, score in told["scores"].items():
        assert name in result.out
        assert f"{score:.4f}" in result.out


@pytest.mark.parametrize("command", [("entity",), ("related", "Town 1")])
def test_an_unknown_title_ends_with_1_and_a_suggestion(run: Run, kb: Path, command: tuple[str, ...]) -> None:
    result = run("kb", command[0], kb, *command[1:], "Older nam")
    assert result.code == 1
    assert result.out == ""
    assert "Can't find 'Older nam'" in result.err
    assert "Did you mean 'Older name'?" in result.err
    assert len(result.err.splitlines()) == 1


def test_verify(run: Run, kb: Path, tmp_path: Path) -> None:
    result = run("kb", "verify", kb)
    assert (result.code, result.err) == (0, "")
    assert "intact" in result.out
    assert json.loads(run("kb", "verify", kb, "--json").out)["whole"] is True


def test_verify_refuses_a_flipped_byte(run: Run, tmp_path: Path) -> None:
    assert build(run, small_dump(tmp_path / "d.xml", n=3)).code == 0
    path = tmp_path / "kb" / "in-links" / "ids.npy"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    result = run("kb", "verify", tmp_path / "kb")
    assert result.code == 1
    assert result.out == ""
    assert str(path) in result.err
    result = run("kb", "verify", tmp_path / "kb", "--json")
    assert result.code == 1


@pytest.mark.parametrize("command", ["info", "verify"])
def test_what_is_no_knowledge_base_is_refused(run: Run, tmp_path: Path, command: str) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        result = run("kb", command, path)
        assert result.code == 1
        assert str(path) in result.err
        assert "Traceback" not in result.err
    result = run("kb", "lookup", tmp_path, "Tiger")
    assert result.code == 1


def test_vectors_can_be_added(run: Run, tmp_path: Path) -> None:
    assert build(run, small_dump(tmp_path / "d.xml", n=6)).code == 0
    more = ["--dimensions", 16, "--epochs", 1, "--min-count", 1, "--threads", 1, "--workers", 1]
    result = run("build", "vectors", tmp_path / "kb", *more)
    assert (result.code, result.err) == (0, "")
    assert KnowledgeBase.open(tmp_path / "kb").has_vectors
    result = run("build", "vectors", tmp_path / "missing", *more)
    assert result.code == 1
    assert is_one_sentence_of_ours(result)


def test_titles_that_look_like_markup_are_shown_as_they_are(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"id": "Q1", "title": "[red]Tiger[/red] :smile:"}\n')
    assert build(run, path).code == 0
    assert "[red]Tiger[/red] :smile:" in run("kb", "lookup", tmp_path / "kb", "[red]Tiger[/red] :smile:").out
    assert "[red]Tiger[/red] :smile:" in run("kb", "entity", tmp_path / "kb", "Q1").out


# --- terminals


def test_a_terminal_sees_the_stages(tmp_path: Path) -> None:
    small_dump(tmp_path / "d.xml")
    command = [sys.executable, "-m", "pairlinking", "build", "d.xml", "-o", "kb", "--no-vectors", "--workers", "2"]
    master, slave = pty.openpty()
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=slave,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "120"},
    ) as process:
        os.close(slave)
        seen = b""
        while True:
            try:
                block = os.read(master, 4096)
            except OSError:  # the other end is closed
                break
            if not block:
                break
            seen += block
        assert process.stdout is not None
        out = process.stdout.read()
    os.close(master)
    assert process.returncode == 0
    told = seen.decode()
    for stage in ("Reading pages", "Relating pages", "Writing entities", "Writing surface forms", "Hashing the files"):
        assert stage in told
    assert BAR in told
    assert "41 pages" in told
    assert out.startswith(b"kb: 40 entities, ")


def test_a_reader_that_goes_away_is_no_traceback(kb: Path) -> None:
    command = f"{sys.executable} -m pairlinking kb info --json {kb} | head -c 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
