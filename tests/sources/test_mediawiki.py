"""Dumps of every kind are read; damage costs only the damaged page and is reported."""

from __future__ import annotations

import bz2
import pickle
import random
from itertools import pairwise
from pathlib import Path

import pytest

from pairlinking.errors import SourceError
from pairlinking.sources import Damage, Page, Site, mediawiki, read_chunks, read_pages, read_site
from tests.sources.dumps import GERMAN_HEAD, OLD_HEAD, TAIL, dump, page

THREE = [page(1, "One", "Text [[two]]."), page(2, "Two", "#redirect: [[one_page#Part]]"), page(3, "Talk:One", "Hello.")]


def write(folder: Path, content: bytes) -> Path:
    path = folder / "dump.xml"
    path.write_bytes(content)
    return path


def titles(path: Path, *, allow_truncated: bool = False) -> tuple[list[str], list[Damage]]:
    damage: list[Damage] = []
    return [each.title for each in read_pages(path, on_damage=damage.append, allow_truncated=allow_truncated)], damage


def test_old_schema_tells_namespace_by_title_and_redirect_by_text(tmp_path: Path) -> None:
    assert list(read_pages(write(tmp_path, dump(*THREE)))) == [
        Page(1, "One", 0, "Text [[two]].", None),
        Page(2, "Two", 0, "#redirect: [[one_page#Part]]", "One page"),
        Page(3, "Talk:One", 1, "Hello.", None),
    ]


def test_new_schema_of_another_language(tmp_path: Path) -> None:
    pages = [
        page(1, "Bär", "#WEITERLEITUNG [[Bären]]", ns=0, redirect="Bären"),
        page(2, "Rot", "#weiterleitung [[Farbe]]", ns=0),
        page(3, "Datei:Bär.jpg", "Bild", ns=6),
        page(4, "Alien: Film & Buch", "x < y", ns=0),
    ]
    path = write(tmp_path, dump(*pages, head=GERMAN_HEAD))
    site = read_site(path)
    assert (site.name, site.language, site.first_letter) == ("Ausgedacht", "de", True)
    assert site.namespace_of("datei:X") == site.namespace_of("File:X") == 6
    assert [(each.namespace, each.redirect) for each in read_pages(path)] == [
        (0, "Bären"),
        (0, "Farbe"),
        (6, None),
        (0, None),
    ]
    assert [each.text for each in read_pages(path)][3] == "x < y"


@pytest.mark.parametrize("n_streams", [1, 3])
def test_bzip2_of_one_or_many_streams(tmp_path: Path, n_streams: int) -> None:
    content = dump(*THREE)
    cuts = [len(content) * i // n_streams for i in range(n_streams + 1)]
    packed = b"".join(bz2.compress(content[a:b]) for a, b in pairwise(cuts))
    assert titles(write(tmp_path, packed)) == (["One", "Two", "Talk:One"], [])


def test_last_revision_counts(tmp_path: Path) -> None:
    both = THREE[0].replace("</revision>", "</revision><revision><text>Newer.</text></revision>")
    assert next(read_pages(write(tmp_path, dump(both)))).text == "Newer."


def test_chunks_of_any_size_hold_the_same_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairlinking.sources.streams.BLOCK", 97)
    path = write(tmp_path, dump(*(page(i, f"Page {i}", "word " * (i * 7 % 50)) for i in range(40))))
    site = pickle.loads(pickle.dumps(read_site(path)))
    for size in (1, 500, 10**6):
        chunks = list(read_chunks(path, size=size))
        pages = [each for chunk in chunks for each in mediawiki.parse_pages(chunk, site)]
        assert [each.id for each in pages] == list(range(40))
        assert b"".join(chunk.data for chunk in chunks) == path.read_bytes()[: path.read_bytes().rfind(b"</page>") + 7]
        assert [chunk.position for chunk in chunks] == [path.read_bytes().find(chunk.data) for chunk in chunks]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b"<page><title>Bad</title><id>2</id><revision><text>a <b </text></revision></page>", "not XML"),
        (b"<page><title>Bad</title><id>2</id><revision><text>\xff\xfe</text></revision></page>", "not XML"),
        (b"<page><title>Bad</title><id>2</id><revision></revision></page>", "'Bad' has no text"),
        (b"<page><id>2</id><revision><text>x</text></revision></page>", "without title"),
        (b"<page><title>Bad</title><id>x</id><revision><text>x</text></revision></page>", "title or id"),
        (b"<page><title>Bad</title><id>2</id><revision><te", "without its end"),
        (b"Bad</title></page>", "without its start"),
    ],
)
def test_a_damaged_page_is_skipped_and_told(tmp_path: Path, bad: bytes, reason: str) -> None:
    content = OLD_HEAD.encode() + THREE[0].encode() + bad + THREE[2].encode() + TAIL.encode()
    found, damage = titles(write(tmp_path, content))
    assert found == ["One", "Talk:One"]
    assert len(damage) == 1
    assert reason in str(damage[0])
    assert "dump.xml, byte " in str(damage[0])


