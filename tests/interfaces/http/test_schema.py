"""Made-up requests by the OpenAPI schema, right and wrong ones: no server error, and answers as the schema says."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from tests.interfaces.http.running import Server


@schemathesis.serializer("application/x-ndjson")
def lines(context: object, value: object) -> bytes:
    """One document, as one line."""
    return json.dumps(value).encode() if not isinstance(value, bytes) else value


EXAMPLES = settings().max_examples // 3  # of each operation and mode


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_answers_are_as_the_schema_says(app: FastAPI, server: Server, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_dict(app.openapi())
    operations: list[Any] = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    checked = [each.label for each in operations if check(each, server, mode)]
    assert {"POST /api/link", "POST /api/compare", "GET /api/related", "GET /api/search"} <= set(checked)


def check(operation: Any, server: Server, mode: GenerationMode) -> bool:
    """Try one operation; whether it has any requests of this mode: none is wrong where nothing is asked for."""

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def holds(case: Any) -> None:
        # A schema cannot say that a mention lies within its text, or that an entity must exist.
        excluded = [positive_data_acceptance]
        if operation.path == "/api/link/batch":  # each line has an answer of its own, and the whole is a success
            excluded.append(negative_data_rejection)
        case.call_and_validate(base_url=server.url, excluded_checks=excluded)

    try:
        holds()
    except Unsatisfiable:
        return False
    return True
