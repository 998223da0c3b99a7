"""The real data sets: counts, and facts of their first, tenth and last record."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import rdflib

from pairlinking.evaluation import catalogue
from pairlinking.evaluation.catalogue import LoadedDataSet
from pairlinking.evaluation.formats.turtle import read_triples

DATA = Path(__file__).parents[3] / "shared" / "datasets"

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not DATA.exists(), reason="needs the data sets in ../shared/datasets"),
]
THERE = [name for name in catalogue.names() if not catalogue.find(name).missing(DATA)]


def load(name: str) -> LoadedDataSet:
    return catalogue.load(name, DATA)


@pytest.mark.parametrize("name", THERE)
def test_counts_are_as_declared_and_no_mention_is_skipped(name: str) -> None:
    loaded = load(name)
    assert loaded.counts == loaded.data_set.counts
    assert loaded.notes.skipped_mentions == 0


# Id, length of the text, and start, end and name of the first mention, of the first, tenth and last document.
RECORDS = {
    "reuters128": [
        ("http://aksw.org/N3/Reuters-128/41#char=0,481", 481, 0, 9, "http://dbpedia.org/resource/Avnet"),
        (
            "http://aksw.org/N3/Reuters-128/69#char=0,1634",
            1634,
            137,
            161,
            "http://de.dbpedia.org/resource/Cocoa_Producers’_Alliance",
        ),
        ("http://aksw.org/N3/Reuters-128/46#char=0,290", 290, 0, 8, "http://dbpedia.org/resource/AVX_Corporation"),
    ],
    "ace2004": [
        ("20000715_AFP_ARB.0072.eng", 2509, 2, 11, "http://en.wikipedia.org/wiki/Jerusalem"),
        ("20001115_AFP_ARB.0072.eng", 1008, 2, 9, "http://en.wikipedia.org/wiki/Baghdad"),
        ("chtb_267.eng", 3537, 2, 20, "http://en.wikipedia.org/wiki/Xinhua_News_Agency"),
    ],
    "msnbc": [
        ("Bus16451112.txt", 5253, 0, 10, "http://en.wikipedia.org/wiki/Home_Depot"),
        ("Spo16455207.txt", 1570, 0, 5, "http://en.wikipedia.org/wiki/Pat_Riley"),
        ("Wor16447201.txt", 3408, 17, 23, "http://en.wikipedia.org/wiki/Ganges_River"),
    ],
    "aquaint": [
        ("APW19980603_0791.htm", 1517, 87, 100, "http://en.wikipedia.org/wiki/Brain_tumor"),
        ("APW19980624_0607.htm", 1334, 48, 52, "http://en.wikipedia.org/wiki/Iraq"),
        ("APW20000312_0050.htm", 1482, 49, 58, "http://en.wikipedia.org/wiki/Nicaragua"),
    ],
    "rss500": [
        (
            "http://aksw.org/N3/RSS-500/197#char=0,184",
            184,
            123,
            126,
            "http://dbpedia.org/resource/Department_of_Public_Safety",
        ),
        ("http://aksw.org/N3/RSS-500/108#char=0,130", 130, 0, 7, "http://dbpedia.org/resource/Nancy_Brinker"),
        (
            "http://aksw.org/N3/RSS-500/302#char=0,78",
            78,
            43,
            49,
            "http://dbpedia.org/resource/France_women%27s_national_basketball_team",
        ),
    ],
    "iitb": [
        ("yn_08Oct08_file_0", 1413, 4, 11, None),
        ("yn_08Oct08_file_12", 5736, 13, 18, None),
        ("13Oct08_BUSS_file_11.txt", 4215, 9, 17, None),
    ],
    "wned-wiki": [
        ("Electoral_division_of_Apsley", 888, 78, 107, "Tasmanian Legislative Council"),
        ("Iowa's_10th_congressional_district", 2733, 67, 71, "Iowa"),
        ("Hama_Yumi", 2128, 10, 16, "Sacred"),
    ],
    "kore50-original": [
        ("1 CEL01", 84, 0, 5, "David_Beckham"),
        ("10 CEL10", 87, 0, 6, "Justin_Bieber"),
        ("50 POL10", 141, 0, 7, "John_P._Kennedy"),
    ],
    "aida": [
        ("1 EU", 0, 0, 1, None),
        ("10 Israel", 0, 0, 1, "http://en.wikipedia.org/wiki/Israel"),
        ("1393testb SOCCER", 0, 2, 3, "http://en.wikipedia.org/wiki/England"),
    ],
}


@pytest.mark.parametrize("name", RECORDS)
def test_the_first_the_tenth_and_the_last_record(name: str) -> None:
    documents = load(name).documents
    found = []
    for document in (documents[0], documents[9], documents[-1]):
        first = document.mentions[0]
        found.append((document.id, len(document.text), first.start, first.end, first.gold and first.gold[0]))
    assert found == RECORDS[name]


def spans(name: str) -> Counter[tuple[str, int, int]]:
    """Text, start and end of every mention; some texts come twice."""
    return Counter((each.text, m.start, m.end) for each in load(name).documents for m in each.mentions)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("reuters128", "elevant-reuters-128"),
        ("rss500", "elevant-rss-500"),
        ("msnbc", "elevant-msnbc"),
        ("kore50", "elevant-kore50"),
        ("ace2004", "ace2004-wned"),
        ("aquaint", "aquaint-wned"),
        ("iitb", "iitb-wned"),
    ],
)
def test_two_renderings_of_a_set_have_the_same_spans(left: str, right: str) -> None:
    """ELEVANT's authors have read the same files with programs of their own."""
    assert spans(left) == spans(right)


