"""NIF over HTTP: what GERBIL sends and reads, what else may come, and that nothing of it gets lost."""

from __future__ import annotations

import re
import shlex
import socket
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import pytest
import rdflib
import uvicorn
from fastapi import FastAPI

import pairlinking as pl
from pairlinking.interfaces.http.app import create_app
from pairlinking.interfaces.http.gate import Gate
from pairlinking.interfaces.http.settings import Settings
from pairlinking.interfaces.nif import NifDocument, NifMention, read_nif, write_nif
from tests.interfaces.http.asking import Client, assert_error
from tests.interfaces.nif.made_up import ITSRDF, NIF, PREFIXES, context, phrase

ROOT = Path(__file__).parents[3]
EXAMPLE = (ROOT / "examples" / "document.ttl").read_bytes()
PAGE = ROOT / "docs" / "how-to" / "gerbil.md"
X = "http://example.org/x"
DBPEDIA = "http://dbpedia.org/resource/"


def post(
    client: Client, url: str, body: bytes | str, media_type: str | None = "text/turtle", **headers: str
) -> httpx.Response:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    if media_type is not None:
        given["content-type"] = media_type
    return client.post(url, content=body, headers=given)


def links(response: httpx.Response) -> list[tuple[str, str | None]]:
    """Text and address of each phrase, in their order."""
    assert response.status_code == 200, response.text
    graph = rdflib.Graph().parse(data=response.text, format="turtle")  # another reader than ours
    found = []
    for document in read_nif(response.content).documents:
        for mention, surface in zip(document.mentions, document.surfaces, strict=True):
            assert mention.name is not None
            addresses = list(graph.objects(rdflib.URIRef(mention.name), ITSRDF.taIdentRef))
            assert len(addresses) <= 1
            found.append((surface, str(addresses[0]) if addresses else None))
    return found


GOLF = [("Tiger", "Tiger_Woods"), ("Masters", "Masters_Tournament"), ("Nicklaus", "Jack_Nicklaus")]
GOLF += [("Augusta", "Augusta_National_Golf_Club")]
CAUCASUS = [("Saakashvili", "Mikheil_Saakashvili"), ("Georgia", "Georgia_(country)"), ("Stalin", "Joseph_Stalin")]
CAUCASUS += [("Gori", "Gori,_Georgia")]
LINKED = [(surface, DBPEDIA + name) for surface, name in GOLF + CAUCASUS]


def test_given_mentions_are_all_linked_and_keep_their_order_and_names(client: Client) -> None:
    response = post(client, "/nif/d2kb", EXAMPLE)
    assert links(response) == [*LINKED, ("Atlantis", "http://aksw.org/notInWiki/Atlantis")]
    assert response.headers["content-type"] == "text/turtle; charset=utf-8"
    assert response.headers["nif-notes"] == "corrected=0, skipped=0, unlinked=1"
    before, after = read_nif(EXAMPLE).documents, read_nif(response.content).documents
    assert [(each.name, each.text) for each in after] == [(each.name, each.text) for each in before]
    assert [each.name for d in after for each in d.mentions] == [each.name for d in before for each in d.mentions]


def test_the_answer_is_the_question_and_its_links(client: Client) -> None:
    """Read by rdflib, not one triple is lost, and nothing but links is added."""
    before = set(rdflib.Graph().parse(data=EXAMPLE, format="turtle"))
    after = set(rdflib.Graph().parse(data=post(client, "/nif/d2kb", EXAMPLE).text, format="turtle"))
    assert before < after
    assert {predicate for _, predicate, _ in after - before} == {ITSRDF.taIdentRef}


def test_mentions_are_found_where_none_count(client: Client) -> None:
    response = post(client, "/nif/a2kb", EXAMPLE)
    assert links(response) == LINKED
    assert response.headers["nif-notes"] == "corrected=0, skipped=9, unlinked=1"


