"""Stretches of a packed dump hold the pages that the whole dump holds, each once, wherever its streams are cut."""

from __future__ import annotations

import bz2
import random
import re
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking.errors import SourceError
from pairlinking.sources import Damage, Page, parse_pages, read_pages, read_site, stretches
from pairlinking.sources.bzip2 import stream_starts
from pairlinking.sources.stretches import find_stretches, read_stretch
from tests.sources.dumps import OLD_HEAD, TAIL, dump, page

SIZE = 2_000


def noise(n: int, words: int = 40, seed: int = 1) -> list[str]:
    """Pages that do not pack well, so that many streams are about as long."""
    chance = random.Random(seed)
    return [page(i, f"Page {i}", " ".join(f"{chance.random():.9f}" for _ in range(words))) for i in range(n)]


def multistream(path: Path, pages: list[str], per_stream: int = 4) -> Path:
    """The head, some pages a stream, and the end, as Wikipedia packs its dumps."""
    texts = [OLD_HEAD, *("".join(pages[i : i + per_stream]) for i in range(0, len(pages), per_stream)), TAIL]
    path.write_bytes(b"".join(bz2.compress(text.encode()) for text in texts))
    return path


def read_all(path: Path, size: int = SIZE, *, allow_truncated: bool = False) -> tuple[list[Page], list[Damage]]:
    """Pages of all stretches, and the damage."""
    damage: list[Damage] = []
    found = find_stretches(path, size)
    assert len(found) > 1
    assert [each.begin for each in found[1:]] == [each.end for each in found[:-1]]
    assert (found[0].begin, found[-1].end) == (0, path.stat().st_size)
    chunks = [read_stretch(each, on_damage=damage.append, allow_truncated=allow_truncated) for each in found]
    site = read_site(path)
    return [each for chunk in chunks for each in parse_pages(chunk, site, on_damage=damage.append)], damage


def test_pages_are_those_of_the_whole_dump(tmp_path: Path) -> None:
    path = multistream(tmp_path / "d.bz2", noise(60))
    assert read_all(path) == (list(read_pages(path)), [])


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_streams_may_be_cut_anywhere(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    content = dump(*noise(30, words=3))
    cuts = data.draw(st.lists(st.integers(1, len(content) - len(TAIL)), min_size=20, max_size=60, unique=True))
    tags = [at for at in range(len(content)) if content.startswith((b"<page>", b"</page>"), at)]
    cuts += [at + data.draw(st.integers(0, 7)) for at in data.draw(st.lists(st.sampled_from(tags), max_size=10))]
    bounds = sorted({0, *cuts, len(content)})
    path = tmp_path_factory.mktemp("cut") / "d.bz2"
    path.write_bytes(b"".join(bz2.compress(content[a:b]) for a, b in pairwise(bounds)))
    if len(find_stretches(path, 300)) > 1:
        assert read_all(path, 300) == (list(read_pages(path)), [])


def test_a_damaged_stream_costs_its_pages_wherever_it_is(tmp_path: Path) -> None:
    path = multistream(tmp_path / "d.bz2", noise(60))
    whole, starts = path.read_bytes(), stream_starts(str(path))
    for number in range(1, 16):
        at = starts[number] + 200
        path.write_bytes(whole[:at] + bytes(100) + whole[at + 100 :])
        pages, damage = read_all(path)
        lost = set(range(60)) - {each.id for each in pages}
        assert lost == set(range(4 * number - 4, 4 * number)), number
        assert [each.reason for each in damage] == ["the bzip2 data is damaged up to its next stream"], number


def test_a_damaged_page_is_reported_with_its_place(tmp_path: Path) -> None:
    pages = noise(60)
    pages[50] = "  <page><title>Bad</title><id>9</id><revision><text>a & b</text></revision></page>\n"
    found_pages, (damage,) = read_all(path := multistream(tmp_path / "d.bz2", pages))
    assert len(found_pages) == 59
    found = re.fullmatch(r"byte ([\d,]+) of the text unpacked from byte ([\d,]+)", damage.place)
    assert found is not None
    at, origin = (int(each.replace(",", "")) for each in found.groups())
    assert bz2.decompress(path.read_bytes()[origin:])[at:].startswith(b"<page><title>Bad")


def test_a_page_without_its_end_costs_no_other(tmp_path: Path) -> None:
    pages = noise(60)
    found = find_stretches(multistream(tmp_path / "d.bz2", pages), SIZE)
    for at in range(60):
        broken = [*pages[:at], pages[at].replace("</page>", ""), *pages[at + 1 :]]
        got, damage = read_all(multistream(tmp_path / "d.bz2", broken))
        assert [each.id for each in got] == [i for i in range(60) if i != at]
        assert [each.reason for each in damage] == ["a page without its end"] * (at < 59), at
    assert len(found) > 5


@pytest.mark.parametrize("lost", [5, 300, 2_000])
def test_a_dump_that_ends_early_is_refused_or_taken(tmp_path: Path, lost: int) -> None:
    path = multistream(tmp_path / "d.bz2", noise(60))
    path.write_bytes(path.read_bytes()[:-lost])
    with pytest.raises(SourceError, match="ends early"):
        read_all(path)
    pages, damage = read_all(path, allow_truncated=True)
    assert pages == list(read_pages(path, allow_truncated=True))
    assert len(pages) > 40
    assert "ends early" in damage[-1].reason


def test_what_is_not_packed_stream_by_stream_has_no_stretches(tmp_path: Path) -> None:
    content = dump(*noise(60))
    half = len(content) // 2
    cases = {
        "plain": content,
        "one stream": bz2.compress(content),
        "one long stream": bz2.compress(content[:-100]) + bz2.compress(content[-100:]),
        "no pages": b"".join(bz2.compress(b"a" * 50 + bytes([i])) for i in range(90)),
        "bytes before": b"BZh" + bz2.compress(content[:half]) + bz2.compress(content[half:]),
        "damaged at the start": b"BZh9" + bytes(90) + bz2.compress(content),
        "only the first bytes of bzip2": b"BZh9" + bytes(90),
        "empty": b"",
    }
    for name, packed in cases.items():
        path = tmp_path / name
        path.write_bytes(packed)
        assert find_stretches(path, SIZE) == [], name


def test_a_few_bytes_that_unpack_to_very_many_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "LARGEST_STRETCH", 100_000)
    pages = noise(60)
    pages[33] = page(33, "Much", "a" * 1_000_000)
    with pytest.raises(SourceError, match=r"Bytes .* of .*d\.bz2 unpack to more than 100,000 bytes\. Unpack"):
        read_all(multistream(tmp_path / "d.bz2", pages))


def test_a_worker_does_not_keep_what_it_unpacked(tmp_path: Path) -> None:
    path = multistream(tmp_path / "d.bz2", noise(60, words=400))
    found = find_stretches(path, 1 << 20)
    tracemalloc.start()
    for _ in range(20):
        for each in found:
            read_stretch(each, on_damage=print, allow_truncated=False)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 2 * path.stat().st_size
