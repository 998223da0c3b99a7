"""PPRforNED as a data set: its mentions and entities, without the text."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from pairlinking.errors import SourceError
from pairlinking.evaluation.documents import AnnotatedMention, Counts, Notes
from pairlinking.evaluation.formats.pprforned import read
from tests.evaluation.made_up import write

WIKI = "http://en.wikipedia.org/wiki/"
NAME = "AIDA_candidates.tar.xz"


def entity(text: str, url: str) -> str:
    return f"ENTITY\ttext:{text}\torigText:{text}\turl:{url}\n"


def candidate(page: int, url: str) -> str:
    return f"CANDIDATE\tid:{page}\tinCount:1\toutCount:2\tlinks:{page}\turl:{url}\tpredictedType:GPE\n"


def archive(path: Path, **files: str) -> Path:
    with tarfile.open(path, "w:xz") as tar:
        for number, content in files.items():
            member = tarfile.TarInfo(f"AIDA_candidates/PART_1_1000/{number.lstrip('n')}")
            member.size = len(content.encode())
            tar.addfile(member, io.BytesIO(content.encode()))
    return path


def test_mentions_stand_in_their_order_with_title_or_without(tmp_path: Path) -> None:
    first = (
        entity("EU", "NIL")
        + candidate(3, WIKI + "Europe")
        + entity("Bonn", WIKI + "Bonn")
        + candidate(4, WIKI + "Bonn")
    )
    path = archive(tmp_path / NAME, n10=entity("New York", WIKI + "New_York_City"), n2=first)
    documents = list(read(path, None, Notes()))
    assert [(each.id, each.text) for each in documents] == [("2", ""), ("10", "")]
    assert documents[0].mentions == (AnnotatedMention(0, 1, None), AnnotatedMention(1, 2, ("Bonn",)))
    assert documents[1].mentions == (AnnotatedMention(0, 1, ("New York City",)),)
    assert Counts.of(documents) == Counts(2, 2, 3, 2)


def test_an_archive_that_is_cut_short_is_told(tmp_path: Path) -> None:
    path = tmp_path / NAME
    whole = archive(path, n1=entity("EU", "NIL")).read_bytes()
    with pytest.raises(SourceError, match="is damaged or cut short"):
        list(read(write(path, whole[: len(whole) // 2]), None, Notes()))


def test_what_is_broken_is_told_with_file_and_line(tmp_path: Path) -> None:
    path = archive(tmp_path / NAME, n1=entity("EU", "NIL") + "NOTHING\n")
    with pytest.raises(
        SourceError, match=rf"{NAME}/AIDA_candidates/PART_1_1000/1, line 2: the line must begin with 'ENTITY' or"
    ):
        list(read(path, None, Notes()))