def test_a_request_as_gerbil_sends_it_is_answered_as_gerbil_reads_it(client: Client) -> None:
    """GERBIL's class is application/x-turtle, and its mentions have no class but that of their address."""
    base = "http://www.aksw.org/gerbil/NifWebService/request_0"
    body = f"""{PREFIXES}<{base}#char=0,31> a nif:RFC5147String , nif:String , nif:Context ;
    nif:beginIndex "0"^^xsd:nonNegativeInteger ; nif:endIndex "31"^^xsd:nonNegativeInteger ;
    nif:isString "Tiger won the Masters in April."^^xsd:string .
<{base}#char=14,21> a nif:RFC5147String , nif:String ; nif:anchorOf "Masters"^^xsd:string ;
    nif:beginIndex "14"^^xsd:nonNegativeInteger ; nif:endIndex "21"^^xsd:nonNegativeInteger ;
    nif:referenceContext <{base}#char=0,31> .
"""
    gerbil = {"accept": "application/x-turtle", "accept_charset": "UTF-8"}
    response = post(client, "/nif/d2kb", body, "application/x-turtle;charset=UTF-8", **gerbil)
    assert response.headers["content-type"] == "application/x-turtle; charset=utf-8"
    graph = rdflib.Graph().parse(data=response.text, format="turtle")
    own = rdflib.URIRef(base + "#char=0,31")
    assert (own, rdflib.RDF.type, NIF.Context) in graph
    (mention,) = graph.subjects(NIF.referenceContext, own)
    assert [int(str(graph.value(mention, each))) for each in (NIF.beginIndex, NIF.endIndex)] == [14, 21]
    assert list(graph.objects(mention, ITSRDF.taIdentRef)) == [rdflib.URIRef(DBPEDIA + "Masters_Tournament")]
    assert list(graph.objects(None, ITSRDF.taConfidence)) == []


def test_confidence_is_sent_on_demand(client: Client) -> None:
    graph = rdflib.Graph().parse(data=post(client, "/nif/d2kb?confidence=true", EXAMPLE).text, format="turtle")
    told = [float(str(value)) for value in graph.objects(None, ITSRDF.taConfidence)]
    assert len(told) == len(LINKED)
    assert 0.5 < max(told) <= 1
    for mention in graph.subjects(ITSRDF.taConfidence, None):  # what is not linked has none
        assert not str(graph.value(mention, ITSRDF.taIdentRef)).startswith("http://aksw.org/notInWiki/")


def test_addresses_can_be_those_of_wikipedia(client: Client) -> None:
    found = links(post(client, "/nif/d2kb?uris=wikipedia&nil=none", EXAMPLE))
    assert found[3:] == [
        ("Augusta", "http://en.wikipedia.org/wiki/Augusta_National_Golf_Club"),
        *((surface, f"http://en.wikipedia.org/wiki/{name}") for surface, name in CAUCASUS),
        ("Atlantis", None),
    ]


def test_options_of_linking_are_parameters(client: Client) -> None:
    by_itself = links(post(client, "/nif/d2kb?method=local&threshold=0", EXAMPLE))
    strict = links(post(client, "/nif/d2kb?threshold=1", EXAMPLE))
    assert len(by_itself) == len(strict) == 9
    assert {address and address.startswith("http://aksw.org/notInWiki/") for _, address in strict} == {True}
    assert sum(address == "http://aksw.org/notInWiki/Atlantis" for _, address in by_itself) == 1


def test_mentions_twice_within_and_across_each_other_are_all_answered(client: Client) -> None:
    text = "Tiger won at Augusta, Georgia."
    spans = [(13, 29), (13, 20), (13, 29), (22, 29), (0, 9)]
    mentions = tuple(NifMention(*span, (), f"{X}?{number}") for number, span in enumerate(spans))
    response = post(client, "/nif/d2kb", write_nif([NifDocument(X, text, mentions)]))
    answered = read_nif(response.content).documents[0].mentions
    assert [(each.start, each.end, each.name) for each in answered] == [
        (each.start, each.end, each.name) for each in mentions
    ]
    assert [address for _, address in links(response)][:3:2] == [DBPEDIA + "Augusta,_Georgia"] * 2


def test_offsets_are_put_right_and_that_is_told(client: Client) -> None:
    body = PREFIXES + context(X, "😀😀 Tiger won the Masters.") + phrase(X, 5, 10, "Tiger", name=X + "?1")
    response = post(client, "/nif/d2kb", body)
    assert links(response) == [("Tiger", DBPEDIA + "Tiger_Woods")]
    assert read_nif(response.content).documents[0].spans == ((3, 8),)
    assert response.text.startswith(f"# corrected: NIF, line 5: <{X}?1>: offsets count UTF-16 units\n@prefix")
    assert response.headers["nif-notes"] == "corrected=1, skipped=0, unlinked=0"


