"""Place or team on PPRforNED: offsets, sorts of entities, and scores by sense."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pairlinking.building.named import open_kb
from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.pprforned import read_documents
from pairlinking.types import FloatArray
from reproduction.arena.entities import ArenaEntities
from reproduction.arena.offsets import OFFSET_FEATURES, Placed, offset_features, read_places
from reproduction.arena.place_names import PlaceNames
from reproduction.arena.pprforned import PARTS
from reproduction.arena.report import arena_study
from reproduction.arena.run import run_arena
from reproduction.arena.scorer import ArenaPrepared, prepare
from reproduction.arena.senses import sense_features, team_chances, weighted_by_sense
from reproduction.arena.sorts import ORGANISATION, PLACE, Sorts
from reproduction.arena.stages import STAGES_WITH_SENSES
from tests.reproduction.arena.test_arena import candidate_line, entity_line, made_up_corpus, write

ANNOTATION = (
    "<annotation><mention>{}</mention><wikiName>Ulm</wikiName><offset>{}</offset><length>{}</length></annotation>"
)


def write_offsets(folder: Path, mentions: dict[int, list[tuple[str, int]]]) -> Path:
    folder.mkdir()
    names = {"train": "aida-train.xml", "test A": "aida-testa.xml", "test B": "aida-testb.xml"}
    for part, name in names.items():
        documents = "".join(
            f'<document docName="{number}">'
            + "".join(ANNOTATION.format(text, at, len(text)) for text, at in mentions.get(number, [("Ulm", 0)]))
            + "</document>"
            for number in PARTS[part]
        )
        (folder / name).write_text(f"<aida.entityAnnotation>{documents}</aida.entityAnnotation>", encoding="utf-8")
    return folder


def test_offsets_are_read_by_number_and_in_order(tmp_path: Path) -> None:
    found = read_places(write_offsets(tmp_path / "aida", {947: [("Syria", 8), ("Japan", 0)], 1393: [("New\nYork", 3)]}))
    assert list(found) == list(range(1, 1394))
    assert found[947] == [Placed("Japan", 0, 5), Placed("Syria", 8, 13)]
    assert found[1393] == [Placed("New York", 3, 11)]


def test_without_offsets_none_are_known_and_broken_ones_are_told(tmp_path: Path) -> None:
    assert read_places(tmp_path / "none") == {}
    folder = write_offsets(tmp_path / "aida", {})
    path = folder / "aida-testa.xml"
    path.write_text(path.read_text(encoding="utf-8").replace("<offset>0<", "<offset>x<", 1), encoding="utf-8")
    with pytest.raises(SourceError, match=r"aida-testa.xml, line 1: expected a mention, its offset and its length"):
        read_places(folder)


def test_distances_of_mentions() -> None:
    placed = [Placed("JAPAN", 7, 12), Placed("Takuya Takagi", 20, 33), Placed("Syria", 36, 41), Placed("Iran", 44, 48)]
    rows = offset_features(["JAPAN", "Syria", "Iran", "Oman"], placed)
    column = {name: rows[:, at].tolist()[:3] for at, name in enumerate(OFFSET_FEATURES)}
    assert column["gap_before"] == [300, 3, 3]
    assert column["gap_after"] == [8, 3, 300]
    assert column["gap_before_that"] == [300, 8, 3]
    assert column["gap_after_that"] == [3, 300, 300]
    assert column["same_gap_before"] == [1, 2, 2]
    assert column["words_before"] == [0, 2, 1]
    assert column["upper_before"] == [-1, 0, 0]
    assert column["offset_of_first"] == [7, 7, 7]
    assert np.isnan(rows[3]).all()
    assert np.isnan(offset_features(["JAPAN"], [])).all()


def prepared(folder: Path) -> tuple[list[ArenaPrepared], ArenaEntities]:
    documents = read_documents(folder)
    entities = ArenaEntities.of(documents, {})
    return list(prepare(documents, entities)), entities


def test_sorts_come_from_the_files_from_titles_and_from_the_knowledge_base(tmp_path: Path) -> None:
    lines = [
        candidate_line(1, "Ulm"),
        candidate_line(2, "Ulm_F.C.").replace("GPE", "UNK"),
        candidate_line(3, "Ulm_(song)").replace("GPE", "UNK"),
        candidate_line(4, "Ulm_(born_1)").replace("GPE", "PER"),
    ]
    (document,), entities = prepared(write(tmp_path, {1: entity_line("Ulm", "Ulm") + "".join(lines)}))
    sorts = Sorts(entities, open_kb("sample"))
    assert sorts.of.tolist() == [PLACE, ORGANISATION, 3, 2]
    assert sorts.is_place_name("ULM", document.entities[0])
    assert not sorts.is_place_name("Ulmer", document.entities[0])
    assert not sorts.is_place_name("ULM", document.entities[0][1:])


def test_scores_are_weighed_by_the_chance_of_a_team() -> None:
    scores = [[np.log([0.6, 0.3, 0.1]), np.array([1.0, 2.0])]]
    sorts = [[np.array([PLACE, ORGANISATION, 3]), np.array([PLACE, ORGANISATION])]]
    (first, second) = weighted_by_sense(scores, sorts, [np.array([0.8, np.nan])])[0]
    assert np.exp(first) == pytest.approx([0.18, 0.72, 0.1])
    assert second.tolist() == [1.0, 2.0]
    rows = sense_features([np.array([1, 2])], sorts[0][:1], np.array([0.8]))
    assert rows[0] == pytest.approx([np.log(4), 0.8, ORGANISATION])
    assert np.isnan(rows[1, 0])


def test_chances_look_at_gold_of_training_documents_only_and_not_at_their_own(tmp_path: Path) -> None:
    text = (
        entity_line("Ulm", "Ulm_F.C.") + candidate_line(1, "Ulm") + candidate_line(2, "Ulm_F.C.").replace("GPE", "ORG")
    )
    documents, entities = prepared(write(tmp_path, {1: text, 500: text, 1000: text}))
    names = PlaceNames(documents, Sorts(entities, open_kb("sample")), {})
    assert names.team.tolist() == [1, 1, 1]
    assert names.features[:, -3].tolist() == [1, 1, 2]  # how often the form is in the other training documents
    taught = PlaceNames(documents, Sorts(entities, open_kb("sample")), {}, range(1, 1163))
    assert taught.features[:, -3].tolist() == [2, 2, 2]


def test_with_a_knowledge_base_stages_tell_places_from_teams(tmp_path: Path) -> None:
    corpus = made_up_corpus(np.random.default_rng(1))
    folder = write(tmp_path, _with_teams(corpus))
    results = run_arena(folder, kb=open_kb("sample"), offsets=tmp_path / "none")
    learned = results["learned"]
    assert [row["stage"] for row in learned["rows"]] == list(STAGES_WITH_SENSES)
    assert 0 < learned["learned_from_both"]["micro"] <= 1
    assert learned["kb"]["name"] == "sample"
    assert not learned["offsets"]
    assert "The knowledge base `sample`" in arena_study(results).markdown()


def test_chances_are_those_of_names_of_places_and_the_same_again(tmp_path: Path) -> None:
    corpus = made_up_corpus(np.random.default_rng(1))
    documents, entities = prepared(write(tmp_path, _with_teams(corpus)))
    names = PlaceNames(documents, Sorts(entities, open_kb("sample")), {})
    # A stage that is sure of all names but the first: they are all cities, or all teams.
    scores: list[list[FloatArray]] = [
        [np.isin(*pair) * np.float64(5) for pair in zip(each.entities, map(list, each.gold), strict=True)]
        for each in documents
    ]
    for of_document in scores:
        of_document[0] = np.zeros(2)
    chances = team_chances(names, scores, 1)
    first = np.array([each[0] for each in chances])
    is_team = np.array([names.team[at] for at, (_, mention) in enumerate(names.at) if mention == 0])
    assert ((first > 0.5) == is_team).mean() > 0.9
    for one, other in zip(chances, team_chances(names, scores, 1), strict=True):
        assert np.array_equal(one, other)


def _with_teams(corpus: dict[int, str]) -> dict[int, str]:
    """With the kind of teams, and training documents in all tenths."""

    def told(line: str) -> str:
        return line.replace("GPE", "ORG") if "F.C.\tname" in line else line

    return {
        number * 15 if number in PARTS["train"] else number: "".join(map(told, text.splitlines(keepends=True)))
        for number, text in corpus.items()
    }
