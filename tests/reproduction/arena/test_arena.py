"""The reader of PPRforNED, its shuffling and the arena, on files made up in the same format."""

from __future__ import annotations

import gzip
import json
import tarfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pairlinking.errors import SourceError
from pairlinking.evaluation.formats.pprforned import ArenaDocument, ArenaMention, read_documents
from pairlinking.relatedness import measure
from reproduction.arena.companions import Companions
from reproduction.arena.entities import ArenaEntities
from reproduction.arena.pprforned import PARTS, read_popularity, shuffled
from reproduction.arena.report import arena_study
from reproduction.arena.run import run_arena
from reproduction.arena.scorer import FEATURES, ArenaPrepared, prepare
from reproduction.arena.stages import STAGES
from reproduction.arena.support import MOST, SUPPORT_FEATURES, support_of

WIKI = "http://en.wikipedia.org/wiki/"


def entity_line(text: str, gold: str, *, expanded: str | None = None) -> str:
    url = gold if gold == "NIL" else WIKI + gold
    return (
        f"ENTITY\ttext:{expanded or text}\tnormalName:x\tpredictedType:UNK\tq:true\tqid:Q1\tdocId:1"
        f"\torigText:{text}\turl:{url}\n"
    )


def candidate_line(page: int, title: str, links: str = "", in_count: int = 5) -> str:
    return (
        f"CANDIDATE\tid:{page}\tinCount:{in_count}\toutCount:7\tlinks:{links}\turl:{WIKI}{title}\tname:x"
        f"\tnormalName:x\tnormalWikiTitle:x\tpredictedType:GPE\t\n"
    )


SMALL = (
    entity_line("Munich", "Munich_(film)")
    + candidate_line(3, "Munich_(film)", "9;3")
    + candidate_line(1, "Munich", "2")
    + entity_line("Clinton", "NIL", expanded="Bill Clinton")
    + candidate_line(2, "Bill_Clinton", "1")
)


def write(folder: Path, files: dict[int, str]) -> Path:
    (folder / "AIDA_candidates" / "PART").mkdir(parents=True)
    for number, text in files.items():
        (folder / "AIDA_candidates" / "PART" / str(number)).write_text(text, encoding="utf-8")
    (folder / "Freebase_popularity").write_text(f"url:{WIKI}Munich\t6.5\nurl:{WIKI}Bill_Clinton\t7\n", encoding="utf-8")
    return folder


def made_up_corpus(rng: np.random.Generator) -> dict[int, str]:
    """Cities and teams of the same name; in a document all are cities or all are teams, which are linked."""
    names = ["Ulm", "Bonn", "Kiel", "Trier", "Jena", "Mainz"]
    files = {}
    for number in [*range(1, 61), *range(947, 967), *range(1163, 1183)]:
        sort = int(rng.integers(2))
        chosen = rng.permutation(len(names))[:4].tolist()
        text = ""
        for at in chosen:
            city = candidate_line(at + 1, names[at], _links([i + 1 for i in chosen if i != at]), int(rng.integers(90)))
            team = candidate_line(at + 11, f"{names[at]}_F.C.", _links([i + 11 for i in chosen if i != at]), 20)
            gold = [names[at], f"{names[at]}_F.C."][sort]
            text += entity_line(names[at], gold) + (city + team if sort == 0 else team + city)
        files[number] = text
    return files


def _links(pages: list[int]) -> str:
    return ";".join(map(str, pages))


def test_documents_are_read_from_the_folder(tmp_path: Path) -> None:
    (document, other) = read_documents(write(tmp_path, {12: SMALL, 3: SMALL}))
    assert (document.number, other.number) == (3, 12)
    munich, clinton = document.mentions
    assert (munich.text, munich.gold, munich.answer) == ("Munich", "Munich (film)", 0)
    assert (clinton.text, clinton.expanded, clinton.gold, clinton.answer) == ("Clinton", "Bill Clinton", None, -1)
    first = munich.candidates[0]
    assert (first.page, first.title, first.in_count, first.out_count) == (3, "Munich (film)", 5, 7)
    assert (first.links, first.kind) == ((9, 3), "GPE")


def test_the_archive_gives_the_same_as_the_folder(tmp_path: Path) -> None:
    folder, packed = write(tmp_path / "a", {1: SMALL, 2: SMALL}), tmp_path / "b"
    packed.mkdir()
    with tarfile.open(packed / "AIDA_candidates.tar.xz", "w:xz") as tar:
        tar.add(folder / "AIDA_candidates", "AIDA_candidates")
    with gzip.open(packed / "Freebase_popularity.gz", "wb") as file:
        file.write((folder / "Freebase_popularity").read_bytes())
    assert read_documents(packed) == read_documents(folder)
    assert read_popularity(packed) == read_popularity(folder) == {"Munich": 6.5, "Bill Clinton": 7.0}


