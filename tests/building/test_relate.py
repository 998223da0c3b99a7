"""The queries give what a literal reading of the docs gives, and both engines could run them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow.parquet as pq
import pytest
import sqlglot
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp

from pairlinking._support.progress import Silent
from pairlinking.building import EntityOptions
from pairlinking.building.engine import DuckDBEngine, query
from pairlinking.building.joining import find_joins
from pairlinking.building.relate import relate
from pairlinking.errors import SourceError
from pairlinking.sources import write_tables
from pairlinking.sources.tables import Tables
from pairlinking.sources.wikitext import Link
from tests.building.small_wiki import small_dump
from tests.reference.knowledge_base import Related, Source, letters
from tests.reference.knowledge_base import relate as relate_slowly

SQL = sorted(Path(str(files("pairlinking.building") / "sql")).glob("*.sql"))
PARAMETERS: dict[str, object] = {
    "guess_redirects": 1,
    "before": "hop_1",
    "seed": 1,
    "below": "800000000000",
    "entities": "linked",
    "min_links": 2,
    "dumps": "'000'",
    "pairs": "same_pages",
    "catalogues": "'001'",
    "tables": "'002'",
    "kind": "word",
    "min_count": 5,
    "min_entity_count": 2,
}
PLACES = ("text", "template", "table", "reference", "caption", "listed", "alias")

# What both engines do alike: standard aggregates; md5 of a string as small hexadecimal digits; regexp_replace, with a
# pattern that matches at the end only (DuckDB replaces the first match, Spark all); concat; length in characters.
FUNCTIONS = {"case", "coalesce", "concat", "count", "if", "length", "max", "md5", "min", "regexp_replace", "row_number"}
# lower differs for a handful of capitals that have no small letter of one character: two forms then stay apart.
FUNCTIONS |= {"sum", "and", "or", "substr", "substring", "lower", "upper"}
# translate drops the letters that have no counterpart, in both.
FUNCTIONS |= {"translate"}
# replace takes every place where the text is; bit_length counts bytes of UTF-8.
FUNCTIONS |= {"replace", "bit_length"}
# A sum of whole numbers is wider in DuckDB, so both cast it to BIGINT. (That is what sqlglot calls Spark's cast.)
FUNCTIONS |= {"try_cast"}


def write(source: Source, folder: Path) -> Path:
    """Write the rows as one shard, and pages that come again as a second one, with a link that must not count."""
    tables, later = Tables("000-00000"), Tables("000-00001")
    for page, title, is_disambiguation in source.pages:
        if tables.has_page(page):
            links = [Link(-1, -1, source.pages[0][0], "again", "text")]
            later.add_page(page, title, "", links, [], number=0, is_disambiguation=is_disambiguation)
        else:
            tables.add_page(page, title, "", [], [], number=0, is_disambiguation=is_disambiguation)
    tables.rows["redirects"] = [(page, target, 0) for page, target in source.redirects]
    for page, target, anchor, place, opens in source.links:
        tables._link_pages.append(page)
        tables._links.append(Link(-1, -1, target, anchor, place))  # type: ignore[arg-type]
        tables._opens.append(opens)
    tables.write(folder)
    later.write(folder)
    return folder


def joins(engine: DuckDBEngine, tables: Path) -> Path:
    """Folder of joins between the pages of one source, of which there are none."""
    folder = tables.with_name(f"{tables.name}-joins")
    find_joins(engine, tables, folder, [])
    return folder


def related(
    tables: Path, options: EntityOptions, database: Path, *, threads: int = 1
) -> tuple[Related, dict[str, int]]:
    """What the queries give, with keys in place of numbers, and the counts."""
    engine = DuckDBEngine(database, memory="200MB", threads=threads)
    try:
        counts = relate(engine, tables, joins(engine, tables), options, Silent())

        def rows(sql: str) -> list[tuple[Any, ...]]:
            return [tuple(row.values()) for batch in engine.read(sql) for row in batch.to_pylist()]

        entities = rows("SELECT entity, key, title FROM entities ORDER BY entity")
        keys = [key for _, key, _ in entities]
        assert [number for number, _, _ in entities] == list(range(len(entities)))
        assert keys == sorted(set(keys), key=str.encode)
        in_links: dict[str, set[str]] = {key: set() for key in keys}
        pairs = rows("SELECT target, source FROM entity_links")
        assert len(pairs) == len(set(pairs))
        for target, source in pairs:
            in_links[keys[target]].add(keys[source])
        names = rows("SELECT name, entity FROM names")
        assert len({name for name, _ in names}) == len(names)
        surfaces = rows("SELECT form, entity, n, origins FROM surfaces")
        assert len({row[:2] for row in surfaces}) == len(surfaces)
        found = Related(
            ends=dict(rows("SELECT page, target FROM all_ends")),
            held_out={page for (page,) in rows("SELECT page FROM held_out")},
            titles={key: title for _, key, title in entities},
            names={name: keys[entity] for name, entity in names},
            in_links=in_links,
            surfaces={(form, keys[entity]): (int(n), origins) for form, entity, n, origins in surfaces},
        )
    finally:
        engine.close()
    return found, counts


def assert_same(source: Source, options: EntityOptions, tables: Path, database: Path) -> Related:
    found, counts = related(tables, options, database)
    expected = relate_slowly(source, **vars(options))
    assert found.ends == expected.ends
    assert found.held_out == expected.held_out
    assert found.titles == expected.titles
    assert found.names == expected.names
    assert found.in_links == expected.in_links
    assert found.surfaces == expected.surfaces
    assert counts["entities"] == len(expected.titles)
    assert counts["pages"] == len({page for page, _, _ in source.pages})
    assert counts["held_out_pages"] == len(expected.held_out)
    assert counts["in_links"] == sum(map(len, expected.in_links.values()))
    assert counts["surface_forms"] == len({form for form, _ in expected.surfaces})
    known = {page for page, _, _ in source.pages}
    assert counts["links"] == sum(page in known and place != "alias" for page, _, _, place, _ in source.links)
    return found


# Few names, so that everything happens: redirects onto pages, chains, circles, links to all of them.
TITLES = ["A", "B", "Ä", "a", "A (b)", "A (c)", "B (c) (d)", "(b)", "東", "D", "E", "'; --", "F", "G"]
# And spellings of one name, abbreviations, plurals, and what only looks like them.
TITLES += [
    "Nobel Prize",
    "Nobel-prize",
    "Nóbel prize",
    "NP",
    "The A",
    "A, B",
    "Birds",
    "Bird",
    "Cities",
    "City",
    "E-3 b",
    "E3 b",
]
titles = st.sampled_from(TITLES)
anchors = st.sampled_from(
    ["", "x", "A", "B", "X y", "y" * 200, "y" * 201, "x (b)", "nobel prize", "NP", "birds", "the A", "a, b", "cities"]
)


@st.composite
def sources(draw: st.DrawFn) -> Source:
    pages = draw(st.lists(st.tuples(titles, st.booleans()), max_size=8))
    redirects = draw(st.lists(st.tuples(titles, titles), max_size=10))
    link = st.tuples(titles, titles, anchors, st.sampled_from(PLACES[:-1]), st.booleans())
    links = draw(st.lists(link, max_size=20))
    aliases = [(page, page, draw(anchors), "alias", False) for page, _ in pages[:2]]
    return Source([(page, page, listing) for page, listing in pages], redirects, links + aliases)


options = st.builds(
    EntityOptions,
    entities=st.sampled_from(["pages", "linked"]),
    min_links=st.integers(1, 3),
    holdout=st.sampled_from([0.0, 0.3, 0.9]),
    seed=st.integers(0, 3),
)


@settings(max_examples=12)
@given(source=sources(), options=options)
def test_queries_agree_with_the_reference(source: Source, options: EntityOptions) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        tables, database = write(source, folder / "tables"), folder / "relations.duckdb"
        if relate_slowly(source, **vars(options)).titles:
            assert_same(source, options, tables, database)
        else:
            with pytest.raises(SourceError, match="There are no entities"):
                related(tables, options, database)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_queries_agree_with_the_reference_on_larger_wikis(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    names = [f"{random.choice('ABCÄ東')}{i}{random.choice(['', '', ' (b)', ' (c)'])}" for i in range(300)]
    pages = random.sample(names, 120)
    rest = [name for name in names if name not in pages]
    source = Source(
        pages=[(page, page, random.random() < 0.1) for page in [*pages, *pages[:3]]],
        redirects=[(random.choice(rest[:120] + pages[:5]), random.choice(names)) for _ in range(150)],
        links=[
            (
                random.choice(pages),
                random.choice(names),
                random.choice([*names[:40], "", "form", "Form"]),
                random.choice(PLACES[:-1]),
                random.random() < 0.5,
            )
            for _ in range(1500)
        ],
    )
    options = EntityOptions(entities="linked", min_links=2, holdout=0.2, seed=seed)
    found = assert_same(source, options, write(source, tmp_path / "tables"), tmp_path / "r.duckdb")
    assert found.held_out
    assert found.ends
    assert any(origins & 8 for _, origins in found.surfaces.values())


@pytest.mark.parametrize("length", [1, 2, 3, 63, 64])
def test_chains_are_followed_and_circles_lead_nowhere(tmp_path: Path, length: int) -> None:
    chain = [(f"C{i}", f"C{i + 1}") for i in range(length)]
    circle = [(f"O{i}", f"O{(i + 1) % length}") for i in range(length)]
    source = Source([(f"C{length}", "End", False)], [*chain, *circle, ("Into", "O0")], [])
    found = assert_same(source, EntityOptions(), write(source, tmp_path / "tables"), tmp_path / "r.duckdb")
    assert {name for name, entity in found.names.items() if entity == f"C{length}"} == {
        f"C{i}" for i in range(length + 1)
    }
    assert not any(name.startswith("O") for name in found.names)


def test_a_redirect_to_itself_does_not_hide_another_of_the_same_title(tmp_path: Path) -> None:
    source = Source([("Ä", "Ä", False)], [("B", "B"), ("B", "Ä")], [])
    found = assert_same(source, EntityOptions(), write(source, tmp_path / "tables"), tmp_path / "r.duckdb")
    assert found.names == {"Ä": "Ä", "B": "Ä"}


@pytest.mark.parametrize("length", [1, 2])
def test_a_redirect_in_a_circle_becomes_no_entity(tmp_path: Path, length: int) -> None:
    circle = [(f"O{i}", f"O{(i + 1) % length}") for i in range(length)]
    source = Source(
        [("A", "A", False), ("B", "B", False)],
        [*circle, ("Into", "O0")],
        [(page, "O0", "x", "text", False) for page in "AB"] + [("A", "Into", "x", "text", False)],
    )
    found, _ = related(write(source, tmp_path / "tables"), EntityOptions(entities="linked"), tmp_path / "r.duckdb")
    # The dump shows that it is not an article: it has a page, which leads nowhere.
    assert set(found.titles) == {"A", "B"}


@pytest.mark.parametrize("guess", [True, False])
def test_a_missing_redirect_is_guessed_by_where_its_name_leads(tmp_path: Path, guess: bool) -> None:
    told = [("Niccolo Machiavelli", "Machiavelli"), ("Niccolo Machiavelli", "machiavelli")] * 2
    told += [("Machiavelli", "Machiavelli")] * 2
    told += [("Coil", "Coil")] * 2 + [("Coil (band)", "coil")] * 3  # a namesake is not the target of a redirect
    told += [("Daniel", "Daniel")] * 2 + [("Book of Daniel", "Daniel")] * 2 + [("Daniel Webster", "Daniel")] * 2
    pages = [f"Page {i}" for i in range(4)]
    links = [(page, target, anchor, "text", False) for target, anchor in told for page in pages[:2]]
    source = Source([(page, page, False) for page in pages], [("Old Nick", "Machiavelli")], links)
    options = EntityOptions(entities="linked", min_links=1, guess_redirects=guess)
    found = assert_same(source, options, write(source, tmp_path / "tables"), tmp_path / "r.duckdb")
    assert ("Machiavelli" in found.titles) is not guess
    assert {"Coil", "Coil (band)", "Daniel", "Book of Daniel", "Daniel Webster"} <= found.titles.keys()
    if guess:
        assert found.names["Machiavelli"] == found.names["Old Nick"] == "Niccolo Machiavelli"
        assert found.surfaces["Machiavelli", "Niccolo Machiavelli"] == (8, 6)


def ends_of(
    folder: Path,
    told: list[tuple[str, str]],
    *,
    pages: tuple[str, ...] = (),
    redirects: tuple[tuple[str, str], ...] = (),
) -> dict[str, str]:
    """Redirects after links (target, anchor) of one page, where further pages and redirects are known."""
    links = [("Page", target, anchor, "text", False) for target, anchor in told]
    source = Source([(page, page, False) for page in ("Page", *pages)], list(redirects), links)
    options = EntityOptions(entities="linked", min_links=1)
    return assert_same(source, options, write(source, folder / "tables"), folder / "r.duckdb").ends


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Nobel prize", "Nobel Prize"),
        ("Søren Kierkegård", "Soren Kierkegard"),
        ("J.R.R. Tolkien", "J. R. R. Tolkien"),
        ("Thirty Years War", "Thirty Years' War"),
        ("Role playing game", "Role-playing game"),
        ("Reykjavik", "Reykjavík"),
        ("Optical Character Recognition", "Optical character recognition"),
    ],
)
def test_another_spelling_leads_to_the_one_with_more_links(tmp_path: Path, name: str, other: str) -> None:
    assert ends_of(tmp_path, [(name, name), (other, other), (other, other)]) == {name: other}


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Munster", "Münster"),
        (".name", "Name"),
        ("LaTeX", "Latex"),
        ("Airplane!", "Airplane"),
        ("1 E-3 m", "1 E3 m"),
        ("Apple (film)", "Apple"),
        ("Al Kaline", "Alkaline"),
    ],
)
def test_names_that_only_look_like_spellings_stay_apart(tmp_path: Path, name: str, other: str) -> None:
    assert ends_of(tmp_path, [(name, name), (other, other), (other, other)]) == {}


def test_a_title_and_a_common_noun_stay_apart(tmp_path: Path) -> None:
    told = [("Foreign Affairs", "Foreign Affairs"), ("Foreign affairs", "foreign affairs")]
    assert ends_of(tmp_path, told) == {}


def test_a_spelling_of_a_page_or_a_redirect_leads_where_that_leads(tmp_path: Path) -> None:
    told = [*[("Coup d'etat", "coup")] * 3, ("Mao Tse-Tung", "Mao")]
    redirects = (("Mao Tse Tung", "Mao Zedong"),)
    ends = ends_of(tmp_path, told, pages=("Coup d'état", "Mao Zedong"), redirects=redirects)
    assert ends == {"Coup d'etat": "Coup d'état", "Mao Tse-Tung": "Mao Zedong", "Mao Tse Tung": "Mao Zedong"}


def test_the_spelling_of_a_disambiguation_page_is_left_alone(tmp_path: Path) -> None:
    source = Source([("Page", "Page", False), ("Golden Age", "Golden Age", True)], [], [])
    source.links += [("Page", "Golden-Age", "x", "text", False)]
    options = EntityOptions(entities="linked", min_links=1)
    found = assert_same(source, options, write(source, tmp_path / "tables"), tmp_path / "r.duckdb")
    assert found.names == {"Page": "Page", "Golden-Age": "Golden-Age"}


@pytest.mark.parametrize(
    ("told", "ends"),
    [
        ([("Lima", "Lima, Peru"), ("Lima", "Lima"), ("Lima, Peru", "x")], {"Lima, Peru": "Lima"}),
        ([("Netherlands", "the Netherlands")] * 2 + [("The Netherlands", "x")], {"The Netherlands": "Netherlands"}),
        ([("Planet", "planets")] * 2 + [("Planets", "planets")] * 2, {"Planets": "Planet"}),
        ([("City", "cities")] * 2 + [("Cities", "cities")], {"Cities": "City"}),
        ([("Eagle", "eagles"), ("Eagles", "Eagles")], {}),  # a band, never linked in lower case
        ([("1960", "1960s")] * 2 + [("1960s", "1960s")] * 5, {}),
        ([("Boeing 777", "777")] * 9 + [("777", "777")], {}),
        ([("Lyric", "lyrics"), ("Lyrics", "lyrics")], {}),
        (
            [("World Trade Body", "WTB")] * 2 + [("WTB", "WTB")] * 9,
            {"World Trade Body": "WTB"},
        ),
        (
            [("World Trade Body", "WTB")] * 8 + [("WTB", "x")],
            {"WTB": "World Trade Body"},
        ),
        ([("1901 in sports", "1901")] * 2 + [("1901", "1901")] * 9, {}),
    ],
)
def test_names_that_agree_need_fewer_anchors(tmp_path: Path, told: list[tuple[str, str]], ends: dict[str, str]) -> None:
    assert ends_of(tmp_path, told) == ends


def test_an_abbreviation_leads_to_a_page_however_few_its_links(tmp_path: Path) -> None:
    told = [("World Trade Body", "WTB")] * 2 + [("WTB", "WTB")] * 9
    assert ends_of(tmp_path, told, pages=("World Trade Body",)) == {"WTB": "World Trade Body"}


class Keeping(DuckDBEngine):
    """Forgets nothing."""

    def forget(self, table: str) -> None:
        """Nothing."""


def test_letters_are_the_same_to_the_query_and_the_reference(tmp_path: Path) -> None:
    names = [f"a{chr(code)}b" for code in range(0x21, 0x250) if chr(code).isprintable()]
    engine = Keeping(tmp_path / "r.duckdb")
    try:
        source = Source([("Page", "Page", False)], [], [("Page", name, "x", "text", False) for name in names])
        tables = write(source, tmp_path / "tables")
        relate(engine, tables, joins(engine, tables), EntityOptions(entities="linked", min_links=1), Silent())
        rows = [row for batch in engine.read("SELECT name, letters FROM spellings") for row in batch.to_pylist()]
    finally:
        engine.close()
    assert {row["name"]: row["letters"] for row in rows} == {name: letters(name) for name in [*names, "Page"]}


def test_a_whole_dump_is_not_guessed_about(tmp_path: Path) -> None:
    source = Source([("Page", "Page", False)], [], [("Page", name, name, "text", False) for name in ("A b c", "A B C")])
    found, counts = related(write(source, tmp_path / "tables"), EntityOptions(), tmp_path / "r.duckdb")
    assert counts["guessed_redirects"] == 0
    assert found.ends == {}


@pytest.mark.parametrize("which", ["sample", "small"])
@pytest.mark.parametrize("options", [EntityOptions(), EntityOptions(entities="linked", min_links=1, holdout=0.3)])
def test_queries_agree_with_the_reference_on_written_wikis(tmp_path: Path, which: str, options: EntityOptions) -> None:
    path = Path(str(files("pairlinking") / "data" / "sample-wiki.xml"))
    if which == "small":
        path = small_dump(tmp_path / "dump.xml")
    write_tables([path], tmp_path / "tables", tmp_path / "records")
    rows = {
        table: [
            tuple(value for name, value in row.items() if name not in ("shard", "number"))
            for shard in sorted((tmp_path / "tables" / table).iterdir())
            for row in pq.ParquetFile(shard).read().to_pylist()
        ]
        for table in ("pages", "redirects", "links")
    }
    assert_same(Source(**rows), options, tmp_path / "tables", tmp_path / "r.duckdb")


@given(
    page=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1),
    holdout=st.floats(0, 1, exclude_max=True),
    seed=st.integers(0, 2**40),
)
def test_holds_out_is_the_query(page: str, holdout: float, seed: int) -> None:
    import duckdb

    options = EntityOptions(holdout=holdout, seed=seed)
    sql = query("held_out", seed=seed, below=options.below)
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE page_list AS SELECT ? AS page, 0 AS is_disambiguation", [page])
        assert (connection.sql(sql).fetchall() == [(page,)]) == options.holds_out(page)


def test_about_the_asked_share_is_held_out() -> None:
    for share in (0.01, 0.03, 0.5):
        options = EntityOptions(holdout=share)
        n = sum(options.holds_out(f"Page {i}") for i in range(20_000))
        assert n == pytest.approx(20_000 * share, rel=0.15)
    assert not any(EntityOptions().holds_out(f"Page {i}") for i in range(1000))


def test_more_holdout_only_adds_pages() -> None:
    few, many = EntityOptions(holdout=0.1), EntityOptions(holdout=0.3)
    assert all(many.holds_out(f"Page {i}") for i in range(2000) if few.holds_out(f"Page {i}"))


# --- the dialect


def test_there_is_sql_to_look_at() -> None:
    assert len(SQL) >= 10


@pytest.mark.parametrize("path", SQL, ids=lambda path: path.stem)
def test_every_query_is_one_select_in_both_dialects(path: Path) -> None:
    sql = query(path.stem, **PARAMETERS)
    assert "${" not in sql
    trees = {dialect: sqlglot.parse(sql, read=dialect) for dialect in ("duckdb", "spark")}
    for parsed in trees.values():
        assert len(parsed) == 1
        assert isinstance(parsed[0], exp.Select | exp.Union)
    # Read by either, and written for the other, it means the same.
    duckdb, spark = (trees[dialect][0] for dialect in ("duckdb", "spark"))
    assert duckdb is not None
    assert spark is not None
    again = sqlglot.parse_one(spark.sql("duckdb"), read="duckdb")
    assert sorted(map(str, again.find_all(exp.Table))) == sorted(map(str, duckdb.find_all(exp.Table)))


@pytest.mark.parametrize("path", SQL, ids=lambda path: path.stem)
def test_every_query_uses_only_what_both_engines_do_alike(path: Path) -> None:
    tree = sqlglot.parse_one(query(path.stem, **PARAMETERS), read="spark")
    used = {
        node.sql_name().lower() if not isinstance(node, exp.Anonymous) else node.name.lower()
        for node in tree.find_all(exp.Func)
    }
    assert used <= FUNCTIONS, used - FUNCTIONS
    # Division, which is whole in one engine and not in the other; backslashes, which only Spark takes for escapes;
    # double quotes, names in one and strings in the other; || on NULL; LIMIT without order.
    assert not list(tree.find_all(exp.Div))
    assert not list(tree.find_all(exp.Limit))
    for line in path.read_text().splitlines():
        code = line.split("--")[0]
        assert "\\" not in code
        assert '"' not in code
        assert "::" not in code


@pytest.mark.parametrize("path", SQL, ids=lambda path: path.stem)
def test_every_query_begins_by_telling_what_it_gives(path: Path) -> None:
    assert path.read_text().startswith("-- ")
