"""One JSON schema for linked documents, held against everything that writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from pairlinking.interfaces.http.document_models import Comparison, LinkedDocument
from pairlinking.linking import Linker, load, read_marks
from tests.interfaces.running import Run

REPOSITORY = Path(__file__).parents[2]
SCHEMA = REPOSITORY / "docs" / "reference" / "linked-document.schema.json"
TEXT = "[[Tiger]] won in [[Augusta]], [[Georgia]], said [[The Sun]], [[Xyzzyq]] and [[Tiger]]."


@pytest.fixture(scope="module")
def linker() -> Linker:
    return load("sample")


def valid(record: dict[str, Any], model: type[LinkedDocument | Comparison] = LinkedDocument) -> dict[str, Any]:
    record = json.loads(json.dumps(record))
    Draft202012Validator(model.model_json_schema()).validate(record)
    return record


def test_the_schema_in_the_documentation_is_the_one_of_the_models() -> None:
    """To write it: python -m tests.interfaces.test_one_shape."""
    assert json.loads(SCHEMA.read_text()) == LinkedDocument.model_json_schema()


@pytest.mark.parametrize("method", ["pair-linking", "fwbw", "local"])
@pytest.mark.parametrize("threshold", [0.0, 0.7, 1.0])
def test_python_follows_it(linker: Linker, method: str, threshold: float) -> None:
    document = linker.with_options(method=method, threshold=threshold).link(*read_marks(TEXT))
    whole = valid(document.to_dict())
    assert json.loads(document.to_json(indent=1)) == whole
    assert [link.to_dict() for link in document] == whole["mentions"]
    assert document.explain(0).to_dict() == whole["mentions"][0]
    small = valid(document.to_dict(evidence=False, candidates=0))
    for less, more in zip(small["mentions"], whole["mentions"], strict=True):
        assert less == {key: more[key] for key in less}
        assert ("confidence" in less) == (less["entity"] is not None)
    two = valid(document.to_dict(candidates=2))
    assert [each["candidates"] for each in two["mentions"]] == [each["candidates"][:2] for each in whole["mentions"]]


def test_the_command_line_follows_it(run: Run, linker: Linker) -> None:
    expected = linker.link(*read_marks(TEXT)).to_dict()
    assert valid(json.loads(run("link", "--json", "-", stdin=TEXT).out)) == {**expected, "id": "stdin:1"}
    assert valid(json.loads(run("explain", "--json", TEXT).out)) == expected
    options = ("--json", "--no-evidence", "--no-candidates")
    assert set(valid(json.loads(run("link", *options, "-", stdin=TEXT).out))) == {"id", "text", "mentions"}


def test_comparisons_have_one_shape_too(run: Run, linker: Linker) -> None:
    compared = linker.compare(*read_marks(TEXT))
    expected = valid(compared.to_dict(), Comparison)
    assert valid(json.loads(run("compare", "--json", TEXT).out), Comparison) == expected
    for name, document in compared.documents.items():
        for mention, link in zip(expected["mentions"], document.to_dict(evidence=False)["mentions"], strict=True):
            assert mention["answers"][name].items() <= link.items()
            assert mention["text"] == link["text"]


if __name__ == "__main__":
    SCHEMA.write_text(json.dumps(LinkedDocument.model_json_schema(), indent=1) + "\n")