def test_gold_that_is_no_candidate_has_no_position(tmp_path: Path) -> None:
    (document,) = read_documents(write(tmp_path, {1: entity_line("Ulm", "Ulm") + candidate_line(1, "Ulm_(ship)")}))
    assert (document.mentions[0].gold, document.mentions[0].answer) == ("Ulm", -1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("MENTION\ttext:x\n", r"PART/7, line 6: the line must begin with 'ENTITY' or 'CANDIDATE'. Got 'MENTION'"),
        ("\n", r"PART/7, line 6: the line must begin with 'ENTITY' or 'CANDIDATE'. Got ''"),
        ("CANDIDATE\tid:1\tinCount:2\n", r"PART/7, line 6: lacks the field 'outCount'"),
        (candidate_line(1, "A", "3;x"), r"PART/7, line 6: id, inCount, outCount and links must be whole numbers"),
        (candidate_line(1, "A").replace(WIKI, "ftp://"), r"PART/7, line 6: 'url' must be NIL or start with"),
        ("ENTITY\ttext:x\torigText:x\turl:Ulm\n", r"PART/7, line 6: 'url' must be NIL or start with"),
    ],
)
def test_a_broken_line_is_told_with_file_and_line(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        read_documents(write(tmp_path, {7: SMALL + line}))


def test_a_candidate_before_any_mention_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        SourceError, match=r"7, line 1: the line must begin with 'ENTITY', as candidates belong to a mention"
    ):
        read_documents(write(tmp_path, {7: candidate_line(1, "A")}))


def test_bytes_that_are_not_utf8_are_told(tmp_path: Path) -> None:
    folder = write(tmp_path, {7: SMALL})
    (folder / "AIDA_candidates" / "PART" / "7").write_bytes(SMALL.encode() + b"ENTITY\ttext:\xff\n")
    with pytest.raises(SourceError, match=r"7, line 6: is not UTF-8"):
        read_documents(folder)


