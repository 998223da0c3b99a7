"""Catalogues are read line by line; bad lines are reported by number and left out."""

from __future__ import annotations

import bz2
import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.errors import SourceError
from pairlinking.sources import Damage, Entity, Link, read_entities
from pairlinking.sources.jsonl import _plain


def write(folder: Path, *lines: str | bytes) -> Path:
    path = folder / "entities.jsonl"
    path.write_bytes(b"\n".join(line.encode() if isinstance(line, str) else line for line in lines))
    return path


def test_all_fields(tmp_path: Path) -> None:
    record = {
        "id": "Q1",
        "title": "Tiger",
        "aliases": ["Big cat"],
        "text": "A cat of [[Q2|Asia]], [[Q3]].",
        "links": ["Q4", 5],
    }
    assert list(read_entities(write(tmp_path, json.dumps(record), ""))) == [
        Entity(
            "Q1",
            "Tiger",
            ("Big cat",),
            "A cat of Asia, Q3.",
            (Link(9, 13, "Q2", "Asia"), Link(15, 17, "Q3", "Q3")),
            ("Q4", "5"),
            line=1,
        )
    ]


def test_only_id_and_title_are_required_and_an_id_may_be_a_number(tmp_path: Path) -> None:
    path = write(tmp_path, b'\xef\xbb\xbf{"id": 7, "title": "Seven"}\r', "", '{"id": "8", "title": "Acht"}')
    assert [entity[:2] for entity in read_entities(path)] == [("7", "Seven"), ("8", "Acht")]
    path.write_bytes(bz2.compress(path.read_bytes()))
    assert len(list(read_entities(path))) == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{not json", "not JSON"),
        ("[1]", "object was expected, not list"),
        ('{"title": "x"}', "'id' must be"),
        ('{"id": true, "title": "x"}', "'id' must be"),
        ('{"id": "x"}', "'title' must be"),
        ('{"id": "x", "title": " "}', "'title' is empty"),
        ('{"id": "x", "title": "x", "aliases": {"y": 1}}', "lists of strings"),
        ('{"id": "x", "title": "x", "text": 1}', "'text' a string"),
        ('{"id": "1", "title": "again"}', "duplicate id '1', first used in line 1"),
        (b'{"id": "\xff"}', "not UTF-8 at byte 9"),
        ("[" * 100_000, "not JSON"),
        (r'{"id": "x", "title": "half \ud83d"}', "half of a surrogate pair"),
        (r'{"id": "x", "title": "y", "text": "a\u0000b"}', "a NUL"),
    ],
)
def test_a_bad_line_is_skipped_and_told_with_its_number(tmp_path: Path, line: str | bytes, reason: str) -> None:
    damage: list[Damage] = []
    path = write(tmp_path, '{"id": 1, "title": "One"}', line, '{"id": 3, "title": "Three"}')
    assert [entity.title for entity in read_entities(path, on_damage=damage.append)] == ["One", "Three"]
    assert [each.place for each in damage] == ["line 2"]
    assert reason in damage[0].reason
    assert "entities.jsonl, line 2: " in str(damage[0])


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no entity"):
        list(read_entities(write(tmp_path, "")))
    with pytest.raises(SourceError, match="There is no file"):
        list(read_entities(tmp_path / "none.jsonl"))


@given(
    text=st.lists(st.sampled_from(["[[", "]]", "|", "[", "]", "a", "é", "\n", " ", "[[x|y]]"]), max_size=30).map(
        "".join
    )
)
def test_offsets_point_at_the_anchor(text: str) -> None:
    plain, links = _plain(text)
    assert all(plain[link.start : link.end] == link.anchor for link in links)


def test_a_line_without_end_is_skipped_and_never_held_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pairlinking.sources.lines.LONGEST_LINE", 1 << 20)
    path = tmp_path / "bomb.jsonl.bz2"
    good = b'{"id": "1", "title": "One"}'
    too_long = (bytes(100_000_000), b" " * 9_000_000)  # one between two lines, and one at the end
    path.write_bytes(bz2.compress(b"\n".join((good, too_long[0], good.replace(b"1", b"2"), too_long[1]))))
    told: list[Damage] = []
    tracemalloc.start()
    found = [entity.id for entity in read_entities(path, on_damage=told.append)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == ["1", "2"]
    assert [(each.place, each.reason) for each in told] == [
        ("line 2", "more than 1,048,576 bytes"),
        ("line 4", "more than 1,048,576 bytes"),
    ]
    assert peak < 20_000_000
