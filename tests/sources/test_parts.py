"""Parts of a dump: all of them, each once, of one date."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.building.builder import build
from pairlinking.errors import SourceError
from pairlinking.sources.parts import check_parts

ONE = "enwiki-20260101-pages-articles1.xml-p1p10.bz2"
TWO = "enwiki-20260101-pages-articles2.xml-p11p20.bz2"
THREE = "enwiki-20260101-pages-articles3.xml-p21p30.bz2"


def test_all_parts_of_one_date_are_fine_in_any_order() -> None:
    assert check_parts([THREE, ONE, TWO, "other.xml", "enwiki-20260101-redirect.sql.gz"]) is None
    assert (
        check_parts(["enwiki-20260101-pages-articles-multistream.xml.bz2", "dewiki-latest-pages-articles.xml"]) is None
    )


def test_a_single_part_is_fine_and_told() -> None:
    assert check_parts([TWO, "other.xml"]) == f"{TWO} is one part of a dump; the other parts were not given."


@pytest.mark.parametrize(
    ("paths", "told"),
    [
        ([ONE, THREE], r"between .*-p1p10.bz2 and .*-p21p30.bz2 is missing: pages 11 to 20"),
        ([TWO, THREE], r"before .*-p11p20.bz2 is missing"),
        ([ONE, ONE], "is given twice"),
        ([ONE, f"copy/{ONE}"], "overlap: both have page 1"),
        ([ONE, ONE.replace("articles1", "articles-multistream1")], "contain the same pages"),
        (["enwiki-20260101-pages-articles-multistream.xml.bz2", ONE], "contain the same pages"),
        ([ONE.replace("articles1.xml", "articles-multistream-index1.txt")], "index of a multistream dump"),
        ([ONE, TWO.replace("20260101", "20260201")], "of different dates"),
    ],
)
def test_parts_that_are_missing_twice_or_of_another_date(paths: list[str], told: str) -> None:
    with pytest.raises(SourceError, match=told):
        check_parts(paths)


def test_a_build_refuses_them_before_it_begins(tmp_path: Path) -> None:
    for name in (ONE, THREE):
        (tmp_path / name).write_text("not read")
    with pytest.raises(SourceError, match="is missing: pages 11 to 20"):
        build([tmp_path / ONE, tmp_path / THREE], tmp_path / "kb")
    assert sorted(path.name for path in tmp_path.iterdir()) == [ONE, THREE]
