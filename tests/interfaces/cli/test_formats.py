"""``pairlinking link --format``: every format holds the same links, in a form that its readers take."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pairlinking.evaluation.documents import Notes
from pairlinking.evaluation.formats import aida_conll
from pairlinking.interfaces.cli.formats import FORMATS
from pairlinking.interfaces.nif import read_nif
from tests.interfaces.running import Run, start

TEXT = (
    'The [[Sun]] reported that [[Greece]] will leave the [[Euro]]. It is <b>&amp; "sad"</b>.\n'
    "[[Greece]], [[Zorblax\nQuux]] and the [[New York Stock Exchange]] agree."
)


@pytest.fixture
def article(tmp_path: Path) -> Path:
    path = tmp_path / "an article.txt"
    path.write_text(TEXT)
    return path


def links(run: Run, *args: object) -> list[dict[str, Any]]:
    (record,) = map(json.loads, run("link", "--format", "jsonl", *args).out.splitlines())
    found: list[dict[str, Any]] = record["mentions"]
    return found


@pytest.mark.parametrize(("form", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_rows_for_spreadsheets(run: Run, article: Path, form: str, delimiter: str) -> None:
    result = run("link", "--format", form, article)
    assert (result.code, result.err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(result.out), delimiter=delimiter))
    wanted = links(run, article)
    assert len(rows) == len(wanted) == 6
    assert result.out.count("\n") == 7  # one line a mention, also where a mention has a line end
    for row, link in zip(rows, wanted, strict=True):
        assert (row["document"], int(row["start"]), int(row["end"])) == (str(article), link["start"], link["end"])
        assert row["mention"] == " ".join(link["text"].split())
        assert row["title"] == (link["entity"] or {"title": ""})["title"]
        assert row["confidence"] == ("" if link["entity"] is None else f"{link['confidence']:.4f}")


def test_nif_is_read_back(run: Run, article: Path) -> None:
    result = run("link", "--format", "nif", article, article)
    assert (result.code, result.err) == (0, "")
    assert result.out.count("@prefix nif:") == 1
    (document,) = read_nif(run("link", "-f", "nif", article).out.encode(), "it").documents
    wanted = links(run, article)
    assert document.text == re.sub(r"\[\[|\]\]", "", TEXT)
    assert document.name.startswith("urn:pairlinking:document:")
    assert document.name.endswith("an%20article.txt")
    assert list(document.spans) == [(link["start"], link["end"]) for link in wanted]
    assert [len(mention.entities) for mention in document.mentions] == [
        int(link["entity"] is not None) for link in wanted
    ]
    assert document.mentions[1].entities == ("http://dbpedia.org/resource/Greece",)


@pytest.mark.parametrize("form", ["conll", "aida"])
def test_token_files_are_read_back(run: Run, article: Path, tmp_path: Path, form: str) -> None:
    path = tmp_path / "linked.tsv"
    path.write_text(run("link", "--format", form, article, "A second document has no known names.").out)
    first, second = aida_conll.read(path, None, Notes())
    assert (first.id, second.id, second.mentions) == (str(article), "TEXT", ())
    wanted = links(run, article)
    assert [first.text[m.start : m.end].split() for m in first.mentions] == [link["text"].split() for link in wanted]
    for mention, link in zip(first.mentions, wanted, strict=True):
        if link["entity"] is None:
            assert mention.gold is None
        else:
            assert mention.gold == (f"http://en.wikipedia.org/wiki/{link['entity']['id'].replace(' ', '_')}",)


class Page(HTMLParser):
    """Tags that are open, texts, links and ids of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        values = dict(attrs)
        self.tags.add(tag)
        self.links += [each for each in [values.get("href")] if each]
        self.ids += [each for each in [values.get("id")] if each]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """It must be the last that is open."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note it."""
        self.text += data


def test_a_mention_of_a_whole_text_is_not_repeated_behind_each_of_its_tokens(run: Run, tmp_path: Path) -> None:
    (path := tmp_path / "long.txt").write_text(f"[[{'Perth ' * 5_000}]]")
    result = run("link", "--kb", "sample", "--format", "conll", path)
    assert result.code == 0
    assert result.out.count("\n") > 5_000
    assert max(map(len, result.out.splitlines())) < 1_000


def test_a_page_to_send_to_a_colleague(run: Run, article: Path) -> None:
    result = run("link", "--format", "html", article, MARKED_TWICE)
    assert (result.code, result.err) == (0, "")
    page = Page(result.out)
    assert page.open == []
    assert re.sub(r"\[\[|\]\]", "", TEXT) in page.text  # as it was, also what looks like HTML
    assert not page.tags & {"script", "img", "link", "iframe"}  # nothing is fetched or run
    assert len(page.ids) == len(set(page.ids))
    inside = [each for each in page.links if each.startswith("#")]
    assert len(inside) == 6 + 2
    assert {each[1:] for each in inside} <= set(page.ids)
    assert "On its own" in page.text or "point to" in page.text


MARKED_TWICE = "[[Tiger]] won in [[Augusta]]."


def test_unknown_formats_are_misuse(run: Run) -> None:
    result = run("link", "--format", "xml", MARKED_TWICE)
    assert result.code == 2
    assert "'conll', 'csv', 'html', 'jsonl', 'nif', 'text', 'tsv'" in result.err
    result = run("link", "--json", "--format", "csv", MARKED_TWICE)
    assert result.code == 2
    assert "contradict" in result.err


@pytest.mark.parametrize("form", FORMATS.names())
def test_a_document_is_written_before_the_next_one_is_read(form: str) -> None:
    with start("link", "--format", form, "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        seen = b""
        process.stdin.write(b"[[Greece]] is here.\n")
        process.stdin.flush()
        while b"Greece" not in seen:
            line = process.stdout.readline()
            assert line, seen
            seen += line
        process.stdin.close()
        process.stdout.read()
    assert process.returncode == 0
