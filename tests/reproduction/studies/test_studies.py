"""Studies on a small data set made of the sample's gold documents, and the report of them."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pairlinking.errors import MissingExtra, ParameterError, SourceError, UnknownName
from pairlinking.evaluation.experiment import Setting
from reproduction import plots, studies
from reproduction.page import as_page
from reproduction.run import check_names, run_studies
from reproduction.studies import STUDIES
from reproduction.studies.best_setting.study import best_setting
from reproduction.studies.methods.study import methods
from reproduction.studies.running_time.study import running_time
from reproduction.study import Plot, Series, Study, Table
from reproduction.workbench import Workbench
from tests.reproduction.benches import sample_bench


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return sample_bench(tmp_path_factory.mktemp("studies"))


def test_every_method_is_shown_with_the_papers_figure(bench: Workbench) -> None:
    study = methods(bench)
    rows = {(row["method"], row["relatedness"]): row for row in study.figures["rows"]}
    own = rows["pair-linking", "njs+ees"]
    tallies = bench.tallies("kore50", Setting("pair-linking", "njs+ees"))
    right, asked = sum(each.right for each in tallies), sum(each.gold for each in tallies)
    assert own["f1"]["kore50"] == pytest.approx(right / asked, abs=0.02)  # recall; precision differs a little
    assert own["interval"]["kore50"][0] <= own["f1"]["kore50"] <= own["interval"]["kore50"][1]
    assert own["average"] == pytest.approx((own["f1"]["kore50"] + own["f1"]["reuters128"]) / 2)
    table = next(each for each in study.tables if each.title == "NJS+EES")
    assert all("(0." in cell for row in table.rows for cell in row[1:4])
    best = max(rows[method, "njs+ees"]["f1"]["kore50"] for method, name in rows if name == "njs+ees")
    assert any(row[2].startswith(f"**{best:.3f}**") for row in table.rows)
    # 1st and 2nd are counted over the two data sets, and somebody is first in each.
    assert sum(int(row[-2]) for row in table.rows) >= 2
    assert "points compared with local confidence alone" in study.about
    # Our form of WLM is next to the paper's, and has no figures of the paper.
    titles = [each.title for each in study.tables]
    prior = study.tables[titles.index("WLM") + 1]
    assert prior.title == "WLM-PRIOR"
    assert not any("(" in cell for row in prior.rows for cell in row)


def test_answers_are_kept_and_not_computed_again(bench: Workbench) -> None:
    kept = bench.records.path("kore50", Setting("fwbw", "njs"))
    before = kept.stat().st_mtime_ns
    again = Workbench(bench.kb, bench.data, answers=bench.answers, workers=1)
    assert again.tallies("kore50", Setting("fwbw", "njs")) == bench.tallies("kore50", Setting("fwbw", "njs"))
    assert kept.stat().st_mtime_ns == before


def test_running_time_is_of_every_method_on_every_set(bench: Workbench) -> None:
    study = running_time(bench)
    assert set(study.figures["ms"]) == {"kore50", "reuters128"}
    assert all(ms > 0 for row in study.figures["ms"].values() for ms in row.values())
    (table,) = study.tables
    assert sum(int(row[-2]) for row in table.rows) == 2


def test_the_best_setting_has_precision_recall_and_other_systems(bench: Workbench) -> None:
    study = best_setting(bench)
    detail = study.figures["detail"]["kore50"]
    micro = detail["micro"]
    precision, recall = micro["precision"], micro["recall"]
    assert micro["f1"] == pytest.approx(2 * precision * recall / (precision + recall))
    assert [row[0] for row in study.tables[1].rows] == ["`prior`", "`local`", "`pair-linking`", "PBoH", "DoSeR"]


def test_mentions_without_an_entity_are_kept_when_asked_for(bench: Workbench) -> None:
    linked = sum(len(each.gold) for each in bench.documents("kore50"))
    everything = [gold for each in bench.documents("kore50", with_nil=True) for gold in each.gold]
    assert len(everything) == linked + 1
    assert sum(not gold for gold in everything) == 1


def test_a_bench_without_data_or_knowledge_base_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="datasets list"):
        _ = Workbench(None, tmp_path).data_sets
    with pytest.raises(ParameterError, match="--kb"):
        _ = Workbench(None, tmp_path).kb


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_is_a_folder_with_a_function_of_its_name(name: str) -> None:
    word = name.replace("-", "_")
    assert callable(getattr(import_module(f"reproduction.studies.{word}.study"), word))


def test_every_folder_is_a_study() -> None:
    folders = {each.parent.name.replace("_", "-") for each in Path(studies.__file__).parent.glob("*/study.py")}
    assert folders == set(STUDIES)


def test_studies_are_checked_by_name_before_anything_runs() -> None:
    assert check_names(["methods", "denseness", "methods"]) == ["methods", "denseness"]
    with pytest.raises(UnknownName, match="Did you mean 'denseness'"):
        check_names(["densness"])


def test_each_study_is_written_when_it_is_done(bench: Workbench, tmp_path: Path) -> None:
    running = run_studies(bench, ["best-setting", "methods"], tmp_path)
    assert next(running).name == "best-setting"
    assert json.loads((tmp_path / "best-setting.json").read_text())["setting"] == "pair-linking njs+ees"
    assert "Collective methods" not in (tmp_path / "report.md").read_text()
    assert next(running).name == "methods"
    page = (tmp_path / "report.html").read_text()
    assert "Collective methods: micro F1" in page
    assert page.count('src="data:image/svg+xml;base64,') == 1
    assert "http" not in page.replace("http-equiv", "")


def test_the_page_holds_no_markup_of_others() -> None:
    about = "x < y, `a<b`, **bold** and *so*\n\n- one\n- two"
    study = Study("a", "<b>", about, [Table("t", ("h",), [["**1** (2)"]])], {})
    page = as_page("T & T", "", [study])
    assert "<h2>&lt;b&gt;</h2>" in page
    assert "<p>x &lt; y, <code>a&lt;b</code>, <strong>bold</strong> and <em>so</em></p>" in page
    assert "<ul><li>one</li><li>two</li></ul>" in page
    assert '<td><strong>1</strong> <span class="paper">(2)</span></td>' in page
    assert "<h1>T &amp; T</h1>" in page


@pytest.mark.parametrize("kind", ["line", "scatter", "bars"])
def test_plots_are_drawn_the_same_each_time(kind: str) -> None:
    x: list[float | str] = ["a", "b"] if kind == "bars" else [1.0, 10.0]
    series = [Series(name, x, [1.0, 2.0], [0.5, 1.5], [1.5, 2.5]) for name in ("pair-linking", "fwbw")]
    plot = Plot("title", "x", "y", series, kind=kind, log_x=kind == "line", shown=kind == "scatter")  # type: ignore[arg-type]
    svg = plots.draw(plot)
    assert svg == plots.draw(plot)
    assert ET.fromstring(svg).tag.endswith("svg")
    assert "pair-linking" in svg


def test_a_missing_library_is_told_before_the_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'pairlinking\[report\]'"):
        next(run_studies(Workbench(None, tmp_path), ["pprforned"], tmp_path))
