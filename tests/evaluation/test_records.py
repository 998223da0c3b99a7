"""Tables stand beside the paper's, and F1 follows from the answers that are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking.errors import DocumentError, ParameterError
from pairlinking.evaluation.documents import AnnotatedDocument, AnnotatedMention
from pairlinking.evaluation.experiment import Outcome, Setting
from pairlinking.evaluation.paper import published_f1, published_ms
from pairlinking.evaluation.prepared import prepare
from pairlinking.evaluation.records import Records
from pairlinking.evaluation.running import METHODS, PAPER_SETS, all_settings
from pairlinking.evaluation.tables import f1_tables, read_scores, time_table
from pairlinking.kb import KnowledgeBase, open_sample

PAIRS = Setting("pair-linking", "njs")


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return open_sample()


def test_the_papers_figures_are_all_there() -> None:
    for name in PAPER_SETS:
        for setting in all_settings():
            assert 0.3 < (published_f1(*setting, name) or 0) < 1, (setting, name)
        for method in METHODS:
            assert (published_ms(method, name) or 0) > 0
    # Averages as the paper prints them.
    for method, average in (("pair-linking", 0.850), ("fwbw", 0.837), ("pagerank", 0.799)):
        found = [published_f1(method, "njs+ees", name) or 0 for name in PAPER_SETS]
        assert sum(found) / len(found) == pytest.approx(average, abs=0.001)
    assert published_f1("pair-linking", "njs+ees", "my-own") is None
    assert published_f1("nobody", "njs", "kore50") is None


def test_f1_counts_missing_answers_for_recall_alone(kb: KnowledgeBase, tmp_path: Path) -> None:
    mentions = (AnnotatedMention(0, 5, ("Tiger Woods",)), AnnotatedMention(13, 20, ("Augusta, Georgia",)))
    documents = list(prepare(kb, [AnnotatedDocument("1", "Tiger won in Augusta.", mentions)]))
    records = Records(tmp_path, {"seed": 1})
    answers = [[kb.find("Tiger Woods"), -1]]
    records.write(kb, "mine.jsonl", documents, Outcome(PAIRS, answers, [[0.9, 0.0]], (0.3,), 0.002))
    score = read_scores(records, ["mine.jsonl"], [PAIRS])["mine.jsonl", PAIRS]
    assert score.f1 == pytest.approx(2 * 1.0 * 0.5 / 1.5)
    assert score.ms == pytest.approx(2.0)
    assert (score.n_documents, score.n_mentions, score.candidate_recall) == (1, 2, 1.0)


def test_tables_hold_ours_and_the_papers(kb: KnowledgeBase, tmp_path: Path) -> None:
    mentions = (AnnotatedMention(0, 5, ("Tiger Woods",)),)
    documents = list(prepare(kb, [AnnotatedDocument("1", "Tiger won.", mentions)]))
    records, settings = Records(tmp_path, {}), all_settings()
    for setting in settings:
        answer = kb.find("Tiger Woods" if setting.method == "pair-linking" else "Tiger")
        records.write(kb, "kore50", documents, Outcome(setting, [[answer]], [[0.5]], (), 0.001))
    scores = read_scores(records, ["kore50"], settings)
    text = f1_tables(scores, ["kore50"])
    assert "| `pair-linking` | **1.000** (0.787) | 1.0000 (0.787) |" in text
    assert "| `fwbw` | 0.000 (0.749) | 0.0000 (0.749) |" in text
    assert "| `pair-linking` | 1 (0.951) |" in time_table(scores, ["kore50"])


def test_answers_of_different_experiments_do_not_mix(tmp_path: Path) -> None:
    Records(tmp_path, {"seed": 1, "scorer": "kb"})
    Records(tmp_path, {"seed": 1, "scorer": "kb"})
    with pytest.raises(ParameterError, match="scorer 'kb', now it is 'folds'"):
        Records(tmp_path, {"seed": 1, "scorer": "folds"})


def test_a_damaged_file_of_answers_is_told_with_its_line(tmp_path: Path) -> None:
    records = Records(tmp_path, {})
    path = records.path("mine", PAIRS)
    path.parent.mkdir(parents=True)
    path.write_text('{"betas": []}\n[1, 2\n')
    with pytest.raises(DocumentError, match="line 2"):
        records.read("mine", PAIRS)
    path.write_text("")
    with pytest.raises(DocumentError, match="empty"):
        records.read("mine", PAIRS)
