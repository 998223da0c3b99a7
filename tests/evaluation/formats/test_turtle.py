"""Turtle, beside rdflib's reading of it."""

from __future__ import annotations

from pathlib import Path

import pytest
import rdflib

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.turtle import RDF_TYPE, Triple, read_triples
from tests.evaluation.made_up import PREFIXES, write

EVERYTHING = r"""@base <http://base.org/dir/> .
PREFIX ex: <http://ex.org/>
@prefix : <http://colon.org/> . # a comment with "quotes" and <brackets>
ex:a a ex:Thing , :Other ; ex:p "plain" , 'single' , "tag"@en-GB , "typed"^^<http://ex.org/t> ;
  ex:q "esc \" \\ \n \t \u00e9 \U0001F600" ; ex:r 12 , -3.5  , true ; .
<rel> ex:long \"\"\"two
lines "quoted" and ""more\"\"\"@en ; ex:single '''it's''' .
<http://ex.org/x#char=0,5> ex:p <http://ex.org/Köln_(Stadt)?a=1&b> ; ex:empty "" .
_:blank ex:p _:other .
ex:dotted.name ex:p ex:last.
""".replace('\\"\\"\\"', '"""')


def known(path: Path) -> set[tuple[str, str, str]]:
    graph = rdflib.Graph().parse(path, format="turtle")
    return {(str(s), str(p), str(o)) for s, p, o in graph if not isinstance(s, rdflib.BNode)}


def found(path: Path) -> set[tuple[str, str, str]]:
    return {each[:3] for each in read_triples(path) if not each.subject.startswith("_:")}


def test_all_that_is_read_is_read_as_rdflib_does(tmp_path: Path) -> None:
    path = write(tmp_path / "all.ttl", EVERYTHING)
    assert found(path) == known(path)
    assert len(found(path)) == 15


def test_an_empty_fragment_survives_a_base(tmp_path: Path) -> None:
    text = "@base <http://b.org/> . @prefix nif: <http://n.org/core#> . @prefix own: <#> .\n<x> nif:p own:y ."
    path = write(tmp_path / "base.ttl", text)
    assert found(path) == known(path) == {("http://b.org/x", "http://n.org/core#p", "http://b.org/#y")}


def test_every_triple_tells_its_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.ttl", '@prefix ex: <http://e/> .\r\n\r\nex:a a ex:T ;\r\n ex:p """a\nb""" ,\r\n "c" .')
    assert list(read_triples(path)) == [
        Triple("http://e/a", RDF_TYPE, "http://e/T", 3),
        Triple("http://e/a", "http://e/p", "a\nb", 4),
        Triple("http://e/a", "http://e/p", "c", 6),
    ]


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ('<http://a> nif:isString "never ends .\n', 4, "unexpected text"),
        ('<http://a> nif:isString "cut"', 4, "'.' was expected. Got the end of the file"),
        ('\n<http://a> nif:isString "a" nif:isString "b" .', 5, "'.' was expected"),
        ("<http://a> other:p <http://b> .", 4, "the prefix 'other:' is not declared"),
        ("<http://a> nif:p [ nif:q 1 ] .", 4, "unexpected text"),
        ("<http://a> nif:p ( 1 2 ) .", 4, "unexpected text"),
        ('<http://a> "b" <http://c> .', 4, "an address was expected"),
        ("<http://a b> nif:p 1 .", 4, "unexpected text"),
        (r'<http://a> nif:p "\x41" .', 4, "such an escape does not exist"),
        (r'<http://a> nif:p "\ud800" .', 4, "such an escape does not exist"),
        ("@prefix nif <http://a> .", 4, "unexpected text"),
        ("@prefix nif: nif:a .", 4, "an address in <> was expected"),
        ("plain text", 4, "unexpected text"),
        ("{}", 4, "unexpected text"),
    ],
)
def test_what_is_broken_is_told_with_its_line(tmp_path: Path, content: str, line: int, message: str) -> None:
    path = write(tmp_path / "broken.ttl", PREFIXES + content)
    with pytest.raises(SourceError) as caught:
        list(read_triples(path))
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert message in str(caught.value)


def test_what_is_no_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path / "latin.ttl", PREFIXES.encode() + b"\n# caf\xe9\n")
    with pytest.raises(SourceError, match=r"latin\.ttl, line 5: not UTF-8 \(byte 0xe9\)"):
        list(read_triples(path))


def test_a_byte_order_mark_is_fine(tmp_path: Path) -> None:
    assert list(read_triples(write(tmp_path / "bom.ttl", "\ufeff<a:a> <a:b> <a:c> ."))) == [
        Triple("a:a", "a:b", "a:c", 1)
    ]
