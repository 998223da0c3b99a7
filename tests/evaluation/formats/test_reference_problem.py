"""ReferenceProblem files: neither well-formed nor flawless."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.errors import SourceError
from tests.evaluation.made_up import instance, problem, read, spans, write

WIKI = "http://en.wikipedia.org/wiki/"


def folders(tmp_path: Path, text: str, *instances: str) -> tuple[Path, Path]:
    write(tmp_path / "Problems" / "one.txt", problem(*instances))
    write(tmp_path / "Texts" / "one.txt", text)
    return tmp_path / "Problems", tmp_path / "Texts"


def test_values_are_stripped_and_null_is_nil(tmp_path: Path) -> None:
    paths = folders(tmp_path, "AT&T in Ohio", instance("Ohio", 8, 4, WIKI + "ohio"), instance("AT&T", 0, 4, "*null*"))
    documents, notes = read("reference-problem", *paths)
    assert [each.id for each in documents] == ["one.txt"]
    assert spans(documents[0]) == [("AT&T", None), ("Ohio", (WIKI + "ohio",))]
    assert notes.corrected == []


@pytest.mark.parametrize(
    ("spelled", "meant"),
    [
        ('Washington,_D.C."', "Washington,_D.C."),
        (WIKI + "Some_incident", "Some_incident"),
        ("Levi_Strauss_&amp;_Co.", "Levi_Strauss_&_Co."),
        ('"Heroes"', '"Heroes"'),
    ],
)
def test_broken_addresses_are_put_right(tmp_path: Path, spelled: str, meant: str) -> None:
    paths = folders(tmp_path, "Ohio", instance("Ohio", 0, 4, WIKI + spelled))
    documents, notes = read("reference-problem", *paths)
    assert documents[0].mentions[0].gold == (WIKI + meant,)
    assert len(notes.corrected) == (spelled != meant)


@pytest.mark.parametrize(
    ("surface", "text"),
    [("O'Neal", "O’Neal"), ("Tire &amp; Co", "Tire & Co"), ("Hodgkinâ€™s", "Hodgkin’s"), ("A B", "A\u00a0B")],
)
def test_right_offsets_count_where_the_surface_form_is_spelled_otherwise(
    tmp_path: Path, surface: str, text: str
) -> None:
    paths = folders(tmp_path, f"It is {text} now", instance(surface, 6, len(text), WIKI + "X"))
    documents, notes = read("reference-problem", *paths)
    assert documents[0].surfaces == [text]
    assert [each.reason for each in notes.corrected] == [
        "the surface form is spelled differently from the text; its offsets are right"
    ]
    assert notes.corrected[0].place.endswith("one.txt, line 5")


def test_line_ends_and_nul_count_in_offsets(tmp_path: Path) -> None:
    text = "\ufeffOne\r\ntwo\0\r\nOhio"
    paths = folders(tmp_path, text, instance("Ohio", text.index("Ohio"), 4, WIKI + "Ohio"))
    documents, notes = read("reference-problem", *paths)
    assert documents[0].text == text
    assert documents[0].surfaces == ["Ohio"]
    assert notes.corrected == []


def test_carriage_returns_in_the_problem_do_not_matter(tmp_path: Path) -> None:
    problems, texts = folders(tmp_path, "Ohio")
    write(problems / "one.txt", problem(instance("Ohio", 0, 4, WIKI + "Ohio")).replace("\n", "\r\n"))
    assert spans(read("reference-problem", problems, texts)[0][0]) == [("Ohio", (WIKI + "Ohio",))]


def test_a_text_without_a_problem_is_told(tmp_path: Path) -> None:
    paths = folders(tmp_path, "Ohio", instance("Ohio", 0, 4, WIKI + "Ohio"))
    write(tmp_path / "Texts" / "two.txt", "Nobody looked at this.")
    _, notes = read("reference-problem", *paths)
    assert [(each.what, Path(each.place).name) for each in notes.skipped] == [("text", "two.txt")]


def test_a_problem_without_its_text_is_refused(tmp_path: Path) -> None:
    problems, texts = folders(tmp_path, "Ohio")
    write(problems / "two.txt", problem())
    with pytest.raises(SourceError, match=r"Texts/two\.txt: No such file"):
        read("reference-problem", problems, texts)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is not a complete ReferenceProblem file"),
        (problem(instance("Ohio", 0, 4, "X"))[:150], "is not a complete"),
        (problem("<ReferenceInstance>\n"), "line 7: </ReferenceInstance> is missing"),
        (problem("<ReferenceInstance>\n", instance("Ohio", 0, 4, "X")), "line 6: </ReferenceInstance> was expected"),
        (problem(instance("Ohio", "four", 4, "X")), "line 5: Offset and Length must be numbers"),
        (problem(instance("Ohio", 0, 4, "X").replace("Length", "Size")), "line 5: the ReferenceInstance has no Length"),
    ],
)
def test_what_is_broken_is_told_with_its_line(tmp_path: Path, content: str, message: str) -> None:
    problems, texts = folders(tmp_path, "Ohio")
    write(problems / "one.txt", content)
    with pytest.raises(SourceError, match=message) as caught:
        read("reference-problem", problems, texts)
    assert "one.txt" in str(caught.value)


def test_missing_and_empty_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="No such file"):
        read("reference-problem", tmp_path / "none", tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="empty"):
        read("reference-problem", tmp_path / "empty", tmp_path)
