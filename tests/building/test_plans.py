"""No query of a build is worse than linear: checked on a wiki with a few very popular pages and shared names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.big_wiki import write_dump
from pairlinking._support.progress import Silent
from pairlinking.building.engine import DuckDBEngine
from pairlinking.building.joining import find_joins
from pairlinking.building.relate import EntityOptions, relate
from pairlinking.sources import Inputs, write_tables

# Joins that compare every row of one side with every row of the other.
QUADRATIC = {"CROSS_PRODUCT", "NESTED_LOOP_JOIN", "BLOCKWISE_NL_JOIN", "IE_JOIN", "PIECEWISE_MERGE_JOIN"}
MOST = 6  # rows that an operator gives, for each row of the tables


class Explaining(DuckDBEngine):
    """Keeps the plan of every query that it runs, with the number of rows that each operator returned."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.plans: dict[str, Any] = {}

    def create(self, table: str, sql: str) -> int:
        """Run the query once more, for its plan."""
        ((_, plan),) = self._connection.execute(f"EXPLAIN (ANALYZE, FORMAT json) {sql}").fetchall()
        self.plans[table] = json.loads(plan)
        return super().create(table, sql)


def operators(plan: dict[str, Any]) -> list[tuple[str, int]]:
    """Kinds of operators, with the rows that each gave; the names of both differ between versions of DuckDB."""
    kind = plan.get("operator_type") or plan.get("type")
    own = [(kind, plan.get("operator_cardinality", plan.get("intermediate_rows", 0)))] if kind else []
    below = plan.get("children") or plan.get("operator") or []
    return own + [each for child in below for each in operators(child)]


@pytest.fixture(scope="module")
def explained(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], int]:
    folder = tmp_path_factory.mktemp("plans")
    write_dump(folder / "wiki.xml", 0.03)
    inputs = Inputs([folder / "wiki.xml"])
    counts = write_tables(inputs, folder / "tables", folder / "records").counts
    engine = Explaining(folder / "r.duckdb")
    find_joins(engine, folder / "tables", folder / "joins", inputs.files())
    relate(engine, folder / "tables", folder / "joins", EntityOptions(entities="linked"), Silent(), dumps="'000'")
    engine.close()
    return engine.plans, counts["links"] + counts["pages"] + counts["redirects"]


def test_no_join_compares_all_rows_with_all(explained: tuple[dict[str, Any], int]) -> None:
    plans, _ = explained
    assert len(plans) > 30
    found = {name: {kind for kind, _ in operators(plan)} & QUADRATIC for name, plan in plans.items()}
    assert {name: kinds for name, kinds in found.items() if kinds} == {}


def test_no_operator_gives_many_times_the_rows_of_the_tables(explained: tuple[dict[str, Any], int]) -> None:
    plans, n_rows = explained
    most = {name: max((rows for _, rows in operators(plan)), default=0) for name, plan in plans.items()}
    assert {name: rows for name, rows in most.items() if rows > MOST * n_rows} == {}


def test_the_test_would_find_a_join_of_all_with_all(tmp_path: Path) -> None:
    engine = Explaining(tmp_path / "r.duckdb")
    engine.create("numbers", "SELECT range AS n FROM range(100)")
    engine.create("pairs", "SELECT a.n FROM numbers AS a INNER JOIN numbers AS b ON a.n < b.n")
    found = operators(engine.plans["pairs"])
    assert {kind for kind, _ in found} & QUADRATIC
    assert max(rows for _, rows in found) == 4950
    engine.close()
