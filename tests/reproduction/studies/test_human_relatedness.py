"""The study of relatedness by people: reading the files, what is left out, and correlations against scipy's."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr

from pairlinking.errors import SourceError
from pairlinking.kb import KnowledgeBase
from pairlinking.relatedness import relatedness_of
from reproduction.ranks import ndcg
from reproduction.studies.human_relatedness.judgements import Ranking, RatedPair, read_pairs, read_rankings
from reproduction.studies.human_relatedness.scores import interval, judge_pairs, judge_rankings
from reproduction.studies.human_relatedness.study import human_relatedness
from reproduction.workbench import Workbench
from tests.evaluation.made_up import write
from tests.kb.small_kb import KEYS, write_small_kb

HEAD = "termA,idA,titleA,termB,idB,titleB,relatedness"
ALL = ["wlm", "wlm-prior", "njs", "ees", "njs+ees"]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return KnowledgeBase.open(write_small_kb(tmp_path_factory.mktemp("human") / "kb"))


def _csv(path: Path, *rows: str) -> Path:
    return write(path, "\r\n".join([HEAD, *rows, ""]))


def test_rankings_are_titles_with_others_behind_tabs(tmp_path: Path) -> None:
    path = write(tmp_path / "KORE.txt", "Apple Inc.\r\n\tSteve Jobs\r\n\tNeXT\r\n\nGoogle\n\tLarry Page")
    assert read_rankings(path) == [Ranking("Apple Inc.", ("Steve Jobs", "NeXT")), Ranking("Google", ("Larry Page",))]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("\n\tSteve Jobs\n", "line 2: a title without a tab"),
        ("Apple\n\tSteve Jobs\nGoogle\nYahoo\n\tX\n", "line 3: 'Google' must be followed"),
        ("\n", "is empty"),
        (b"Apple\n\tJobs \xff\n", "line 2: not UTF-8"),
    ],
)
def test_a_broken_ranking_is_told_with_its_line(tmp_path: Path, content: str | bytes, told: str) -> None:
    path = write(tmp_path / "KORE.txt", content)
    with pytest.raises(SourceError, match=told) as error:
        read_rankings(path)
    assert str(path) in str(error.value)


def test_pairs_are_read_with_quotes_and_terms_without_a_page(tmp_path: Path) -> None:
    path = _csv(
        tmp_path / "pairs.csv",
        'way,1,"Direction (geometry, geography)",mix,2,Combination,2.25',
        ",3,Love,lad,null,null,10",
        "null,4,null,x,5,Zero,0.00",
    )
    assert read_pairs(path) == [
        RatedPair("Direction (geometry, geography)", "Combination", 2.25),
        RatedPair("Love", None, 10.0),
        RatedPair("null", "Zero", 0.0),
    ]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("love,1,Love,sex,2,Sex", "line 3: 7 values were expected. Got 6"),
        ("love,1,Love,sex,2,Sex,much", "line 3: the relatedness must be a number of at least 0. Got 'much'"),
        ("love,1,Love,sex,2,Sex,nan", "line 3: .* Got 'nan'"),
        ("love,1,Love,sex,2,Sex,-1", "line 3: .* Got '-1'"),
        ("love,1,,sex,2,Sex,1", "line 3: a title is empty"),
        ('love,1,"Love,sex,2,Sex,1', "line 3: no comma-separated values"),
    ],
)
def test_a_broken_pair_is_told_with_its_line(tmp_path: Path, row: str, told: str) -> None:
    path = _csv(tmp_path / "pairs.csv", "a,1,A,b,2,B,3", row)
    with pytest.raises(SourceError, match=told) as error:
        read_pairs(path)
    assert str(path) in str(error.value)


@pytest.mark.parametrize("content", ["", "titleA,titleB\nA,B\n"])
def test_pairs_need_their_head(tmp_path: Path, content: str) -> None:
    with pytest.raises(SourceError, match=r"line 1: a head with the columns .* 'idA' is missing"):
        read_pairs(write(tmp_path / "pairs.csv", content))


def test_the_correlation_over_pairs_is_that_of_scipy(kb: KnowledgeBase) -> None:
    titles = [(left, right) for at, left in enumerate(KEYS) for right in KEYS[at + 1 :]]
    ratings = np.random.default_rng(1).integers(0, 10, size=len(titles)).astype(float)
    judged = judge_pairs(
        kb, [RatedPair(*pair, rating) for pair, rating in zip(titles, ratings, strict=True)], ALL, seed=1
    )
    assert (judged.n, judged.used, dict(judged.left_out)) == (15, 15, {})
    for name in ALL:
        scores = [relatedness_of(kb, name).score(kb.find(left), kb.find(right)) for left, right in titles]
        found = judged.agreement[name]
        assert found.spearman == pytest.approx(spearmanr(ratings, scores).statistic)
        assert found.ndcg == pytest.approx(ndcg(ratings, scores))
        assert found.zeros == np.mean(np.array(scores) == 0)
        assert interval(found.spearman, found.drawn).low < found.spearman < interval(found.spearman, found.drawn).high
    assert judged.by_chance == pytest.approx(ndcg(ratings, np.zeros(15)))


def test_pairs_that_cannot_be_used_are_counted_by_reason(kb: KnowledgeBase) -> None:
    pairs = [
        RatedPair("Tiger", "Georgia (U.S. state)", 4.0),
        RatedPair("Georgia (U.S. state)", "Panthera tigris", 6.0),
        RatedPair("Tiger Woods", "Eldrick Woods", 10.0),
        RatedPair("Tiger", "Nowhere", 1.0),
        RatedPair("Tiger", None, 1.0),
        RatedPair("Tiger", "Augusta, Georgia", 2.0),
    ]
    judged = judge_pairs(kb, pairs, ["njs"], seed=1)
    reasons = {"pair rated twice": 1, "the same entity twice": 1, "title unknown": 1, "no page named": 1}
    assert (judged.n, judged.used, dict(judged.left_out)) == (6, 2, reasons)
    # Of the pair that is rated twice, 5 is the mean.
    assert judged.by_chance == pytest.approx(ndcg([5.0, 2.0], [0, 0]))


def test_the_correlation_with_an_order_is_the_mean_over_seeds(kb: KnowledgeBase) -> None:
    others = [key for key in KEYS if key != "Tiger Woods"]
    rankings = [Ranking("Tiger Woods", tuple(others)), Ranking("Eldrick Woods", ("Unknown", *others[::-1]))]
    judged = judge_rankings(kb, rankings, ALL, seed=1)
    assert (judged.n, judged.used, dict(judged.left_out)) == (11, 10, {"title unknown": 1})
    for name in ALL:
        scores = np.array([relatedness_of(kb, name).score(kb.find("Tiger Woods"), kb.find(each)) for each in others])
        expected = spearmanr(-np.arange(5), scores).statistic
        assert judge_rankings(kb, rankings[:1], [name], seed=1).agreement[name].spearman == pytest.approx(expected)
        # The second seed has the reversed order: the mean is 0, unless drawn anew.
        assert judged.agreement[name].spearman == pytest.approx(0.0)
        assert judged.agreement[name].drawn.max() == pytest.approx(abs(expected))
        # Gains by the place among all titles, of the longest list: 6 for the first.
        first, second = ndcg(6 - np.arange(5), scores), ndcg(np.arange(1, 6), scores)
        assert judged.agreement[name].ndcg == pytest.approx((first + second) / 2)


def test_seeds_that_are_unknown_or_have_few_known_titles_are_left_out(kb: KnowledgeBase) -> None:
    rankings = [
        Ranking("Nobody", ("Tiger", "Ägypten")),
        Ranking("Tiger Woods", ("Tiger", "Panthera tigris", "Tiger woods", "Nothing", "Ägypten")),
    ]
    judged = judge_rankings(kb, rankings, ["njs"], seed=1)
    assert judged.used == 0
    assert judged.agreement == {}
    assert dict(judged.left_out) == {
        "seed unknown": 2,
        "the same entity twice": 2,
        "title unknown": 1,
        "seed with fewer than 5 known titles": 2,
    }
    assert sum(judged.left_out.values()) == judged.n


def _files(folder: Path, rows: list[str], ranking: str) -> None:
    write(folder / "relatedness/KORE.txt", ranking)
    for number in (353, 411):
        _csv(folder / f"relatedness/wikipediaSimilarity{number}.csv", *rows)


@pytest.mark.parametrize("vectors", [True, False])
def test_the_study_tells_every_measure_the_knowledge_base_has(tmp_path: Path, vectors: bool) -> None:
    kb = KnowledgeBase.open(write_small_kb(tmp_path / "kb", vectors=vectors))
    rows = [f'x,1,"{left}",y,2,"{right}",{at}' for at, (left, right) in enumerate(pairwise(KEYS))]
    _files(tmp_path, rows, "Tiger\n" + "".join(f"\t{key}\n" for key in KEYS if key != "Tiger"))
    study = human_relatedness(Workbench(kb, tmp_path))
    json.dumps(study.figures, allow_nan=False)
    measures = ALL if vectors else ["wlm", "wlm-prior", "njs"]
    assert [each.name for each in study.plots[0].series] == measures
    assert list(study.tables[1].head) == ["", *(name.upper() for name in measures)]
    assert study.figures["Similarity-353"]["used"] == 5
    assert study.figures["KORE"]["seeds"] == ["Tiger"]
    assert "5 of the pairs used are in both" in study.about
    assert set(measures) <= set(study.figures["KORE"])


def test_a_missing_file_is_told_with_the_next_step(kb: KnowledgeBase, tmp_path: Path) -> None:
    _files(tmp_path, [], "Tiger\n\tTiger Woods\n")
    missing = tmp_path / "relatedness/KORE.txt"
    missing.unlink()
    with pytest.raises(SourceError, match=r"not found.*wikipedia2vec") as error:
        human_relatedness(Workbench(kb, tmp_path))
    assert str(missing) in str(error.value)
    assert "Similarity353" not in str(error.value)


def test_a_knowledge_base_of_other_titles_is_told(kb: KnowledgeBase, tmp_path: Path) -> None:
    _files(tmp_path, ["x,1,Rom,y,2,Paris,3"], "Rom\n\tParis\n")
    with pytest.raises(SourceError, match=r"knows almost none of the titles.*English Wikipedia"):
        human_relatedness(Workbench(kb, tmp_path))
