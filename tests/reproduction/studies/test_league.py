"""The league table: one scorer for everybody, ids joined to titles, and what ELEVANT publishes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pairlinking.building import open_sample
from pairlinking.errors import SourceError
from reproduction.studies.league.joining import Join, gold_documents, join_names
from reproduction.studies.league.measuring import Field, raw_figures
from reproduction.studies.league.peers import data_sets, peers, read_articles
from reproduction.studies.league.scores import GoldDocument, at_gold_spans, on_raw_text, spans_alone
from reproduction.studies.league.study import league
from reproduction.workbench import Workbench
from tests.evaluation.made_up import PREFIXES, phrase, write

SHARED = Path(__file__).parents[4] / "shared" / "datasets"
TEXT = "Tiger won at Augusta, as Bob Nobody said."
TIGER, AUGUSTA, BOB, NOBODY = (0, 5), (13, 20), (25, 35), (29, 35)
GOLD = GoldDocument(
    TEXT,
    entities={TIGER: "Q10993", AUGUSTA: "Q181962"},
    unknown=frozenset([BOB]),
    inner=frozenset([NOBODY]),
    lacking=frozenset([AUGUSTA]),
)


def test_exact_spans_and_entities_are_right() -> None:
    answers = {TIGER: "Q10993", AUGUSTA: "Q1", (6, 9): "Q2", (10, 12): None}
    assert on_raw_text(GOLD, answers, in_kb=False).row("links") == (1, 3, 2)
    assert at_gold_spans(GOLD, answers, in_kb=False).row("links") == (1, 2, 2)
    assert spans_alone(GOLD, answers).row("links") == (2, 4, 3)


def test_a_link_for_a_mention_without_entity_is_wrong_and_one_inside_a_mention_is_left_out() -> None:
    assert on_raw_text(GOLD, {BOB: "Q3"}, in_kb=False).row("links") == (0, 1, 2)
    assert on_raw_text(GOLD, {NOBODY: "Q3"}, in_kb=False).row("links") == (0, 0, 2)


def test_what_the_knowledge_base_lacks_counts_for_nobody() -> None:
    answers = {TIGER: "Q10993", (13, 18): "Q181962"}
    assert on_raw_text(GOLD, answers, in_kb=True).row("links") == (1, 1, 1)
    assert at_gold_spans(GOLD, {AUGUSTA: "Q181962"}, in_kb=True).row("links") == (0, 0, 1)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """One document with titles and with ids, and the answers of one linker."""
    mentions = [(*TIGER, "Tiger", "Tiger_Woods"), (*AUGUSTA, "Augusta", "Augusta%2C_Georgia")]
    nif = f'<http://example.org/1> a nif:Context ; nif:isString "{TEXT}" .\n' + "".join(
        phrase("http://example.org/1", start, end, word, f"http://dbpedia.org/resource/{title}")
        for start, end, word, title in mentions
    )
    write(tmp_path / "kore50/kore50-nif.ttl", PREFIXES + nif)
    labels = [_label(TIGER, "Q10993"), _label(AUGUSTA, "Q181962"), _label(BOB, "<NIL>"), _label(NOBODY, "Q5", parent=2)]
    answers = [{"span": list(TIGER), "id": "Q10993"}, {"span": list(BOB), "id": "<NIL>"}]
    _write(peers()[0].path(tmp_path, "kore50"), {"text": TEXT, "labels": labels, "entity_mentions": answers})
    return tmp_path


def _label(span: tuple[int, int], entity: str, **more: Any) -> dict[str, Any]:
    return {"span": list(span), "entity_id": entity, "name": "as Wikidata has it", **more}


def _write(path: Path, *records: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("".join(json.dumps(each) + "\n" for each in records).encode()))


def _key(title: str) -> str:
    kb = open_sample()
    entity = kb.get(title)
    assert entity is not None
    return kb.key(entity)


def test_titles_of_the_same_spans_join_ids_to_the_knowledge_base(data: Path) -> None:
    articles = read_articles(peers()[0].path(data, "kore50"))
    names = join_names(data, {"kore50": articles})
    assert names["Q10993"] == ["http://dbpedia.org/resource/Tiger_Woods"]
    assert names["Q5"] == ["as Wikidata has it"]
    join = Join(open_sample(), names)
    tiger = _key("Tiger Woods")
    assert join.has("Q10993")
    assert not join.has("Q5")
    assert join.identifier(tiger, "Q10993") == "Q10993"
    assert join.identifier(tiger, "Q181962").startswith("key:")
    (gold,) = gold_documents(articles, join)
    assert gold.unknown == {BOB}
    assert gold.inner == {NOBODY}
    assert NOBODY not in gold.entities


def test_the_study_puts_us_first_and_scores_everybody(data: Path) -> None:
    study = league(Workbench(open_sample(), data))
    raw = study.figures["raw"]["all"]
    assert list(raw) == ["pairlinking", "pairlinking, concepts", peers()[0].name]
    assert list(study.figures["given"]["all"]) == ["pairlinking", peers()[0].name]
    assert raw[peers()[0].name]["kore50"]["f1"] == pytest.approx(2 / 3)
    assert study.figures["measured"]["kore50"]["mentions"] == 3
    assert study.figures["given"]["all"]["pairlinking"]["kore50"]["answered"] > 0
    assert "Spans alone" in study.markdown()


def test_missing_and_broken_answers_are_reported(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="elevant-peers"):
        data_sets(tmp_path)
    path = tmp_path / "broken.gz"
    path.write_bytes(gzip.compress(b'{"text": "x"}\n'))
    with pytest.raises(SourceError, match="labels"):
        read_articles(path)


@pytest.mark.real
@pytest.mark.skipif(not (SHARED / "elevant-peers").is_dir(), reason="no ../shared/datasets/elevant-peers")
def test_the_scorer_gives_what_elevant_publishes() -> None:
    differences = {}
    for peer in peers():
        for name in data_sets(SHARED):
            if name in peer.f1:
                articles = read_articles(peer.path(SHARED, name))
                join = Join(open_sample(), {})
                field = Field(
                    {name: gold_documents(articles, join)}, {"": {name: [each.answers for each in articles]}}, {}
                )
                f1 = raw_figures(field, in_kb=False)[""][name]["f1"]
                differences[peer.name, name] = abs(f1 - peer.f1[name])
    assert len(differences) == 53
    assert max(differences.values()) < 0.02