def test_an_empty_text_is_no_damage(tmp_path: Path) -> None:
    content = dump("<page><title>E</title><id>1</id><revision><text/></revision></page>")
    assert titles(write(tmp_path, content)) == (["E"], [])


def test_a_gigantic_page_is_skipped_in_bounded_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mediawiki, "LARGEST_PAGE", 1 << 20)
    found, damage = titles(write(tmp_path, dump(THREE[0], page(2, "Huge", "x" * (5 << 20)), THREE[2])))
    assert found == ["One", "Talk:One"]
    assert "more than" in damage[0].reason


def noise(n_pages: int) -> list[str]:
    """Pages that do not pack well, so that streams are long enough to be hit."""
    generator = random.Random(7)
    return [page(i, f"Page {i}", "".join(generator.choices("abcdefghij ", k=3000))) for i in range(n_pages)]


def test_truncated_bzip2_gives_what_there_is_and_then_the_error(tmp_path: Path) -> None:
    packed = bz2.compress(dump(*noise(800)), 1)
    path = write(tmp_path, packed[: len(packed) // 2])
    seen: list[Page] = []
    with pytest.raises(SourceError, match=r"dump\.xml ends early \(read up to byte .*Download it again"):
        seen.extend(read_pages(path))
    found, damage = titles(path, allow_truncated=True)
    assert 300 < len(found) < 500
    assert [each.title for each in seen] == found
    assert len(damage) == 2


def test_a_bad_stream_costs_its_pages_only(tmp_path: Path) -> None:
    pages = noise(90)
    parts = [OLD_HEAD, *("".join(pages[i : i + 30]) for i in (0, 30, 60)), TAIL]
    streams = [bytearray(bz2.compress(part.encode())) for part in parts]
    streams[2][5000:5040] = bytes(40)
    found, damage = titles(write(tmp_path, b"".join(streams)))
    assert found == [f"Page {i}" for i in (*range(30), *range(60, 90))]
    assert "bzip2 data is damaged" in damage[0].reason


def test_a_single_bad_stream_is_an_error(tmp_path: Path) -> None:
    packed = bytearray(bz2.compress(dump(*noise(90))))
    packed[5000:5040] = bytes(40)
    with pytest.raises(SourceError, match="damaged at byte"):
        titles(write(tmp_path, bytes(packed)))


def test_bytes_after_the_last_stream_are_told(tmp_path: Path) -> None:
    found, damage = titles(write(tmp_path, bz2.compress(dump(*THREE)) + b"\0" * 100))
    assert len(found) == 3
    assert "not bzip2" in damage[0].reason


def test_truncated_xml(tmp_path: Path) -> None:
    path = write(tmp_path, dump(*THREE)[:-60])
    with pytest.raises(SourceError, match="ends early, without </mediawiki>, at byte"):
        titles(path)
    found, damage = titles(path, allow_truncated=True)
    assert found == ["One", "Two"]
    assert len(damage) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "holds no <page>"),
        (dump(), "holds no <page>"),
        (b"7z\xbc\xafrest", "packed with 7-Zip"),
        (b"\x1f\x8b\x08\x00rest", "gzip file .* is damaged|ends early"),
        (b"Dear reader,", "Is it a MediaWiki XML dump"),
        (bz2.compress(b""), "holds no <page>"),
        (b"BZh9 is no bzip2", "damaged at byte"),
        (OLD_HEAD.replace("</sitename>", "").encode() + TAIL.encode(), "<siteinfo> of .* is broken XML"),
    ],
)
def test_what_is_no_dump_is_refused_in_one_sentence(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(SourceError, match=message) as caught:
        titles(write(tmp_path, content))
    assert "dump.xml" in str(caught.value)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="There is no file"):
        titles(tmp_path / "nowhere.xml")
    with pytest.raises(SourceError, match="is a folder"):
        titles(tmp_path)


@pytest.mark.parametrize(
    ("main_page", "expected"),
    [
        ("https://en.wikipedia.org/wiki/Main_Page", "https://en.wikipedia.org/wiki/"),
        ("https://x.org/w/?title=a/b", "https://x.org/w/"),
        ("https://x.org", None),
        ("javascript:alert(1)//x", None),
        ("https://x.org/a b", None),
        (None, None),
    ],
)
def test_pages_have_addresses_of_the_web_or_none(main_page: str | None, expected: str | None) -> None:
    assert Site(main_page=main_page).page_url == expected


@pytest.mark.parametrize("title", ["", " ", ":", "#Part", "_"])
def test_a_page_whose_title_names_nothing_is_left_out(tmp_path: Path, title: str) -> None:
    found, damage = titles(write(tmp_path, dump(page(1, title, "Text."), page(2, "Two", "Text."))))
    assert found == ["Two"]
    assert [each.reason for each in damage] == ["a page without title or id"]