def test_only_the_first_of_many_remarks_are_told(client: Client) -> None:
    many = "".join(phrase(X, 5, 10, "Tiger", name=f"{X}?{number}") for number in range(30))
    response = post(client, "/nif/d2kb", PREFIXES + context(X, "😀😀 Tiger won.") + many)
    comments = [line for line in response.text.splitlines() if line.startswith("#")]
    assert (len(comments), comments[-1]) == (21, "# corrected: 10 more")


def test_texts_come_back_character_by_character(client: Client) -> None:
    text = 'Tiger "won" \\o/\r\n\tin שלום 😀\u2028\x00\x1f Augusta'
    for path in ("/nif/d2kb", "/nif/a2kb"):
        response = post(client, path, write_nif([NifDocument(X, text, (NifMention(0, 5),))]))
        (own,) = rdflib.Graph().parse(data=response.text, format="turtle").objects(None, NIF.isString)
        assert str(own) == text


@pytest.mark.parametrize("media_type", [None, "text/turtle", "TEXT/TURTLE; charset=utf-8", "application/x-turtle"])
def test_turtle_may_be_called_so_or_nothing(client: Client, media_type: str | None) -> None:
    assert post(client, "/nif/d2kb", EXAMPLE, media_type).status_code == 200


@pytest.mark.parametrize(
    "media_type", ["application/json", "application/x-www-form-urlencoded", "text/turtle; charset=latin1", "text/n3"]
)
def test_other_media_types_are_refused(client: Client, media_type: str) -> None:
    message = assert_error(post(client, "/nif/a2kb", EXAMPLE, media_type), 415, "unsupported-media-type")
    assert "must be text/turtle" in message
    assert media_type in message


@pytest.mark.parametrize(
    ("query", "field", "expected"),
    [
        ("confidnce=true", "confidnce", "Did you mean 'confidence'?"),
        ("uris=wikidata", "uris", "'dbpedia' or 'wikipedia'"),
        ("confidence=maybe", "confidence", "boolean"),
        ("method=pagerang", "method", "Did you mean 'pagerank'?"),
        ("relatedness=x", "relatedness", "x"),
        ("beta=2", "beta", "at most 1"),
        ("beta=nan", "beta", "nan"),
        ("top_k=1000", "top_k", "at most 100"),
        ("top_k=0", "top_k", "at least 1"),
        ("nil=yes", "nil", "'uri' or 'none'"),
    ],
)
def test_wrong_parameters_are_told(client: Client, query: str, field: str, expected: str) -> None:
    assert expected in assert_error(post(client, "/nif/d2kb?" + query, EXAMPLE), 422, "bad-value", field)


TEXT = PREFIXES + context(X, "Tiger won.")


@pytest.mark.parametrize(
    ("body", "status", "code", "expected"),
    [
        (b"", 422, "bad-document", "NIF holds no text"),
        (b"{}", 400, "bad-turtle", "NIF, line 1: not valid Turtle"),
        (b"Tiger won.", 400, "bad-turtle", "Got 'Tiger won.'"),
        (b"\xff\xfe<\x00", 400, "bad-turtle", "NIF, line 1: not UTF-8 (byte 0xff)"),
        (TEXT.encode() + b'<a:a> <a:b> "caf\xe9" .', 400, "bad-turtle", "NIF, line 5: not UTF-8 (byte 0xe9)"),
        (TEXT + '<a:a> <a:b> "\\ud800" .', 400, "bad-turtle", "NIF, line 5: not valid Turtle"),
        (TEXT + "<a:a> <a:b> " + "1," * 900_000, 413, "too-large", "more than 50,000 triples"),
        (TEXT + "<a:a> <a:b> " + "[ <a:b> " * 100_000, 413, "too-large", "more than 32 nested brackets"),
        (
            TEXT + f"@prefix p: <a:{'a' * 900_000}> .\n" + "p:a p:b p:c .\n" * 50,
            413,
            "too-large",
            "names take more than",
        ),
        (TEXT + phrase(X, 8, 11), 422, "bad-document", f"NIF, line 5: <{X}#char=8,11> is at 8 to 11 of a text of 10"),
        (TEXT + phrase(X, 0, 5, "Lion"), 422, "bad-document", "The text has 'Tiger' there, not 'Lion'"),
        (TEXT + phrase(X + "2", 0, 5), 422, "bad-document", f"line 5: <{X}2#char=0,5> refers to <{X}2>, which is no"),
        (TEXT + f"<{X}2> a nif:Context .", 422, "bad-document", f"line 5: <{X}2> is a nif:Context without a text"),
        (TEXT + phrase(X + "#a", 0, 1, name=X + "#a"), 422, "bad-document", "which is not a context"),
        (PREFIXES + "_:a nif:referenceContext _:b . _:b nif:referenceContext _:a .", 422, "bad-document", "no text"),
    ],
)
@pytest.mark.parametrize("path", ["/nif/d2kb", "/nif/a2kb"])
def test_bad_bodies_are_refused(
    client: Client, path: str, body: bytes | str, status: int, code: str, expected: str
) -> None:
    message = assert_error(post(client, path, body), status, code)
    assert expected in message
    assert len(message) < 700


