"""Turtle that strangers send: the whole language, and an end to everything that has none."""

from __future__ import annotations

import resource
import sys

import pytest
import rdflib
from rdflib.compare import isomorphic

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.turtle import Limits, Triple, TurtleTooLarge, parse_triples
from pairlinking.interfaces.nif import read_nif

LIMITS = Limits(triples=1000, depth=20, characters=100_000)


def parsed(text: str, limits: Limits = LIMITS) -> list[Triple]:
    return list(parse_triples(text, "it", limits))


NESTED = """@prefix ex: <http://ex.org/> .
ex:a ex:p [ ex:q 1 , [ ex:r "x" ; ] ; ex:s ( ) ] , [] ; ex:t ( 1 ex:b ( "c" [ ex:u ex:v ] ) ) .
[ ex:w ex:x ] ex:y ex:z .
[ ex:only ex:this ] .
( 1 2 ) ex:p ex:list .
_:own ex:p _:other , [ ex:q _:own ] .
"""


def test_brackets_and_collections_are_read_as_rdflib_does() -> None:
    ours = rdflib.Graph()
    names = {name for triple in parsed(NESTED) for name in (triple.subject, triple.object) if name.startswith("_:")}
    nodes = {name: rdflib.BNode() for name in names}

    def node(name: str) -> rdflib.term.Node:
        is_address = name.startswith("http://")
        return nodes.get(name) or (rdflib.URIRef(name) if is_address else rdflib.Literal(name))

    for subject, predicate, value, _ in parsed(NESTED):
        ours.add((node(subject), rdflib.URIRef(predicate), node(value)))
    known = rdflib.Graph()
    for s, p, o in rdflib.Graph().parse(data=NESTED, format="turtle"):
        known.add((s, p, rdflib.Literal(str(o)) if isinstance(o, rdflib.Literal) else o))
    assert isomorphic(ours, known)
    assert len(ours) == 29


def test_nested_nodes_tell_their_line() -> None:
    assert parsed("<a:a> <a:p>\n [ <a:q>\n 1 ] .") == [
        Triple("_:[1", "a:q", "1", 3),
        Triple("a:a", "a:p", "_:[1", 2),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<a:a> <a:p> [ <a:q> 1 .", r"'\]' was expected. Got '.'"),
        ("<a:a> <a:p> [ <a:q> 1 ;", "an address was expected. Got the end of the file"),
        ("<a:a> <a:p> ( 1 2", "an address was expected. Got the end of the file"),
        ("<a:a> <a:p> ] .", r"an address was expected. Got '\]'"),
        ("( 1 ) .", "an address was expected. Got '.'"),
        ("<a:a> [] <a:b> .", r"an address was expected. Got '\['"),
        ("[] .", None),
        ("@base <http://[> . <a> <b> <c> .", "an address that fits the base was expected"),
    ],
)
def test_brackets_that_make_no_pair_are_refused(text: str, message: str | None) -> None:
    if message is None:
        assert parsed(text) == []
        return
    with pytest.raises(SourceError, match=f"it, line 1: not valid Turtle: {message}"):
        parsed(text)


@pytest.mark.parametrize("depth", [LIMITS.depth + 1, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[ <a:p> ", " ]"), ("( ", " )"), ("( [ <a:p> ", " ] )")])
def test_brackets_in_brackets_have_an_end(depth: int, opening: str, closing: str) -> None:
    with pytest.raises(TurtleTooLarge, match="it, line 1: more than 20 nested brackets"):
        parsed("<a:a> <a:p> " + opening * depth + "1" + closing * depth + " .")


def test_as_many_brackets_as_allowed_are_read() -> None:
    depth = LIMITS.depth
    assert len(parsed("<a:a> <a:p> " + "[ <a:p> " * depth + "1" + " ]" * depth + " .")) == depth + 1
    assert len(parsed("<a:a> <a:p> [ <a:q> 1 ] .\n" * 100)) == 200  # one behind the other they do not add up


def test_a_million_triples_are_refused_when_the_limit_is_reached() -> None:
    with pytest.raises(TurtleTooLarge, match=r"it, line 1001: more than 1,000 triples\. Send less, or split it\."):
        parsed("<a:a> <a:b> 1 .\n" * 1_000_000)
    with pytest.raises(TurtleTooLarge, match="more than 1,000 triples"):
        parsed("<a:a> <a:b> " + ",".join("1" * 1_000_000) + " .")
    with pytest.raises(TurtleTooLarge, match="more than 1,000 triples"):
        parsed("<a:a> <a:b> ( " + "1 " * 1_000_000 + ") .")


@pytest.mark.parametrize(
    "text",
    [
        f"@prefix p: <http://{'x' * 10_000}> .\n" + "p:a p:b p:c .\n" * 100,
        f"@base <http://{'x' * 10_000}/> .\n" + "<a> <b> <c> .\n" * 100,
        "@prefix p: <http://x> .\n" + "".join(f"@prefix p: <{'p' * 50}> .\n<a> p:b p:c .\n" for _ in range(2000)),
    ],
)
def test_few_bytes_cannot_name_gigabytes(text: str) -> None:
    with pytest.raises(TurtleTooLarge, match="names take more than 100,000 characters when written out"):
        parsed(text, Limits(triples=1_000_000, characters=100_000))


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux does")
@pytest.mark.parametrize(
    "text", ['"""{}"""', '"{}"', "'{}'", '"""{}', '"{}', "<{}", "<a:{}>", "a:{}", "@{}", "#{}", "{}"]
)
@pytest.mark.parametrize("filling", ["a", "\\n", ".", "-a", "1", '""x'])
def test_huge_tokens_take_little_memory(text: str, filling: str) -> None:
    content = "<a:a> <a:b> " + text.format(filling * (2_000_000 // len(filling)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(SourceError):
        parsed(content + " <")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000  # kilobytes


def test_nif_has_limits_by_itself() -> None:
    with pytest.raises(TurtleTooLarge, match="NIF, line 50001: more than 50,000 triples"):
        read_nif("<a:a> <a:b> 1 .\n" * 60_000)
