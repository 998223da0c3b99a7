"""WNED's XML and that of IITB."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.errors import SourceError
from tests.evaluation.made_up import read, spans, wned, write


def csaw(*rows: tuple[str, str, str, int, int]) -> str:
    parts = [
        f"<annotation>\n<docName>{name}</docName>\n<userId>{user}</userId>\n<wikiName>{title}</wikiName>\n"
        f"<offset>{offset}</offset>\n<length>{length}</length>\n</annotation>\n"
        for name, user, title, offset, length in rows
    ]
    return "<iitb.CSAW.entityAnnotations>\n" + "".join(parts) + "</iitb.CSAW.entityAnnotations>\n"


def test_wned_reads_titles_and_nil(tmp_path: Path) -> None:
    write(tmp_path / "texts" / "a", "Benson & Hedges in Ohio, he")
    xml = wned(a=[("Ohio", "Ohio", 19, 4), ("Benson &amp; Hedges", "Benson &amp; Hedges", 0, 15), ("he", "NIL", 25, 2)])
    documents, notes = read("wned-xml", write(tmp_path / "a.xml", xml), tmp_path / "texts")
    assert spans(documents[0]) == [("Benson & Hedges", ("Benson & Hedges",)), ("Ohio", ("Ohio",)), ("he", None)]
    assert notes.skipped == []


def test_wned_trusts_right_offsets_and_mends_a_wrong_length(tmp_path: Path) -> None:
    write(tmp_path / "texts" / "a", "Law &amp; Order, and Food & Beverage surely")
    xml = wned(a=[("Law &amp; Order", "L", 0, 15), ("Food &amp; Beverage", "F", 21, 19)])
    documents, notes = read("wned-xml", write(tmp_path / "a.xml", xml), tmp_path / "texts")
    assert documents[0].surfaces == ["Law &amp; Order", "Food & Beverage"]
    assert [each.reason.split(";")[0] for each in notes.corrected] == [
        "the surface form is spelled differently from the text",
        "the length is wrong",
    ]


def test_wned_counts_a_byte_order_mark_of_a_text(tmp_path: Path) -> None:
    write(tmp_path / "texts" / "a", "\ufeffOhio")
    documents, _ = read("wned-xml", write(tmp_path / "a.xml", wned(a=[("Ohio", "Ohio", 1, 4)])), tmp_path / "texts")
    assert documents[0].surfaces == ["Ohio"]


def test_wned_without_texts_keeps_offsets(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xml", wned(a=[("EU", "", 7, 2), ("Bonn", "Bonn", 0, 4), ("x", "X", -1, 1)]))
    documents, notes = read("wned-xml", path)
    assert documents[0].text == ""
    assert [(each.start, each.end, each.gold) for each in documents[0].mentions] == [(0, 4, ("Bonn",)), (7, 9, None)]
    assert [each.place for each in notes.skipped] == [f"{path}, line 16"]


def test_of_a_document_that_comes_twice_the_last_counts(tmp_path: Path) -> None:
    write(tmp_path / "texts" / "a", "Ohio and Iowa")
    once = wned(a=[("Ohio", "Ohio", 0, 4), ("Iowa", "Iowa", 9, 4)])
    again = once.replace("</made.ent", wned(a=[("Iowa", "Iowa", 9, 4)]).split("<made.entityAnnotation>\n")[1], 1)
    again = again[: again.index("</made.ent")] + "</made.entityAnnotation>\n"
    documents, notes = read("wned-xml", write(tmp_path / "a.xml", again), tmp_path / "texts")
    assert [each.surfaces for each in documents] == [["Iowa"]]
    assert [(each.what, each.place) for each in notes.skipped] == [("document", f"{tmp_path / 'a.xml'}, line 3")]


def test_csaw_keeps_every_annotation_and_merges_on_demand(tmp_path: Path) -> None:
    write(tmp_path / "texts" / "a", "Nearly\0 Ohio")
    write(tmp_path / "texts" / "empty", "")
    rows = [
        ("a", "x", "Almost", 0, 6),
        ("a", "y", "", 0, 6),
        ("a", "x", "Ohio", 8, 4),
        ("a", "y", "Ohio River", 8, 4),
        ("a", "z", "Ohio", 8, 4),
    ]
    documents, notes = read("csaw", write(tmp_path / "a.xml", csaw(*rows)), tmp_path / "texts")
    assert len(documents[0].mentions) == 5
    assert spans(documents[0].merged()) == [("Nearly", ("Almost",)), ("Ohio", ("Ohio", "Ohio River"))]
    assert [(each.what, Path(each.place).name) for each in notes.skipped] == [("text", "empty")]


def test_csaw_skips_offsets_outside_of_the_text(tmp_path: Path) -> None:
    write(tmp_path / "texts" / "a", "Ohio")
    path = write(tmp_path / "a.xml", csaw(("a", "x", "Ohio", 2, 4), ("a", "x", "Ohio", 0, 4)))
    documents, notes = read("csaw", path, tmp_path / "texts")
    assert len(documents[0].mentions) == 1
    assert [tuple(each) for each in notes.skipped] == [
        ("the offsets are outside the text", f"{path}, line 2", "mention")
    ]


@pytest.mark.parametrize(
    ("form", "content", "message"),
    [
        ("wned-xml", wned(a=[("Ohio", "Ohio", 0, 4)])[:-40], "line 9: not well-formed XML: unclosed token"),
        ("wned-xml", wned(a=[("AT&T", "AT&T", 0, 4)]), "line 5: not well-formed XML"),
        (
            "wned-xml",
            wned(a=[("Ohio", "Ohio", 0, 4)]).replace("length", "size"),
            "line 4: the annotation has no <length>",
        ),
        (
            "wned-xml",
            wned(a=[("Ohio", "Ohio", 0, 4)]).replace(">0<", ">o<"),
            "line 4: offset and length must be numbers",
        ),
        (
            "wned-xml",
            wned(a=[("Ohio", "Ohio", 0, 4)]).replace("docName", "name"),
            "line 3: a <document> needs a docName",
        ),
        ("wned-xml", wned(b=[("Ohio", "Ohio", 0, 4)]), "texts/b: No such file"),
        ("wned-xml", wned(empty=[("Ohio", "Ohio", 0, 4)]), "line 3: the text .*empty is empty"),
        ("wned-xml", wned(), "holds no <annotation>"),
        ("wned-xml", '<?xml version="1.0" encoding="UTF-88"?><a/>', "unknown encoding: UTF-88. Save it as UTF-8"),
        ("csaw", csaw(("", "x", "Ohio", 0, 4)), "line 2: the annotation has no <docName>"),
        ("csaw", csaw(("empty", "x", "Ohio", 0, 4)), "line 2: the text .*empty is empty"),
    ],
)
def test_what_is_broken_is_told_with_its_line(tmp_path: Path, form: str, content: str, message: str) -> None:
    write(tmp_path / "texts" / "a", "Ohio")
    write(tmp_path / "texts" / "empty", "")
    with pytest.raises(SourceError, match=message):
        read(form, write(tmp_path / "a.xml", content), tmp_path / "texts")


@pytest.mark.parametrize("name", ["../secret", "folder/../../secret", "{tmp_path}/secret", ".."])
@pytest.mark.parametrize("form", ["wned-xml", "csaw"])
def test_no_name_leads_out_of_the_folder_of_texts(tmp_path: Path, form: str, name: str) -> None:
    write(tmp_path / "texts" / "folder" / "a", "Ohio")
    write(tmp_path / "secret", "Ohio")
    name = name.format(tmp_path=tmp_path)
    content = wned(a=[("Ohio", "Ohio", 0, 4)]).replace('"a"', f'"{name}"')
    if form == "csaw":
        content = csaw((name, "x", "Ohio", 0, 4))
    with pytest.raises(SourceError, match=r"the name of a text must stay within .*texts"):
        read(form, write(tmp_path / "a.xml", content), tmp_path / "texts")


def test_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"a\.xml: No such file"):
        read("wned-xml", tmp_path / "a.xml", tmp_path)
    with pytest.raises(SourceError, match="needs a folder of texts"):
        read("csaw", tmp_path / "a.xml")