def test_limits_count_for_all_contexts_together(linker: pl.Linker) -> None:
    two = [NifDocument(f"{X}/{n}", "Tiger won in Augusta.", (NifMention(0, 5), NifMention(13, 20))) for n in (1, 2)]
    three = [NifDocument(f"{X}/{n}", "Tiger won in Augusta.") for n in (1, 2, 3)]
    with Client(create_app(linker, Settings(text_characters=60, mentions=3, body_bytes=3000))) as client:
        for path, body, field, expected in (
            ("/nif/d2kb", write_nif(two), "mentions", "4 mentions were given; 3 are allowed"),
            ("/nif/a2kb", write_nif(two), "mentions", "4 mentions were found"),
            ("/nif/a2kb", write_nif(three), None, "The texts have 63 characters; 60 are allowed"),
            ("/nif/a2kb", write_nif(three) + "#" * 3000, None, "The body has more than"),
        ):
            assert assert_error(post(client, path, body), 413, "too-large", field).startswith(expected)
        assert post(client, "/nif/a2kb", write_nif(two[:1])).status_code == 200


def test_too_many_contexts_are_refused(client: Client) -> None:
    many = write_nif([NifDocument(f"{X}/{number}", "a") for number in range(501)])
    message = assert_error(post(client, "/nif/a2kb", many), 413, "too-large")
    assert message.startswith("501 contexts were given; 500 are allowed")


def test_long_requests_wait_in_the_line_of_long_ones(
    client: Client, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate: Gate = app.state.service.gate
    run, sizes = gate.run, []

    def noted(job: Callable[[], object], size: int = 0) -> Awaitable[object]:
        sizes.append(size)
        return run(job, size)

    monkeypatch.setattr(gate, "run", noted)
    for path in ("/nif/d2kb", "/nif/a2kb"):
        assert post(client, path, EXAMPLE).status_code == 200
    assert sizes == [len(EXAMPLE)] * 2


def test_only_post_works(client: Client) -> None:
    assert_error(client.get("/nif/d2kb"), 405, "method-not-allowed")


def test_the_schema_tells_of_turtle(app: FastAPI) -> None:
    described = app.openapi()["paths"]["/nif/d2kb"]["post"]
    assert set(described["requestBody"]["content"]) == {"text/turtle", "application/x-turtle"}
    assert set(described["responses"]["200"]["content"]) == {"text/turtle", "application/x-turtle"}
    assert {"uris", "nil", "confidence", "method"} <= {each["name"] for each in described["parameters"]}
    assert {"400", "413", "415", "422"} <= set(described["responses"])


@pytest.fixture(scope="module")
def address(app: FastAPI) -> Iterator[str]:
    """A real server for real clients."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join()


COMMANDS = re.findall(r"^curl .*$", PAGE.read_text(), re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_run(address: str, command: str) -> None:
    arguments = shlex.split(command.replace("localhost:8080", address).replace("curl -s", "curl -s --fail-with-body"))
    run = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout
    assert "Masters_Tournament" in run.stdout
    assert len(COMMANDS) == 6


def test_the_answers_that_the_page_shows_are_given(client: Client) -> None:
    shown = re.findall(r"^```\n(<http.*?)```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(shown) == 1
    assert shown[0] in post(client, "/nif/d2kb", EXAMPLE).text
    refused = re.findall(r'^\{"error".*$', PAGE.read_text(), re.MULTILINE)
    body = PREFIXES + "\n" * 4 + context(X, "Tiger won.") + phrase(X, 8, 11)
    assert refused == [
        post(client, "/nif/d2kb", body).text.replace("x#", "1#").replace('":', '": ').replace(',"', ', "')
    ]
