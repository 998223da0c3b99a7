"""From source files to shards: the same whatever the number of processes, made once, damage counted and reported."""

from __future__ import annotations

import bz2
import json
import os
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pairlinking._support.pool import WorkerPool
from pairlinking.errors import PairLinkingError, SourceError
from pairlinking.sources import Damage, Tally, is_catalogue, shards, write_tables
from tests.sources.dumps import GERMAN_HEAD, OLD_HEAD, TAIL, dump, page

TABLES = ("pages", "redirects", "links", "sentences")


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several shards from a small dump."""
    monkeypatch.setattr(shards, "_SMALLEST_SHARD", 1000)


def many_pages(n: int = 200) -> list[str]:
    return [page(i, f"Page {i}", f"Words of [[Page {i // 2}|it]]. More of [[Page {i // 3}]].") for i in range(n)]


def packed(path: Path, pages: list[str], streams: int = 10, bad: tuple[int, ...] = ()) -> Path:
    """A multistream dump: its blocks come stream by stream once one of them is bad."""
    size = -(-len(pages) // streams)
    parts = [OLD_HEAD, *("".join(pages[i : i + size]) for i in range(0, len(pages), size)), TAIL]
    whole = [bytearray(bz2.compress(part.encode())) for part in parts]
    for number in bad:
        whole[number][60:100] = bytes(40)
    path.write_bytes(b"".join(whole))
    return path


def write(paths: list[Path], folder: Path, **options: Any) -> tuple[Tally, list[Damage]]:
    told: list[Damage] = []
    tally = write_tables(paths, folder / "tables", folder / "records", on_damage=told.append, **options)
    return tally, told


def read(folder: Path, table: str) -> list[dict[str, Any]]:
    """Rows of all shards in order, without the column that names the shard."""
    paths = sorted((folder / "tables" / table).iterdir())
    rows = [(path.stem, row) for path in paths for row in pq.ParquetFile(path).read().to_pylist()]
    assert all(row.pop("shard", shard) == shard for shard, row in rows)
    return [row for _, row in rows]


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("small_shards")
def test_the_number_of_workers_changes_no_byte(tmp_path: Path) -> None:
    path = packed(tmp_path / "d.xml.bz2", many_pages(), bad=(3,))
    results = [write([path], tmp_path / str(workers), workers=workers) for workers in (1, 2)]
    assert content(tmp_path / "1" / "tables") == content(tmp_path / "2" / "tables")
    assert len(list((tmp_path / "1" / "tables" / "pages").iterdir())) > 3
    assert results[0][0] == results[1][0]
    assert results[0][0].counts["pages"] == 180
    assert [row["page"] for row in read(tmp_path / "1", "pages")] == [
        f"Page {i}" for i in range(200) if not 40 <= i < 60
    ]


@pytest.mark.usefixtures("small_shards")
def test_damage_is_told_in_the_order_of_the_file_whatever_the_workers(tmp_path: Path) -> None:
    pages = many_pages()
    broken = "  <page><title>Bad</title><id>9</id><revision></revision></page>\n"
    for at in (5, 65, 125, 185):
        pages[at] = broken
    path = packed(tmp_path / "d.xml.bz2", pages, bad=(3, 6, 9))
    (one, told_one), (two, told_two) = (write([path], tmp_path / str(n), workers=n) for n in (1, 2))
    assert one.n_damaged == two.n_damaged == 7
    assert sorted(one.damage) == sorted(two.damage)
    assert told_one == one.damage
    # The manifest holds them: it must not depend on which process was quicker.
    assert one.damage == two.damage
    assert told_one == told_two


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_finished_shard_is_not_made_again_and_its_damage_is_told_again(tmp_path: Path, workers: int) -> None:
    pages = many_pages()
    pages[100] = "  <page><title>Bad</title><id>9</id><revision></revision></page>\n"
    path = packed(tmp_path / "d.xml.bz2", pages, bad=(3,))
    first, told = write([path], tmp_path, workers=1)
    before = {each: each.stat().st_mtime_ns for each in (tmp_path / "tables").rglob("*.parquet")}
    again, told_again = write([path], tmp_path, workers=workers)
    assert {each: each.stat().st_mtime_ns for each in (tmp_path / "tables").rglob("*.parquet")} == before
    assert again == first
    assert told_again == told
    # Only a shard without its record is written again.
    bytes_before = content(tmp_path / "tables")
    records = sorted((tmp_path / "records").iterdir())
    records[2].unlink()
    records[3].write_text('{"counts": ')  # cut short
    for table in TABLES:
        (tmp_path / "tables" / table / f"{records[2].stem}.parquet").write_bytes(b"half")
    again, _ = write([path], tmp_path, workers=workers)
    assert again == first
    assert content(tmp_path / "tables") == bytes_before
    changed = {each.stem for each, when in before.items() if each.stat().st_mtime_ns != when}
    assert changed == {records[2].stem, records[3].stem}


@pytest.mark.parametrize("workers", [1, 2])
def test_damage_in_a_chunk_is_counted_and_told_once(tmp_path: Path, workers: int) -> None:
    bad = "  <page><title>Bad</title><id>9</id><revision><text>a & b</text></revision></page>\n"
    path = tmp_path / "d.xml"
    path.write_bytes(dump(page(1, "A", "a"), bad, page(2, "B", "b")))
    tally, told = write([path], tmp_path, workers=workers)
    assert tally.n_damaged == 1
    assert told == tally.damage
    assert told[0].path == str(path)
    assert told[0].place == f"byte {path.read_bytes().index(b'<page><title>Bad'):,} of the unpacked text"
    assert [row["page"] for row in read(tmp_path, "pages")] == ["A", "B"]


def test_very_much_damage_is_counted_but_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    path.write_text('{"id": 1, "title": "One"}\n' + "bad\n" * 5000)
    tally, told = write([path], tmp_path)
    assert tally.n_damaged == len(told) == 5000
    assert tally.damage == told[:1000]


def test_redirects_and_other_namespaces(tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    path.write_bytes(
        dump(
            page(1, "a", "#REDIRECT [[b_c#x|y]]"),
            page(2, "Talk:A", "[[A]]"),
            page(3, "B c", "[[a|the a]] and [[Talk:A]]"),
        )
    )
    tally, _ = write([path], tmp_path)
    assert read(tmp_path, "redirects") == [{"page": "A", "target": "B c", "number": 1}]
    assert [row["page"] for row in read(tmp_path, "pages")] == ["B c"]
    assert [(row["target"], row["anchor"]) for row in read(tmp_path, "links")] == [("A", "the a")]
    assert dict(tally.counts) == {
        "pages": 1,
        "redirects": 1,
        "links": 1,
        "sentences": 1,
        "linked_sentences": 1,
        "other_namespaces": 1,
    }


# --- several files


def test_a_second_part_may_lack_its_siteinfo(tmp_path: Path) -> None:
    # Both orders: the part with <siteinfo> may come later.
    told, untold = tmp_path / "1.xml", tmp_path / "2.xml"
    told.write_bytes(dump(page(1, "Eins", "Zu [[Zwei]] [[Kategorie:Zahl]]"), head=GERMAN_HEAD))
    untold.write_bytes(
        dump(
            page(2, "Zwei", "Zu [[Eins]]. [[Datei:A.png|mini|Bild]] [[Kategorie:Zahl]]"),
            page(3, "Kategorie:Zahl", "Alle [[Eins|Zahlen]]."),
            head='<mediawiki xml:lang="de">\n',
        )
    )
    for name, paths in (("a", [told, untold]), ("b", [untold, told])):
        tally, damage = write(paths, tmp_path / name)
        assert not damage
        assert {row["page"] for row in read(tmp_path / name, "pages")} == {"Eins", "Zwei"}
        assert {row["target"] for row in read(tmp_path / name, "links")} == {"Eins", "Zwei"}
        assert tally.counts["other_namespaces"] == 1


def test_part_files_are_one_source_and_read_bytes_add_up(tmp_path: Path) -> None:
    pages = many_pages(20)
    whole, parts = tmp_path / "w.xml", [tmp_path / "1.xml", tmp_path / "2.xml.bz2"]
    whole.write_bytes(dump(*pages))
    parts[0].write_bytes(dump(*pages[:11]))
    parts[1].write_bytes(bz2.compress(dump(*pages[11:])))
    heard: list[int] = []
    write([whole], tmp_path / "w")
    write(parts, tmp_path / "p", on_read=heard.append)
    for table in TABLES:
        assert read(tmp_path / "w", table) == read(tmp_path / "p", table)
    assert heard == sorted(heard)
    assert heard[-1] == sum(path.stat().st_size for path in parts)


def test_a_dump_and_a_catalogue_keep_their_order(tmp_path: Path) -> None:
    (tmp_path / "d.xml").write_bytes(dump(page(1, "A", "a")))
    (tmp_path / "c.jsonl").write_text('{"id": "Q1", "title": "A"}\n')
    for name, paths, expected in (("a", ["d.xml", "c.jsonl"], ["A", "Q1"]), ("b", ["c.jsonl", "d.xml"], ["Q1", "A"])):
        write([tmp_path / each for each in paths], tmp_path / name, workers=2)
        assert [row["page"] for row in read(tmp_path / name, "pages")] == expected


@pytest.mark.parametrize(
    ("start", "expected"),
    [(b"<mediawiki", False), (b"\xef\xbb\xbf\n <page>", False), (b'{"id"', True), (b'\xef\xbb\xbf\n {"id"', True)],
)
@pytest.mark.parametrize("pack", [bytes, bz2.compress])
def test_the_kind_is_known_by_the_first_character(tmp_path: Path, start: bytes, expected: bool, pack: Any) -> None:
    (tmp_path / "f").write_bytes(pack(start))
    assert is_catalogue(tmp_path / "f") is expected


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\xef\xbb\xbf", bz2.compress(b"")])
def test_an_empty_file_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "f").write_bytes(content)
    with pytest.raises(SourceError, match="f is empty"):
        write([tmp_path / "f"], tmp_path)


def test_a_packed_file_damaged_in_its_first_block_is_not_called_empty(tmp_path: Path) -> None:
    content = bytearray(bz2.compress(dump(page(1, "A", "a"))))
    content[len(content) // 2] ^= 0xFF
    (tmp_path / "f.bz2").write_bytes(content)
    with pytest.raises(SourceError, match=r"f\.bz2.* damaged at byte"):
        write([tmp_path / "f.bz2"], tmp_path)


def test_other_packers_are_named(tmp_path: Path) -> None:
    (tmp_path / "f.zst").write_bytes(b"(\xb5/\xfdrest")
    with pytest.raises(SourceError, match="zstd"):
        write([tmp_path / "f.zst"], tmp_path)


# --- catalogues


def test_a_catalogue_gives_the_same_tables(tmp_path: Path) -> None:
    entities = [
        {
            "id": "Q1",
            "title": "Tiger",
            "aliases": ["Big cat", " ", "Panthera  tigris"],
            "text": "A cat of [[Q2|Asia]]. It is no [[Q3]].",
            "links": ["Q2", "Q9"],
        },
        {"id": 2, "title": "Asia"},
    ]
    path = tmp_path / "c.jsonl"
    path.write_text("".join(json.dumps(entity) + "\n" for entity in entities))
    tally, damage = write([path], tmp_path)
    assert not damage
    assert read(tmp_path, "pages") == [
        {"page": "Q1", "title": "Tiger", "is_disambiguation": False, "number": 1},
        {"page": "2", "title": "Asia", "is_disambiguation": False, "number": 2},
    ]
    assert read(tmp_path, "redirects") == []
    assert [tuple(row.values()) for row in read(tmp_path, "links")] == [
        ("Q1", "Q2", "Asia", "text", False),
        ("Q1", "Q3", "Q3", "text", False),
        ("Q1", "Q2", "", "listed", False),
        ("Q1", "Q9", "", "listed", False),
        ("Q1", "Q1", "Big cat", "alias", False),
        ("Q1", "Q1", "Panthera tigris", "alias", False),
    ]
    assert [(row["page"], row["number"], row["text"]) for row in read(tmp_path, "sentences")] == [
        ("Q1", 0, "A cat of Asia."),
        ("Q1", 1, "It is no Q3."),
    ]
    assert [row["anchors"] for row in read(tmp_path, "sentences")] == [
        [{"start": 9, "end": 13, "target": "Q2"}],
        [{"start": 9, "end": 11, "target": "Q3"}],
    ]
    assert tally.counts["pages"] == 2


def test_a_catalogue_in_several_shards_and_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "_ENTITIES_PER_SHARD", 7)
    path = tmp_path / "c.jsonl"
    lines = [json.dumps({"id": f"Q{i}", "title": f"T {i}"}) for i in range(30)]
    lines[10] = lines[20] = lines[3]
    path.write_text("\n".join(lines))
    first, told = write([path], tmp_path)
    assert first.counts["pages"] == 28
    assert first.n_damaged == len(told) == 2
    assert len(list((tmp_path / "tables" / "pages").iterdir())) == 4
    before = content(tmp_path)
    again, told_again = write([path], tmp_path)
    assert (again, told_again) == (first, told)
    assert content(tmp_path) == before


@pytest.mark.parametrize("text", ["[[Q2|Asia ]]. It", "So [[Q2| Asia]]", "[[Q2|Asia ]]\nIt", "[[Q2| Asia]]."])
def test_an_anchor_with_space_at_its_ends_is_not_lost(tmp_path: Path, text: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(json.dumps({"id": "Q1", "title": "A", "text": text}))
    write([path], tmp_path)
    (anchor,) = [
        (row["text"][each["start"] : each["end"]].strip(), each["target"])
        for row in read(tmp_path, "sentences")
        for each in row["anchors"]
    ]
    assert anchor == ("Asia", "Q2")


# --- workers


def test_answers_come_in_the_order_of_the_tasks() -> None:
    for workers in (1, 2):
        with WorkerPool(workers) as pool:
            assert list(pool.run([_Sleeper(i) for i in range(12)])) == list(range(12))


def test_tasks_are_taken_only_a_few_ahead() -> None:
    taken: list[int] = []

    def tasks() -> Any:
        for number in range(30):
            taken.append(number)
            yield _Sleeper(number)

    with WorkerPool(2) as pool:
        for done, _ in enumerate(pool.run(tasks())):
            assert len(taken) <= done + 2 + 3


def test_a_killed_worker_is_one_clear_sentence() -> None:
    with WorkerPool(2) as pool, pytest.raises(PairLinkingError, match=r"worker process was killed.*fewer workers"):
        list(pool.run([_Killed(), _Killed()]))


def test_an_error_of_a_worker_comes_back_as_it_was() -> None:
    for workers in (1, 2):
        with WorkerPool(workers) as pool, pytest.raises(OSError, match="No space left"):
            list(pool.run([_Failing()]))


class _Sleeper:
    """A task that takes the longer the earlier it comes."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __call__(self) -> int:
        import time

        time.sleep(0.005 * (3 - self.number % 3))
        return self.number


class _Killed:
    """A task that is killed."""

    def __call__(self) -> None:
        os.kill(os.getpid(), 9)


class _Failing:
    """A task for which the disk is full."""

    def __call__(self) -> None:
        raise OSError(28, "No space left on device")