def test_missing_and_damaged_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"neither AIDA_candidates.tar.xz nor AIDA_candidates/"):
        read_documents(tmp_path)
    with pytest.raises(SourceError, match=r"Freebase_popularity.gz not found"):
        read_popularity(tmp_path)
    (tmp_path / "AIDA_candidates.tar.xz").write_bytes(b"\xfd7zXZ\x00 but cut")
    with pytest.raises(SourceError, match="damaged or cut short"):
        read_documents(tmp_path)
    (tmp_path / "Freebase_popularity").write_text(f"url:{WIKI}Ulm\tmuch\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"Freebase_popularity, line 1: expected 'url:...', a tab and a number"):
        read_popularity(tmp_path)
    (tmp_path / "Freebase_popularity.gz").write_bytes(gzip.compress(b"x" * 500)[:-12])
    with pytest.raises(SourceError, match="damaged or cut short"):
        read_popularity(tmp_path)


def reversed_lists(documents: list[ArenaDocument]) -> list[ArenaDocument]:
    def turned(mention: ArenaMention) -> ArenaMention:
        return replace(mention, candidates=mention.candidates[::-1])

    return [replace(each, mentions=tuple(map(turned, each.mentions))) for each in documents]


def test_where_gold_stands_in_the_files_does_not_matter(tmp_path: Path) -> None:
    documents = read_documents(write(tmp_path, made_up_corpus(np.random.default_rng(1))))
    assert shuffled(documents, 1) == shuffled(reversed_lists(documents), 1)
    assert shuffled(documents, 1) != shuffled(documents, 2)
    first = [mention.answer for each in shuffled(documents, 1) for mention in each.mentions]
    assert 0.4 < np.mean(np.array(first) == 0) < 0.6


def test_repeated_mentions_keep_equal_lists(tmp_path: Path) -> None:
    (document,) = shuffled(read_documents(write(tmp_path, {5: SMALL + SMALL})), 1)
    first, _, second, _ = document.mentions
    assert first == second


def prepared(documents: list[ArenaDocument], popularity: dict[str, float]) -> list[ArenaPrepared]:
    return list(prepare(documents, ArenaEntities.of(documents, popularity)))


def by_entity(document: ArenaPrepared) -> list[dict[int, list[float]]]:
    rows = document.split(np.arange(len(document.features), dtype=np.float64))
    return [
        {int(e): document.features[int(row)].tolist() for e, row in zip(given, at, strict=True)}
        for given, at in zip(document.entities, rows, strict=True)
    ]


def test_features_of_a_candidate_do_not_depend_on_its_position(tmp_path: Path) -> None:
    documents = read_documents(write(tmp_path, made_up_corpus(np.random.default_rng(1))))
    for one, other in zip(prepared(documents, {}), prepared(reversed_lists(documents), {}), strict=True):
        for mine, theirs in zip(by_entity(one), by_entity(other), strict=True):
            assert mine.keys() == theirs.keys()
            for entity, row in mine.items():
                assert row == pytest.approx(theirs[entity])


def test_features_do_not_look_at_gold_of_the_documents_to_choose_and_report_on(tmp_path: Path) -> None:
    documents = read_documents(write(tmp_path, made_up_corpus(np.random.default_rng(1))))
    blind = [
        each
        if each.number in PARTS["train"]
        else replace(each, mentions=tuple(replace(mention, gold=None) for mention in each.mentions))
        for each in documents
    ]
    for one, other in zip(prepared(documents, {}), prepared(blind, {}), strict=True):
        assert np.array_equal(one.features, other.features)


def test_a_training_document_does_not_find_its_own_answers_in_the_prior(tmp_path: Path) -> None:
    text = entity_line("Ulm", "Ulm") + candidate_line(1, "Ulm") + candidate_line(2, "Ulm_F.C.")
    found = prepared(read_documents(write(tmp_path, {1: text, 1000: text})), {})
    at = FEATURES["own"].index("prior")
    assert found[0].features[:, at].tolist() == [0.0, 0.0]
    assert found[1].features[:, at].tolist() == [0.5, 0.0]


def test_documents_to_choose_on_teach_a_prior_where_they_are_to(tmp_path: Path) -> None:
    text = entity_line("Ulm", "Ulm") + candidate_line(1, "Ulm") + candidate_line(2, "Ulm_F.C.")
    documents = read_documents(write(tmp_path, {1: text, 1000: text, 1200: text}))
    found = list(prepare(documents, ArenaEntities.of(documents, {}), range(1, 1163)))
    at = FEATURES["own"].index("prior")
    assert [each.features[0, at] for each in found] == pytest.approx([0.5, 0.5, 2 / 3])


def test_a_training_document_does_not_find_its_own_links_among_companions(tmp_path: Path) -> None:
    text = (
        entity_line("Ulm", "Ulm") + candidate_line(1, "Ulm") + entity_line("Bonn", "Bonn") + candidate_line(2, "Bonn")
    )
    documents = read_documents(write(tmp_path, {1: text, 1000: text}))
    companions = Companions(prepared(documents, {}), 2)
    both = np.array([0, 1])
    assert companions.matrix(1, both)[0, 1] == 0.0
    assert companions.matrix(1000, both)[0, 1] == pytest.approx(0.5)


def test_support_of_a_candidate_does_not_depend_on_its_position_or_on_gold(tmp_path: Path) -> None:
    documents = read_documents(write(tmp_path, made_up_corpus(np.random.default_rng(1))))
    unlinked = [
        replace(each, mentions=tuple(replace(mention, gold=None) for mention in each.mentions)) for each in documents
    ]
    found = []
    for given in (documents, reversed_lists(documents), unlinked):
        entities = ArenaEntities.of(given, {})
        made = list(prepare(given, entities))
        companions = Companions(prepared(documents, {}), len(entities.rows))
        measures = [measure(name, links=entities.links) for name in ("njs", "wlm")]
        last = made[-1]
        odds = [np.array(each, dtype=np.float64) % 3 for each in last.entities]
        supported = support_of(last, odds, entities, measures, companions)
        assert supported.rows.shape == (sum(min(len(each), MOST) for each in last.entities), len(SUPPORT_FEATURES))
        n_own = SUPPORT_FEATURES.index("forms") + 1  # the rest are features of the first stage
        by_mention = zip(last.entities, supported.at, supported.split(supported.rows[:, :n_own]), strict=True)
        found.append(
            [{each[int(k)]: row.tolist() for k, row in zip(at, rows, strict=True)} for each, at, rows in by_mention]
        )
    for other in found[1:]:
        for mine, theirs in zip(found[0], other, strict=True):
            assert mine.keys() == theirs.keys()
            for entity, row in mine.items():
                assert row == pytest.approx(theirs[entity])


def test_the_arena_learns_what_fits_together_and_says_the_same_again(tmp_path: Path) -> None:
    folder = write(tmp_path, made_up_corpus(np.random.default_rng(1)))
    results = run_arena(folder)
    assert json.loads(json.dumps(results)) == run_arena(folder)
    rows = {row["method"]: row for row in results["methods"]["own"]}
    assert "exhaustive" not in rows
    assert {"local", "pair-linking", "pagerank"} <= rows.keys()
    assert results["linked_mentions"] == 400
    stages = results["learned"]["rows"]
    assert {row["stage"] for row in stages} == set(STAGES)
    assert stages[results["learned"]["chosen"]]["test A"]["micro"] == max(row["test A"]["micro"] for row in stages)
    study = arena_study(results)
    assert study.figures == results
    report = study.markdown()
    assert "| PPRSim |  |  |  | 0.9175 |  |" in report
    assert f"| `fwbw` | {rows['fwbw']['beta']:g} |" in report


def test_an_incomplete_data_set_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"No linked mention in documents 947-1162 \(test A\)"):
        run_arena(write(tmp_path, {1: SMALL, 1200: SMALL}))
