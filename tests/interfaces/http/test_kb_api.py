"""``/api/entity``, ``/api/related`` and ``/api/search``."""

from __future__ import annotations

from typing import Any

import pytest

import pairlinking as pl
from pairlinking.interfaces.http.lookups import describe_entity
from pairlinking.interfaces.http.reply_models import EntityReply, NearestReply, RelatedReply, SearchReply
from tests.interfaces.http.asking import Client, assert_error


def get(client: Client, path: str, **parameters: Any) -> dict[str, Any]:
    reply = client.get(path, params=parameters)
    assert reply.status_code == 200, reply.text
    content: dict[str, Any] = reply.json()
    return content


@pytest.mark.parametrize("name", ["Tiger Woods", "Tiger_Woods", "tiger Woods", "Eldrick%20Woods"])
def test_an_entity_is_found_by_title_and_redirect(client: Client, name: str) -> None:
    entity = get(client, f"/api/entity/{name}")
    EntityReply.model_validate(entity)
    assert entity["title"] == "Tiger Woods"
    assert "Eldrick Woods" in entity["redirects"]
    counts = [each["count"] for each in entity["surfaces"]]
    assert counts == sorted(counts, reverse=True)
    assert {"form": "Tiger", "count": 6, "prior": 0.24} in entity["surfaces"]


def test_in_links_do_not_count_the_entitys_own_page(linker: pl.Linker) -> None:
    kb = linker.kb
    number = kb.find("Tiger Woods")
    pages = kb.in_links(number)
    assert number in pages
    assert describe_entity(kb, number)["in_links"] == len(pages) - 1


@pytest.mark.parametrize("name", ["Tigr Woods", "AC%2FDC", "100%25", "a/../b", "", "%FF", "x" * 20_000, "%00"])
def test_an_unknown_entity_is_a_404(client: Client, name: str) -> None:
    message = assert_error(client.get(f"/api/entity/{name}"), 404, "unknown-entity", "title")
    assert name != "Tigr Woods" or "Did you mean 'Tiger Woods'?" in message
    assert name != "AC%2FDC" or "'AC/DC'" in message
    assert len(message) <= 600


def test_two_entities_are_related_as_the_measures_say(client: Client, linker: pl.Linker) -> None:
    reply = get(client, "/api/related", entity="Tiger Woods", **{"with": "Augusta, Georgia"})
    RelatedReply.model_validate(reply)
    left, right = (linker.kb.find(name) for name in ("Tiger Woods", "Augusta, Georgia"))
    for name in ("wlm", "njs", "ees", "njs+ees"):
        assert reply[name] == pytest.approx(pl.measure(name, kb=linker.kb).score(left, right), abs=1e-6)
    assert reply["shared_in_links"] == len(set(linker.kb.in_links(left)) & set(linker.kb.in_links(right)))


def test_the_nearest_entities_come_best_first(client: Client) -> None:
    reply = get(client, "/api/related", entity="Tiger Woods", limit=5)
    NearestReply.model_validate(reply)
    scores = [each["score"] for each in reply["related"]]
    assert len(scores) == 5
    assert scores == sorted(scores, reverse=True)
    assert "Tiger Woods" not in [each["title"] for each in reply["related"]]


@pytest.mark.parametrize(("parameters", "field"), [({"entity": "Nobody"}, "entity"), ({"with": "Nobody"}, "with")])
def test_relating_what_is_unknown_is_a_404(client: Client, parameters: dict[str, str], field: str) -> None:
    reply = client.get("/api/related", params={"entity": "Tiger Woods", **parameters})
    assert_error(reply, 404, "unknown-entity", field)


@pytest.mark.parametrize("query", ["tig", "TIG", "Tig"])
def test_forms_are_found_by_their_beginning_in_any_case(client: Client, query: str) -> None:
    reply = get(client, "/api/search", q=query, limit=4)
    SearchReply.model_validate(reply)
    forms = [each["form"] for each in reply["forms"]]
    assert forms[0] == "Tiger"
    assert len(forms) == 4
    assert all(form.lower().startswith("tig") for form in forms)
    assert reply["forms"][0]["entities"][0]["title"] == "Tiger"
    assert reply["forms"][0]["n_entities"] > len(reply["forms"][0]["entities"]) == 3


@pytest.mark.parametrize("query", ["xyzzy", " ", "\0", "tig\0er", "😀"])
def test_a_search_can_find_nothing(client: Client, query: str) -> None:
    assert get(client, "/api/search", q=query) == {"query": query, "forms": []}


@pytest.mark.parametrize(
    ("path", "parameters", "field"),
    [
        ("/api/search", {}, "q"),
        ("/api/search", {"q": ""}, "q"),
        ("/api/search", {"q": "x" * 201}, "q"),
        ("/api/search", {"q": "a", "limit": "0"}, "limit"),
        ("/api/search", {"q": "a", "limit": "1e3"}, "limit"),
        ("/api/search", {"q": "a", "limit": "9" * 5000}, "limit"),
        ("/api/related", {}, "entity"),
        ("/api/related", {"entity": "Tiger", "limit": "-1"}, "limit"),
        ("/api/related", {"entity": "x" * 1001}, "entity"),
    ],
)
def test_parameters_out_of_range_are_refused(client: Client, path: str, parameters: dict[str, str], field: str) -> None:
    assert_error(client.get(path, params=parameters), 422, "bad-value", field)