def test_elevant_has_two_spans_of_msnbc_too_long() -> None:
    """Both have an ampersand, which takes five characters in the XML they come from."""
    ours, theirs = spans("msnbc-wned"), spans("elevant-msnbc-updated")
    assert sorted(text[start:end] for text, start, end in ours - theirs) == [
        "Sara Lee Food & Beverage",
        "Standard & Poor's 500",
    ]
    assert sorted(end - start for _, start, end in theirs - ours) == [25, 28]


MENDED = {
    "kore50": {"the offsets count UTF-8 bytes": 5},
    "spotlight": {
        "the context is missing; taken from the mention's own URI": 1,
        "the offset is wrong; the nearest occurrence was taken": 1,
    },
    "ace2004": {"the address of the entity is broken": 21, "the name of the entity is misspelled": 1},
    "msnbc": {
        "the surface form is spelled differently from the text; its offsets are right": 14,
        "the address of the entity is broken": 3,
    },
    "msnbc-wned": {"the length is wrong": 1},
    "wned-wiki": {"the surface form is spelled differently from the text; its offsets are right": 12},
}


@pytest.mark.parametrize("name", THERE)
def test_what_is_put_right_is_what_is_known_to_be_wrong(name: str) -> None:
    assert Counter(each.reason for each in load(name).notes.corrected) == MENDED.get(name, {})


def test_texts_that_nobody_annotated_are_told() -> None:
    unused = {name: sum(each.what == "text" for each in load(name).notes.skipped) for name in ("iitb", "wned-wiki")}
    assert unused == {"iitb": 649 - 104, "wned-wiki": 345 - 319}


def test_annotators_of_iitb_are_merged() -> None:
    merged = [document.merged() for document in load("iitb").documents]
    linked = sum(mention.gold is not None for document in merged for mention in document.mentions)
    assert linked == 11194


@pytest.mark.parametrize("name", ["reuters128", "rss500", "kore50", "spotlight"])
def test_turtle_is_read_as_rdflib_does(name: str) -> None:
    path = catalogue.find(name).paths(DATA)[0]
    known = {(str(s), str(p), str(o)) for s, p, o in rdflib.Graph().parse(path, format="turtle")}
    assert {each[:3] for each in read_triples(path)} == known
