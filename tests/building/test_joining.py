"""Several sources as one: what is joined, what counts once, and what is reported about contradictions."""

from __future__ import annotations

import gzip
import json
import lzma
import tracemalloc
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pairlinking.building import EntityOptions, merging, recipe
from pairlinking.building.builder import build
from pairlinking.building.joining import join_keys
from pairlinking.errors import SourceError
from pairlinking.kb import KnowledgeBase, verify
from pairlinking.kb.dictionary import ALIAS, REDIRECT
from pairlinking.sources import Inputs, shards, write_tables
from tests.building.small_wiki import Recorder, checksums
from tests.sources.dumps import dump, page

WIKI = (
    page(1, "Apple Inc.", "'''Apple''' is a firm. It rivals [[Microsoft]] and [[Microsoft]]."),
    page(2, "Microsoft", "A firm near [[Seattle]]. It rivals [[Apple Inc.|Apple]]."),
    page(3, "Seattle", "A city with [[Microsoft]]."),
    page(4, "MSFT", "#REDIRECT [[Microsoft]]"),
)


def wiki(folder: Path, *pages: str, name: str = "wiki.xml") -> Path:
    path = folder / name
    path.write_bytes(dump(*(pages or WIKI)))
    return path


def lines(folder: Path, *records: dict[str, Any], name: str = "catalogue.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def table(folder: Path, *rows: str, name: str = "names.tsv") -> Path:
    path = folder / name
    path.write_text("".join(f"{row}\n" for row in rows))
    return path


def forms(kb: KnowledgeBase, name: str) -> dict[str, int]:
    return dict(kb.surface_forms(kb.find(name)))


def in_links(kb: KnowledgeBase, name: str) -> set[str]:
    return {kb.key(int(page)) for page in kb.in_links(kb.find(name))}


# --- sources of several kinds


def test_same_as_that_names_nothing_is_reported_with_its_line(tmp_path: Path) -> None:
    firm = {"id": "acme:7", "title": "Apple Computer", "same_as": ["Apple Inc.", "MSFT?"], "data": {"owner": "Kim"}}
    kb = build([wiki(tmp_path), lines(tmp_path, firm)], tmp_path / "kb", workers=1)
    assert kb.manifest.counts["unknown_same_as"] == 1
    (told,) = kb.manifest.damage["conflicts"]
    assert "catalogue.jsonl, line 1: 'same_as' of 'acme:7' names 'MSFT?', which no source has" in told
    assert kb.facts(kb.find("acme:7"))["data"] == {"owner": "Kim", "id": "acme:7"}


@pytest.mark.parametrize("same_as", ["Apple Inc.", ["Apple Inc."], ["Q9", "Apple Inc."]])
def test_a_catalogue_line_joins_the_page_it_names(tmp_path: Path, same_as: Any) -> None:
    firm = {"id": "acme:7", "title": "Apple Computer", "aliases": ["AAPL"], "links": ["Seattle"], "same_as": same_as}
    sources = [wiki(tmp_path), lines(tmp_path, firm, {"id": "acme:8", "title": "Acme", "text": "Sells to [[acme:7]]."})]
    kb = build(sources, tmp_path / "kb", workers=1)
    verify(kb.path)
    assert {kb.key(number) for number in range(len(kb))} == {"Apple Inc.", "Microsoft", "Seattle", "acme:8"}
    assert kb.find("acme:7") == kb.find("Apple Inc.")
    assert kb.title(kb.find("acme:7")) == "Apple Inc."
    assert kb.facts(kb.find("acme:7"))["data"] == {"id": "acme:7"}  # so that linked documents name it
    assert {"Apple Inc.", "Apple Computer", "AAPL", "Apple"} <= forms(kb, "Apple Inc.").keys()
    assert "acme:7" not in {form for form, n in forms(kb, "Apple Inc.").items() if n == 0}
    assert "Apple Inc." in in_links(kb, "Seattle")
    assert "acme:8" in in_links(kb, "Apple Inc.")
    assert kb.manifest.counts["joined_pages"] == 1


def test_the_first_source_gives_key_title_and_text(tmp_path: Path) -> None:
    firm = {"id": "acme:7", "title": "Apple Computer", "text": "Own words.", "same_as": ["Apple Inc."]}
    bare = {"id": "acme:8", "title": "Redmond firm", "same_as": ["MSFT"]}
    kb = build([lines(tmp_path, firm, bare), wiki(tmp_path)], tmp_path / "kb", workers=1)
    verify(kb.path)
    assert kb.find("Apple Inc.") == kb.find("acme:7")
    assert kb.key(kb.find("Apple Inc.")) == "acme:7"
    assert kb.title(kb.find("MSFT")) == "Redmond firm"
    assert kb.profiles is not None
    assert {"own", "words"} <= {word for word, _ in kb.profiles.of(kb.find("acme:7"))}
    rows = [
        row for path in sorted((kb.path / "tables" / "sentences").iterdir()) for row in pq.read_table(path).to_pylist()
    ]
    assert [row["text"] for row in rows if row["page"] == "acme:7"] == ["Own words."]
    # The catalogue has no text for it, so the dump's text is used.
    assert next(row["text"] for row in rows if row["page"] == "acme:8") == "A firm near Seattle."
    assert forms(kb, "acme:8")["Microsoft"] == 3  # links of both pages that link to it


def test_a_page_that_comes_twice_is_counted_once(tmp_path: Path) -> None:
    again = (
        page(1, "Apple Inc.", "New words. It rivals [[Microsoft]] and [[MSFT|Microsoft]] and [[Google]]."),
        page(9, "Google", "Near [[Seattle|the city]]."),
    )
    one = build(wiki(tmp_path), tmp_path / "one", workers=1)
    both = build([wiki(tmp_path), wiki(tmp_path, *again, name="later.xml")], tmp_path / "both", workers=1)
    assert forms(one, "Microsoft")["Microsoft"] == forms(both, "Microsoft")["Microsoft"] == 3
    assert forms(both, "Google")["Google"] == 1
    assert in_links(both, "Google") == {"Google", "Apple Inc."}
    assert both.profiles is not None
    assert "new" not in dict(both.profiles.of(both.find("Apple Inc.")))
    assert both.manifest.counts["repeated_pages"] == 1
    # The same source twice is that source.
    copy = tmp_path / "copy.xml"
    copy.write_bytes(wiki(tmp_path).read_bytes())
    twice = build([wiki(tmp_path), copy], tmp_path / "twice", workers=2)
    ours, theirs = (
        {name: sha for name, sha in checksums(kb).items() if not name.startswith("tables/")} for kb in (one, twice)
    )
    assert ours == theirs


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_wikidata_items_join(tmp_path: Path, pack: Any) -> None:
    records: list[dict[str, Any]] = [
        {"id": "Q312", "title": "Apple", "aliases": ["Cupertino firm"]},
        {"id": "own", "title": "MS", "wikidata": "Q2283"},
        {"id": "other", "title": "MS 2", "wikidata": "Q2283"},
    ]
    props = (
        b"-- MySQL dump\n-- Host: db    Database: somewiki\nCREATE TABLE `page_props` (\n  `pp_page` int,\n"
        b"  `pp_propname` x,\n  `pp_value` y\n);\nINSERT INTO `page_props` VALUES "
        b"(1,'wikibase_item','Q312',NULL),(2,'wikibase_item','Q2283',NULL),(2,'it\\'s, (odd)','a''b',1);\n"
        b"-- Dump completed on 2020-01-01\n"
    )
    (tmp_path / "props.sql.gz").write_bytes(pack(props))
    kb = build(
        [wiki(tmp_path), lines(tmp_path, *records)], tmp_path / "kb", page_props=[tmp_path / "props.sql.gz"], workers=1
    )
    assert kb.find("Q312") == kb.find("Apple Inc.")
    assert "Cupertino firm" in forms(kb, "Apple Inc.")
    assert kb.find("own") == kb.find("Microsoft")
    # The catalogue itself says that these two are different.
    assert kb.find("other") != kb.find("own")
    assert kb.manifest.counts["conflicting_same_as"] == 1
    assert "catalogue.jsonl, line 3" in kb.manifest.damage["conflicts"][0]


# --- tables that add to entities


def test_redirects_of_a_table(tmp_path: Path) -> None:
    rows = ("Apple Computer\tApple_Inc.", "apple\tApple Computer", "Seattle\tMicrosoft", "Gone\tNowhere at all")
    kb = build(wiki(tmp_path), tmp_path / "kb", redirects=[table(tmp_path, *rows)], workers=1)
    assert kb.find("Apple Computer") == kb.find("Apple") == kb.find("Apple Inc.")
    assert kb.key(kb.find("Seattle")) == "Seattle"  # a page is not a redirect
    found = kb.dictionary.lookup("Apple Computer")
    assert found is not None
    assert found.origins.tolist() == [REDIRECT]
    assert kb.get("Gone") is None
    assert kb.manifest.counts["redirects"] == 4
    told = "\n".join(kb.manifest.damage["conflicts"])
    assert "names.tsv: 1 redirects that lead to no entity were left out, the first in line 4." in told
    assert "names.tsv: 1 redirects whose title has a page of its own were left out, the first in line 3." in told
    assert kb.manifest.counts["dangling_redirects"] == 1
    other = table(tmp_path, "Apple Computer\tSeattle", name="later.tsv")
    kb = build(wiki(tmp_path), tmp_path / "more", redirects=[table(tmp_path, *rows), other], workers=1)
    assert kb.find("Apple Computer") == kb.find("Apple Inc.")
    assert kb.manifest.counts["conflicting_redirects"] == 1
    assert any("later.tsv: 1 redirects that lead elsewhere" in each for each in kb.manifest.damage["conflicts"])


def test_bad_lines_of_a_table_are_reported_with_their_number(tmp_path: Path) -> None:
    rows = ("A\tB\tC", "alone", "Apple Computer\tApple Inc.", "Seattle\tseattle", "\tMicrosoft")
    recorder = Recorder()
    kb = build(wiki(tmp_path), tmp_path / "kb", redirects=[table(tmp_path, *rows)], workers=1, progress=recorder)
    assert kb.find("Apple Computer") == kb.find("Apple Inc.")
    assert kb.manifest.damage["damaged"] == 4
    told = "\n".join(recorder.warnings)
    for number, reason in ((1, "3 columns"), (2, "1 column "), (4, "leads to itself"), (5, "empty")):
        assert f"names.tsv, line {number}: " in told
        assert reason in told
    with pytest.raises(SourceError, match="no line with two columns"):
        build(wiki(tmp_path), tmp_path / "none", redirects=[table(tmp_path, "a\tb\tc", name="x.tsv")], workers=1)


def test_redirects_of_the_database(tmp_path: Path) -> None:
    head = "-- Host: x    Database: enwiki\n"
    (tmp_path / "page.sql.gz").write_bytes(
        gzip.compress(
            f"{head}INSERT INTO `page` VALUES (50,0,'Apple_Computer',1,0,0.5,'2020'),(51,4,'Other',1,0,0.5,'x');\n"
            "-- Dump completed\n".encode()
        )
    )
    (tmp_path / "redirect.sql.gz").write_bytes(
        gzip.compress(
            f"{head}INSERT INTO `redirect` VALUES (50,0,'Apple_Inc.','',''),(51,0,'Seattle','',''),(50,0,'X','w','');\n"
            "-- Dump completed\n".encode()
        )
    )
    files = [tmp_path / "redirect.sql.gz", tmp_path / "page.sql.gz"]
    kb = build(wiki(tmp_path), tmp_path / "kb", redirects=files, workers=1)
    assert kb.find("Apple Computer") == kb.find("Apple Inc.")
    with pytest.raises(SourceError, match="Name that of 'page' too"):
        build(wiki(tmp_path), tmp_path / "kb2", redirects=files[:1], workers=1)
    whole = gzip.decompress(files[0].read_bytes())
    files[0].write_bytes(gzip.compress(whole[: whole.index(b"(51,0") + 9]))
    with pytest.raises(SourceError, match="ends early"):
        build(wiki(tmp_path), tmp_path / "kb3", redirects=files, workers=1)
    cut = build(wiki(tmp_path), tmp_path / "kb3", redirects=files, allow_truncated=True, workers=1)
    assert cut.find("Apple Computer") == cut.find("Apple Inc.")
    assert cut.manifest.damage["damaged"] == 2


def test_a_sql_dump_of_another_wiki_is_refused(tmp_path: Path) -> None:
    head = '<mediawiki xml:lang="en"><siteinfo><sitename>W</sitename><dbname>enwiki</dbname></siteinfo>\n'
    (tmp_path / "en.xml").write_bytes(dump(*WIKI, head=head))
    (tmp_path / "props.sql").write_text(
        "-- Host: x    Database: dewiki\nINSERT INTO `page_props` VALUES (1,'a','b');\n"
    )
    with pytest.raises(SourceError, match="belongs to 'dewiki', but the dump to 'enwiki'"):
        build(tmp_path / "en.xml", tmp_path / "kb", page_props=[tmp_path / "props.sql"], workers=1)


def test_aliases_and_links_of_a_catalogue_add_no_entities(tmp_path: Path) -> None:
    records = (
        {"id": "Apple Inc.", "title": "Apple Inc.", "aliases": ["AAPL"], "links": ["Seattle", "Unknown", "MSFT"]},
        {"id": "MSFT", "title": "Microsoft", "aliases": ["Big M"]},
        {"id": "Unknown", "title": "Unknown", "aliases": ["Nobody"], "links": ["Seattle", "Microsoft"]},
    )
    (tmp_path / "more.jsonl.xz").write_bytes(lzma.compress(lines(tmp_path, *records).read_bytes()))
    tsv = table(tmp_path, "Emerald City\tSeattle", "Nothing\tNone of them")
    linked = EntityOptions(entities="linked", min_links=1)
    one = build(wiki(tmp_path), tmp_path / "one", entities=linked, workers=1)
    kb = build(wiki(tmp_path), tmp_path / "kb", aliases=[tmp_path / "more.jsonl.xz", tsv], entities=linked, workers=1)
    verify(kb.path)
    assert list(kb.keys) == list(one.keys)
    assert in_links(kb, "Seattle") == in_links(one, "Seattle") | {"Apple Inc."}
    assert in_links(kb, "Microsoft") == in_links(one, "Microsoft")
    found = kb.dictionary.lookup("Big M")
    assert found is not None
    assert (found.entities.tolist(), found.origins.tolist()) == ([kb.find("Microsoft")], [ALIAS])
    assert "Emerald City" in forms(kb, "Seattle")
    assert kb.dictionary.lookup("Nobody") is None
    assert kb.manifest.counts["unknown_aliases"] == 2
    # A held-out page gives no links away.
    held_out = EntityOptions(holdout=0.999)
    kb = build(wiki(tmp_path), tmp_path / "held", aliases=[tmp_path / "more.jsonl.xz"], entities=held_out, workers=1)
    assert in_links(kb, "Seattle") == set()


def test_the_table_of_abbreviations_is_in_the_package(tmp_path: Path) -> None:
    pages = [page(1, "California", "A state."), page(2, "United Nations", "Not in [[California]].")]
    kb = build(wiki(tmp_path, *pages), tmp_path / "kb", aliases=["abbreviations-en"], workers=1)
    assert "Calif." in forms(kb, "California")
    assert "U.N." in forms(kb, "United Nations")


# --- contradictions


def test_one_id_with_two_titles_is_reported(tmp_path: Path) -> None:
    first = lines(tmp_path, {"id": "1", "title": "Tiger"}, {"id": "2", "title": "Cat"}, name="a.jsonl")
    second = lines(tmp_path, {"id": "3", "title": "x"}, {"id": "1", "title": "Big cat"}, name="b.jsonl")
    recorder = Recorder()
    kb = build([first, second], tmp_path / "kb", workers=1, progress=recorder)
    assert kb.title(kb.find("1")) == "Tiger"
    assert "Big cat" in forms(kb, "1")
    assert kb.manifest.counts["conflicting_titles"] == 1
    (told,) = kb.manifest.damage["conflicts"]
    assert told in recorder.warnings
    assert "b.jsonl, line 2: the id '1' has the title 'Big cat', but 'Tiger' in " in told
    assert "a.jsonl, line 1, which is used" in told


def test_circles_of_same_as_join_nothing_within_a_file_and_end(tmp_path: Path) -> None:
    circle = [{"id": f"{at}", "title": f"T {at}", "same_as": [f"{(at + 1) % 3}", f"{at}"]} for at in range(3)]
    kb = build(lines(tmp_path, *circle), tmp_path / "kb", workers=1)
    assert len(kb) == 3
    assert kb.manifest.counts["conflicting_same_as"] == 3
    paths = [lines(tmp_path, record, name=f"{at}.jsonl") for at, record in enumerate(circle)]
    kb = build(paths, tmp_path / "joined", workers=1)
    assert len(kb) == 1
    assert kb.find("2") == kb.find("1") == kb.find("0")
    assert "conflicting_same_as" not in kb.manifest.counts


def test_ids_that_differ_by_unicode_form_are_one(tmp_path: Path) -> None:
    records = [
        {"id": "Café", "title": "Café"},
        {"id": "Cafe\u0301", "title": "Other"},
        {"id": "CAFÉ", "title": "Third"},
    ]
    kb = build(lines(tmp_path, *records), tmp_path / "kb", workers=1)
    assert sorted(kb.keys) == ["CAFÉ", "Café"]
    assert kb.manifest.damage["damaged"] == 1
    assert "line 2: duplicate id 'Café', first used in line 1" in kb.manifest.damage["first"][0]
    assert kb.manifest.counts["ids_by_case"] == 1
    assert "line 1: the id 'Café' differs from 'CAFÉ' only by case" in kb.manifest.damage["conflicts"][0]


def test_keys_of_one_file_stay_apart_however_they_are_connected() -> None:
    places = [("a", "000-00000"), ("b", "000-00001"), ("x", "001-00000"), ("y", "002-00000")]
    pairs = [("x", "a", 1, "001-00000"), ("y", "b", 1, "002-00000"), ("y", "x", 2, "002-00000")]
    keys, apart = join_keys(pairs, places)
    assert keys == {"x": "a", "y": "b"}
    assert [(shard, number) for shard, number, _ in apart] == [("002-00000", 2)]


@pytest.mark.parametrize(("role", "content"), [("redirects", '{"id": 1, "title": "x"}\n'), ("aliases", "<mediawiki>")])
def test_a_file_of_the_wrong_kind_is_refused(tmp_path: Path, role: str, content: str) -> None:
    (tmp_path / "file").write_text(content)
    with pytest.raises(SourceError, match=f"expected for --{role}"):
        build(wiki(tmp_path), tmp_path / "kb", **{role: [tmp_path / "file"]})  # type: ignore[arg-type]
    (tmp_path / "file").write_text("a\tb\n")
    with pytest.raises(SourceError, match=r"table of names .* was expected\."):
        build(tmp_path / "file", tmp_path / "kb", workers=1)


# --- large tables, and builds that are stopped


def test_a_large_table_is_streamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "_ROWS_PER_SHARD", 10_000)
    names = tmp_path / "names.tsv"
    with names.open("w") as file:
        for number in range(200_000):
            file.write(f"Name number {number} of the city\tSeattle\n")
    wiki(tmp_path)
    tracemalloc.start()
    write_tables(Inputs([tmp_path / "wiki.xml"], aliases=[names]), tmp_path / "tables", tmp_path / "records")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(list((tmp_path / "tables" / "aliases").iterdir())) == 20
    assert peak < 12_000_000  # the table has more than that in strings alone


