"""The four tables: columns as documented, anchors that point at their words, the same bytes for the same rows."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking.sources import Site, scan, write_tables
from pairlinking.sources.tables import ALWAYS, SCHEMAS, Tables, shard_path
from pairlinking.sources.wikitext import Link

DOCS = Path(__file__).parents[2] / "docs/reference/tables.md"
SAMPLE = Path(str(files("pairlinking") / "data" / "sample-wiki.xml"))
SITE = Site(namespaces={"": 0, "Talk": 1, "Image": 6, "Category": 14})


def documented() -> dict[str, dict[str, str]]:
    """Columns and their types by table, as documented."""
    found: dict[str, dict[str, str]] = {}
    table = ""
    for line in DOCS.read_text().splitlines():
        row = re.match(r"\| (?:`(\w+)`)? ?\| `(\w+)` \| ([\w ]+) \|", line)
        if row:
            table = row[1] or table
            found.setdefault(table, {})[row[2]] = row[3]
    return found


def read(folder: Path, table: str) -> list[dict[str, Any]]:
    return [row for path in sorted((folder / table).iterdir()) for row in pq.ParquetFile(path).read().to_pylist()]


def tables_of(*pages: tuple[str, str], folder: Path) -> Path:
    """Write titles and wikitexts as one shard."""
    tables = Tables("s")
    for title, text in pages:
        scanned = scan(text, SITE, title=title)
        tables.add_page(
            title,
            title,
            scanned.text,
            scanned.links,
            scanned.sentences,
            number=1,
            is_disambiguation=scanned.is_disambiguation,
        )
    tables.write(folder)
    return folder


def test_columns_and_types_are_as_documented() -> None:
    types = {"string": pa.string(), "bool": pa.bool_(), "int32": pa.int32(), "int64": pa.int64()}
    told = documented()
    assert {table: list(columns) for table, columns in told.items()} == {
        table: schema.names for table, schema in SCHEMAS.items()
    }
    for table, schema in SCHEMAS.items():
        for field in schema:
            if told[table][field.name] == "list of struct":
                assert pa.types.is_list(field.type)
                assert [each.name for each in field.type.value_type] == ["start", "end", "target"]
            else:
                assert field.type == types[told[table][field.name]]


def test_files_have_the_documented_columns_too_also_without_rows(tmp_path: Path) -> None:
    Tables("empty").write(tmp_path)
    tables_of(("A", "Of [[B]]."), folder=tmp_path)
    for table in ALWAYS:
        schema = SCHEMAS[table]
        for shard in ("empty", "s"):
            file = pq.ParquetFile(shard_path(tmp_path, table, shard))
            assert file.schema_arrow.remove_metadata() == schema
            assert file.metadata.row_group(0).column(0).compression == "ZSTD" if file.metadata.num_rows else True


def test_places_are_as_documented(tmp_path: Path) -> None:
    told = set(re.findall(r"`([a-z]+)`", next(line for line in DOCS.read_text().splitlines() if "`place`" in line)))
    told -= {"place", "links"}
    write_tables([SAMPLE], tmp_path / "tables", tmp_path / "records")
    text = (
        "[[A]] <ref>[[B]]</ref> {{x|[[C]]}}\n{|\n| [[D]]\n|}\n<gallery>\nImage:a.jpg|[[E]]\n</gallery>\n"
        "[[Image:b.jpg|thumb|see [[F]]]]"
    )
    tables_of(("Page", text), folder=tmp_path / "more")
    links = read(tmp_path / "more", "links")
    assert {link["target"] for link in links} == set("ABCDEF")
    places = {link["place"] for link in links}
    assert places | {"listed", "alias"} == told
    assert {link["place"] for link in read(tmp_path / "tables", "links")} <= told


def assert_anchors_point_at_their_words(folder: Path) -> int:
    n = 0
    numbers: dict[str, int] = {}
    for row in read(folder, "sentences"):
        assert row["number"] == numbers.get(row["page"], 0)
        numbers[row["page"]] = row["number"] + 1
        assert row["text"] == row["text"].strip() != ""
        assert "\n" not in row["text"]
        last = 0
        for anchor in row["anchors"]:
            assert last <= anchor["start"] < anchor["end"] <= len(row["text"])
            last = anchor["end"]
            n += 1
    return n


def test_anchors_of_the_sample_point_at_their_words(tmp_path: Path) -> None:
    write_tables([SAMPLE], tmp_path / "tables", tmp_path / "records")
    n = assert_anchors_point_at_their_words(tmp_path / "tables")
    running = [link for link in read(tmp_path / "tables", "links") if link["place"] == "text"]
    assert n == len(running) > 1000  # none is lost between two sentences
    found = [
        (row["page"], anchor["target"], " ".join(row["text"][anchor["start"] : anchor["end"]].split()))
        for row in read(tmp_path / "tables", "sentences")
        for anchor in row["anchors"]
    ]
    assert found == [(link["page"], link["target"], link["anchor"]) for link in running]


words = st.sampled_from(
    ["Tiger", "won", "at", "St. Louis", "in 1997", "Ägypten", "😀", "J. Smith", "''so''", "a'''b'''"]
)
ends = st.sampled_from([". ", "! ", "\n", "\n\n* ", " ", ", ", "? ", "; ", "。"])
link_texts = st.builds(
    lambda target, anchor, trail: f"[[{target}{'|' + anchor if anchor else ''}]]{trail}",
    st.sampled_from(["Tiger", "Augusta, Georgia", "tiger woods", "東京", "Tiger (beer)"]),
    st.sampled_from(["", "the ''big'' cat", "Dr. No. Yes", "x", "U.S.", "A. B. C! D"]),
    st.sampled_from(["", "s", "."]),
)
marks = st.sampled_from(["{{x|[[B]]}}", "<ref>See [[B]]. End</ref>", "<!-- [[C]] -->", "<nowiki>[[D]]</nowiki>"])
texts = st.lists(words | link_texts | ends | marks, max_size=30).map("".join)


@settings(max_examples=60)
@given(texts=st.lists(texts, min_size=1, max_size=3))
def test_anchors_point_at_their_words(texts: list[str]) -> None:
    with TemporaryDirectory() as name:
        folder = tables_of(*((f"Page {i}", text) for i, text in enumerate(texts)), folder=Path(name))
        assert_anchors_point_at_their_words(folder)
        links = [link for link in read(folder, "links") if link["place"] == "text"]
        found = [
            (row["page"], anchor["target"], " ".join(row["text"][anchor["start"] : anchor["end"]].split()))
            for row in read(folder, "sentences")
            for anchor in row["anchors"]
        ]
        assert found == [(link["page"], link["target"], link["anchor"]) for link in links]


def test_the_first_link_of_a_line_opens_it_on_a_disambiguation_page_only(tmp_path: Path) -> None:
    lines = "[[Zero]] may be:\n* [[One]], near [[Two]]\n* a [[Three]]\n\n* none\n* {{x|[[Four]]}} [[Five]] [[Six]]\n"
    pages = {"With": lines + "{{disambig}}", "Without": lines}
    tables_of(*pages.items(), folder=tmp_path)
    opening = {(link["page"], link["target"]) for link in read(tmp_path, "links") if link["opens"]}
    assert opening == {("With", each) for each in ("Zero", "One", "Three", "Five")}
    assert {row["page"]: row["is_disambiguation"] for row in read(tmp_path, "pages")} == {
        "With": True,
        "Without": False,
    }


def test_anchors_in_links_have_plain_spaces(tmp_path: Path) -> None:
    tables = Tables("s")
    tables.add_page("A", "A", "one  two", [Link(0, 8, "B", "one  two")], [(0, 8)], number=1)
    tables.write(tmp_path)
    assert read(tmp_path, "links")[0]["anchor"] == "one two"
    assert read(tmp_path, "sentences")[0]["anchors"] == [{"start": 0, "end": 8, "target": "B"}]


def test_the_same_rows_give_the_same_bytes(tmp_path: Path) -> None:
    for name in "ab":
        tables_of(("A", "Of [[B]]. And [[C|d]]."), ("B", "{{disambig}}\n* [[A]]"), folder=tmp_path / name)
    for table in ALWAYS:
        assert (
            shard_path(tmp_path / "a", table, "s").read_bytes() == shard_path(tmp_path / "b", table, "s").read_bytes()
        )
