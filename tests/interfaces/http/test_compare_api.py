"""``POST /api/compare``."""

from __future__ import annotations

from typing import Any

import pytest

import pairlinking as pl
from pairlinking.interfaces.http.reply_models import CompareReply
from tests.interfaces.http.asking import AUGUSTA, Client, ambiguous_names, assert_error


def compare(client: Client, **changes: Any) -> dict[str, Any]:
    reply = client.post("/api/compare", json={**AUGUSTA, **changes})
    assert reply.status_code == 200, reply.text
    CompareReply.model_validate_json(reply.content, strict=True)
    content: dict[str, Any] = reply.json()
    return content


def test_all_methods_but_exhaustive_are_compared_as_the_library_does(client: Client, linker: pl.Linker) -> None:
    reply = compare(client, id="x")
    expected = linker.compare(AUGUSTA["text"], AUGUSTA["mentions"])
    assert reply["methods"] == [name for name in pl.methods() if name != "exhaustive"]
    assert reply["groups"] == [list(group) for group in expected.groups]
    assert [number for number, each in enumerate(reply["mentions"]) if each["differ"]] == expected.differences
    for name, document in expected.documents.items():
        for mention, link in zip(reply["mentions"], document, strict=True):
            assert mention["text"] == link.text
            assert (mention["answers"][name]["entity"] or {}).get("id") == (link.entity and link.entity.id)
            confidence = mention["answers"][name].get("confidence")
            assert confidence == (link.entity and pytest.approx(link.confidence, abs=2e-6))
    assert (reply["id"], reply["options"]["beta"], "method" in reply["options"]) == ("x", None, False)


def test_methods_are_compared_once_each_in_the_order_given(client: Client) -> None:
    reply = compare(client, methods=["local", "exhaustive", "local"], options={"beta": 0.5, "method": "fwbw"})
    assert reply["methods"] == ["local", "exhaustive"]
    assert reply["options"]["beta"] == 0.5


def test_a_method_that_cannot_solve_so_much_is_left_out(client: Client, linker: pl.Linker) -> None:
    names = ambiguous_names(linker)
    reply = compare(client, **names, methods=["exhaustive", "local"])
    assert reply["methods"] == ["local"]
    assert set(reply["left_out"]) == {"exhaustive"}
    assert [each["start"] for each in reply["mentions"]] == [each["start"] for each in names["mentions"]]


def test_mentions_are_found_where_none_are_given(client: Client) -> None:
    assert compare(client, mentions=None, methods=["local"])["mentions"] != []


@pytest.mark.parametrize(
    ("methods", "field"), [(["local", "fwbv"], "methods.1"), (["x" * 5000], "methods.0"), ([], "methods")]
)
def test_methods_that_are_none_are_refused(client: Client, methods: list[str], field: str) -> None:
    message = assert_error(client.post("/api/compare", json={**AUGUSTA, "methods": methods}), 422, "bad-value", field)
    assert "fwbv" not in methods or "Did you mean 'fwbw'?" in message