class _Killed(BaseException):
    """Stands for SIGKILL."""


@pytest.mark.parametrize("stage", ["find_joins", "merge_tables", "relate", "export_facts"])
@pytest.mark.parametrize("when", ["before", "within"])
def test_a_build_of_several_sources_goes_on_where_it_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str, when: str
) -> None:
    records = [
        {"id": f"own {at}", "title": f"T {at}", "text": "Words.", "same_as": key}
        for at, key in enumerate(("Apple Inc.", "Microsoft", "Seattle"))
    ]
    sources = [lines(tmp_path, *records), wiki(tmp_path), wiki(tmp_path, *WIKI[1:], name="again.xml")]
    expected = checksums(build(sources, tmp_path / "whole", workers=1))
    done = getattr(recipe, stage)

    def killed(*args: Any, **options: Any) -> Any:
        if when == "within":
            done(*args, **options)
        raise _Killed

    with monkeypatch.context() as patch:
        patch.setattr(recipe, stage, killed)
        if stage == "merge_tables" and when == "within":
            patch.setattr(merging, "_WITH_PAGES", ("sentences", "pages"))  # half of it
        with pytest.raises(_Killed):
            build(sources, tmp_path / "kb", workers=1)
    assert checksums(build(sources, tmp_path / "kb", workers=1)) == expected
