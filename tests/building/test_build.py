"""Building: the same bytes from the same input, nothing done twice, held-out pages out of everything."""

from __future__ import annotations

import json
import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pairlinking import building as building_package
from pairlinking.building import EntityOptions, VectorOptions
from pairlinking.building.vectors.encoded import Corpus
from pairlinking.building.vectors.learn import add_vectors
from pairlinking.building.vectors.tokens import ENTITY_MARK
from pairlinking.errors import KnowledgeBaseError, ParameterError, SourceError
from pairlinking.kb import KnowledgeBase, verify
from tests.building.small_wiki import SMALL_VECTORS, Recorder, build, checksums, small_dump
from tests.building.vectors.test_encoded import decode
from tests.sources.dumps import dump as whole_dump
from tests.sources.dumps import page

SAMPLE = Path(str(files("pairlinking") / "data" / "sample-wiki.xml"))
HALF = EntityOptions(entities="linked", holdout=0.5)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_dump(tmp_path_factory.mktemp("source") / "dump.xml")


@pytest.fixture(scope="module")
def held_out(source: Path, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    output = tmp_path_factory.mktemp("held_out") / "kb"
    return build(source, output, entities=HALF, vectors=SMALL_VECTORS, workers=1)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return build(SAMPLE, tmp_path_factory.mktemp("sample") / "kb", workers=1)


def rows(kb: KnowledgeBase, table: str) -> list[dict[str, Any]]:
    return [
        row
        for path in sorted((kb.path / "tables" / table).iterdir())
        for row in pq.ParquetFile(path).read().to_pylist()
    ]


# --- what comes out


def test_the_package_offers_functions_and_no_modules() -> None:
    # Importing the module of the same name, as other tests have by now, must not hide the function.
    for name in ("build", "add_vectors", "open_sample"):
        assert callable(getattr(building_package, name)), f"pairlinking.building.{name} is a module"


def test_counts_of_a_small_dump(source: Path, tmp_path: Path) -> None:
    kb = build(source, tmp_path / "kb", workers=1)
    counts = kb.manifest.counts
    assert counts["pages"] == 41
    assert counts["disambiguation_pages"] == 1
    assert counts["redirects"] == 5
    assert counts["circular_redirects"] == 2
    assert counts["other_namespaces"] == 1
    assert counts["links"] == 40 * 4 + 3
    assert counts["entities"] == len(kb) == 40
    assert counts["sentences"] == 40 * 3 + 3
    assert counts["held_out_pages"] == 0
    assert kb.manifest.damage == {"damaged": 0, "first": []}
    assert kb.manifest.sources[0]["name"] == "dump.xml"
    assert kb.find("Old name") == kb.find("Older name") == kb.find("Town 4")
    assert kb.get("Circle A") is None
    assert kb.get("Bend") is None
    bend = kb.dictionary.lookup("Bend")
    assert bend is not None
    assert {kb.key(entity) for entity in bend.entities[bend.origins & 8 > 0].tolist()} == {"Town 1", "Town 4"}
    assert not kb.has_vectors
    assert not kb.has_held_out
    verify(kb.path)


def test_counts_of_the_sample_wiki(sample: KnowledgeBase) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    counts = sample.manifest.counts
    assert counts["pages"] + counts["redirects"] == text.count("<page>")
    assert counts["redirects"] == len(re.findall(r"<redirect title=", text)) > 0
    assert counts["pages"] - counts["disambiguation_pages"] == counts["entities"] >= 250
    assert counts["ambiguous_forms"] >= 60
    assert counts["circular_redirects"] == 0
    assert sample.manifest.damage["damaged"] == 0
    verify(sample.path)


@pytest.mark.parametrize(
    ("form", "meanings"),
    [
        ("Tiger", {"Tiger Woods", "Tiger Airways", "Tiger Beer"}),
        ("Georgia", {"Georgia (country)", "Georgia (U.S. state)"}),
    ],
)
def test_the_papers_examples_are_ambiguous_in_the_sample(sample: KnowledgeBase, form: str, meanings: set[str]) -> None:
    found = sample.dictionary.lookup(form)
    assert found is not None
    titles = {sample.title(entity) for entity in found.entities.tolist()}
    assert len(titles) > 1
    assert meanings <= titles


def test_every_known_file_of_the_folder_is_documented(held_out: KnowledgeBase) -> None:
    text = (Path(__file__).parents[2] / "docs/reference/knowledge-base.md").read_text()
    named = set(re.findall(r"`([\w-]+/[\w.-]*)`", text)) | {"manifest.json"}
    for name in held_out.manifest.files:
        assert name in named or name.startswith("tables/"), name


# --- the same every time


@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_input_and_seed_give_the_same_manifest(
    source: Path, held_out: KnowledgeBase, tmp_path: Path, workers: int
) -> None:
    kb = build(source, tmp_path / "kb", entities=HALF, vectors=SMALL_VECTORS, workers=workers)
    assert checksums(kb) == checksums(held_out)
    assert (kb.path / "manifest.json").read_bytes() == (held_out.path / "manifest.json").read_bytes()


def test_another_seed_holds_out_other_pages(source: Path, held_out: KnowledgeBase, tmp_path: Path) -> None:
    other = build(source, tmp_path / "kb", entities=EntityOptions(entities="linked", holdout=0.5, seed=2), workers=1)
    assert {each["id"] for each in other.held_out()} != {each["id"] for each in held_out.held_out()}


def test_a_page_that_is_there_twice_is_no_mixture_of_both(tmp_path: Path) -> None:
    pages = [page(1, "Ant", "[[Bee]] first. Second [[Bee]]. Third."), page(2, "Bee", "Of [[Ant]]. Not [[Cat]].")]
    pages += [page(3, "Ant", "[[Bee]] other. More [[Cat]]. Last [[Ant]]."), page(4, "Cat", "Of [[Ant]] and [[Bee]].")]
    path = tmp_path / "dump.xml"
    path.write_bytes(whole_dump(*pages))
    kb = build(path, tmp_path / "kb", entities=EntityOptions(holdout=0.999), workers=1)
    (document,) = (each for each in kb.held_out() if each["id"] == "Ant")
    assert document["text"] in ("Bee first.\nSecond Bee.\nThird.", "Bee other.\nMore Cat.\nLast Ant.")
    assert kb.manifest.counts["entities"] == 3


def test_a_page_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    twice = [page(1, "A", "Of [[B|bee]]."), page(1, "A", "Of [[B|bee]].")]
    path.write_bytes(whole_dump(*twice, page(2, "B", "Text.")))
    found = build(path, tmp_path / "kb", workers=1).dictionary.lookup("bee")
    assert found is not None
    assert found.counts.tolist() == [1]


# --- held-out pages


def test_gold_documents_have_right_offsets_and_keys_behind_redirects(held_out: KnowledgeBase) -> None:
    documents = list(held_out.held_out())
    sentences: dict[str, list[dict[str, Any]]] = {}
    for row in rows(held_out, "sentences"):
        sentences.setdefault(row["page"], []).append(row)
    assert held_out.manifest.counts["held_out_documents"] == len(documents) > 10
    seen: Counter[str] = Counter()
    for document in documents:
        text, mentions = document["text"], document["mentions"]
        assert text == "\n".join(row["text"] for row in sentences[document["id"]])
        expected = []
        for row in sentences[document["id"]]:
            expected += [(row["text"][a["start"] : a["end"]], a["target"]) for a in row["anchors"]]
        assert [text[each["start"] : each["end"]] for each in mentions] == [anchor for anchor, _ in expected]
        for mention, (_, target) in zip(mentions, expected, strict=True):
            if target in ("Old name", "Older name"):
                assert mention["entity"] == "Town 4"
                seen["redirect"] += 1
            elif target.startswith("Town"):
                assert mention["entity"] == target
                seen["page"] += 1
            elif target in ("Bend", "Circle A"):
                assert mention["entity"] is None
                seen["null"] += 1
    assert min(seen["redirect"], seen["page"], seen["null"]) > 0
    assert sum(len(each["mentions"]) for each in documents) == held_out.manifest.counts["held_out_mentions"]


def test_held_out_pages_are_entities_but_count_nowhere(held_out: KnowledgeBase) -> None:
    out = {each["id"] for each in held_out.held_out()}
    assert all(HALF.holds_out(each) for each in out)
    numbers = {held_out.find(each) for each in out}
    assert numbers.isdisjoint(held_out.in_link_ids.tolist())
    ends = {"Old name": "Town 4", "Older name": "Town 4"}
    expected = Counter(
        (row["anchor"], ends.get(row["target"], row["target"]))
        for row in rows(held_out, "links")
        if row["page"] not in out and row["page"] != "Bend"
    )
    found: Counter[tuple[str, str]] = Counter()
    for entity in range(len(held_out)):
        for form, count in held_out.surface_forms(entity):
            if count:
                found[form, held_out.key(entity)] += count
    assert found == Counter({pair: n for pair, n in expected.items() if held_out.get(pair[1]) is not None})


def test_pages_held_out_or_learnt_from_stay_out_of_the_corpus(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pairlinking.building.vectors import learn

    lines: list[str] = []
    train = vars(learn)["train"]

    def spy(corpus: Corpus, *args: Any) -> Any:
        lines.extend(map(" ".join, decode(corpus)))
        return train(corpus, *args)

    monkeypatch.setattr(learn, "train", spy)
    kb = build(source, tmp_path / "kb", entities=HALF, vectors=SMALL_VECTORS, workers=1)
    out = {each["id"] for each in kb.held_out()}
    learnt = 0
    for number in range(40):
        title = f"Town {number}" if number % 3 else f"Town {number} (river)"
        start = re.sub(r"[()]", "", title).lower() + " lies near "
        learns = HALF.learns_from(title)
        learnt += learns
        assert not (learns and title in out)
        assert any(line.startswith(start) for line in lines) == (title not in out and not learns), title
    assert learnt > 0
    assert not any("bend may be" in line for line in lines)
    assert any(ENTITY_MARK in line for line in lines)


@pytest.mark.parametrize("holdout", [0.0, 0.3])
def test_gold_is_there_only_if_asked_for(source: Path, tmp_path: Path, holdout: float) -> None:
    kb = build(source, tmp_path / "kb", entities=EntityOptions(holdout=holdout), workers=1)
    assert kb.has_held_out == (holdout > 0)
    assert (kb.path / "gold").exists() == (holdout > 0)


def test_pages_without_any_entity_are_refused(tmp_path: Path) -> None:
    pages = [page(1, "Bend", "Bend may be:\n* [[Town 1]]\n{{disambig}}"), page(2, "A", "#REDIRECT [[Bend]]")]
    (tmp_path / "dump.xml").write_bytes(whole_dump(*pages))
    with pytest.raises(SourceError, match="There are no entities"):
        build(tmp_path / "dump.xml", tmp_path / "kb", workers=1)
    assert not (tmp_path / "kb").exists()


# --- where it goes


def test_a_folder_that_holds_something_else_is_refused(source: Path, tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "letter.txt").write_text("Dear")
    for replace in (False, True):
        with pytest.raises(KnowledgeBaseError, match="is not a knowledge base"):
            build(source, tmp_path / "kb", replace=replace)
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["kb", "letter.txt"]


def test_a_file_is_refused(source: Path, tmp_path: Path) -> None:
    (tmp_path / "kb").write_text("Dear")
    with pytest.raises(KnowledgeBaseError, match="exists"):
        build(source, tmp_path / "kb", replace=True)


def test_an_empty_folder_is_fine_and_a_knowledge_base_only_with_replace(source: Path, tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    first = build(source, tmp_path / "kb", workers=1)
    with pytest.raises(KnowledgeBaseError, match="--replace"):
        build(source, tmp_path / "kb", workers=1)
    second = build(source, tmp_path / "kb", entities=HALF, workers=1, replace=True)
    assert second.manifest.id != first.manifest.id
    assert [each.name for each in tmp_path.iterdir()] == ["kb"]


def test_a_missing_parent_folder_is_told(source: Path, tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match=r"The parent folder .*/no/such"):
        build(source, tmp_path / "no" / "such" / "kb")
    assert not list(tmp_path.iterdir())


def test_the_current_folder_can_be_named(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kb").mkdir()
    monkeypatch.chdir(tmp_path / "kb")
    try:
        build(source, ".", workers=1)
    except KnowledgeBaseError:  # one clear sentence would do as well
        return
    assert KnowledgeBase.open(tmp_path / "kb")


def test_no_source_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no source"):
        build([], tmp_path / "kb")
    for name in ("missing.xml", "."):
        with pytest.raises(SourceError, match=r"no file|is a folder"):
            build(tmp_path / name, tmp_path / "kb")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("memory", ["a lot", "", "5 potatoes"])
def test_a_memory_that_is_none_is_refused_before_anything_is_read(source: Path, tmp_path: Path, memory: str) -> None:
    recorder = Recorder()
    with pytest.raises(ParameterError, match="memory"):
        build(source, tmp_path / "kb", memory=memory, workers=1, progress=recorder)
    assert "Reading pages" not in recorder.stages


def test_a_second_build_of_the_same_folder_is_refused(source: Path, tmp_path: Path) -> None:
    class Impatient(Recorder):
        def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
            super().start(stage, total=total, unit=unit)
            if stage == "Writing entities":
                with pytest.raises(KnowledgeBaseError, match="Another build"):
                    build(source, tmp_path / "kb", workers=1)

    assert len(build(source, tmp_path / "kb", workers=1, progress=Impatient())) == 40


def test_without_tables_there_are_none_and_vectors_cannot_be_added(source: Path, tmp_path: Path) -> None:
    kb = build(source, tmp_path / "kb", workers=1, keep_tables=False)
    assert not (kb.path / "tables").exists()
    verify(kb.path)
    with pytest.raises(KnowledgeBaseError, match=r"no tables to learn vectors from.*--no-tables"):
        add_vectors(kb.path, SMALL_VECTORS)
    verify(kb.path)


# --- vectors later


def test_vectors_added_later_are_those_of_a_build_with_vectors(
    source: Path, held_out: KnowledgeBase, tmp_path: Path
) -> None:
    kb = build(source, tmp_path / "kb", entities=HALF, workers=2)
    assert not kb.has_vectors
    kb = add_vectors(kb.path, SMALL_VECTORS, workers=1)
    assert kb.has_vectors
    assert checksums(kb) == checksums(held_out)
    assert kb.manifest == held_out.manifest
    verify(kb.path)
    again = add_vectors(kb.path, VectorOptions(**vars(SMALL_VECTORS) | {"seed": 2}), workers=1)
    assert again.manifest.id == held_out.manifest.id
    assert checksums(again) != checksums(held_out)
    verify(kb.path)
    assert [each.name for each in tmp_path.iterdir()] == ["kb"]


def test_vectors_learned_in_files_are_those_learned_in_memory(
    source: Path, held_out: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pairlinking.building.vectors import learn, matrices

    train, used = vars(learn)["train"], list[Path]()

    def spy(corpus: Corpus, options: VectorOptions, on_progress: Any, scratch: Path) -> Any:
        trained = train(corpus, options, on_progress, scratch)
        used.extend(path for path in scratch.iterdir() if path.suffix == ".matrix")
        return trained

    monkeypatch.setattr(matrices, "_SHARE", 0)
    monkeypatch.setattr(learn, "train", spy)
    kb = build(source, tmp_path / "built", entities=HALF, vectors=SMALL_VECTORS, workers=1)
    assert checksums(kb) == checksums(held_out)
    assert checksums(add_vectors(kb.path, SMALL_VECTORS, workers=1, memory="300MB")) == checksums(held_out)
    assert len(used) == 4
    assert [each.name for each in tmp_path.iterdir()] == ["built"]


def test_memory_must_be_a_size(held_out: KnowledgeBase) -> None:
    with pytest.raises(ParameterError, match="The 'memory' parameter of add_vectors"):
        add_vectors(held_out.path, SMALL_VECTORS, memory="much")


@pytest.mark.parametrize("workers", [0, -1, 1.5])
def test_workers_must_be_a_positive_whole_number(
    held_out: KnowledgeBase, source: Path, tmp_path: Path, workers: Any
) -> None:
    with pytest.raises(ParameterError, match="workers"):
        build(source, tmp_path / "kb", workers=workers)
    with pytest.raises(ParameterError, match="workers"):
        add_vectors(held_out.path, SMALL_VECTORS, workers=workers)


def test_vectors_learnt_again_but_too_rare_leave_the_knowledge_base_as_it_was(source: Path, tmp_path: Path) -> None:
    kb = build(source, tmp_path / "kb", vectors=SMALL_VECTORS, workers=1)
    before = (kb.path / "manifest.json").read_bytes()
    with pytest.raises(Exception, match="min_count"):
        add_vectors(kb.path, VectorOptions(min_count=10**6), workers=1)
    assert (kb.path / "manifest.json").read_bytes() == before
    verify(kb.path)


# --- nothing twice


class Stop(Exception):
    """Ends a build."""


class Stopper(Recorder):
    """Ends the build when a stage is about to start."""

    def __init__(self, stage: str) -> None:
        super().__init__()
        self._last = stage

    def start(self, stage: str, *, total: int | None = None, unit: str = "") -> None:
        """Remember the stage, or stop."""
        if stage == self._last:
            raise Stop
        super().start(stage, total=total, unit=unit)


@pytest.mark.parametrize(
    ("changes", "repeated"),
    [
        ({}, []),
        ({"memory": "300MB", "workers": 2}, []),
        ({"vectors": VectorOptions(**vars(SMALL_VECTORS) | {"seed": 2})}, ["corpus", "tokens", "vectors"]),
        ({"vectors": None}, []),
        (
            {"entities": EntityOptions(holdout=0.4)},
            [
                "Relating",
                "entities",
                "surface",
                "in-links",
                "facts",
                "held-out",
                "name parts",
                "in text",
                "around",
                "profiles",
                "corpus",
                "tokens",
                "vectors",
            ],
        ),
        (
            {"allow_truncated": True},
            [
                "Reading",
                "Joining",
                "Relating",
                "entities",
                "surface",
                "in-links",
                "facts",
                "held-out",
                "name parts",
                "in text",
                "around",
                "profiles",
                "corpus",
                "tokens",
                "vectors",
            ],
        ),
    ],
    ids=["nothing", "memory", "vector seed", "no vectors", "holdout", "truncated"],
)
def test_a_changed_parameter_repeats_only_what_depends_on_it(
    source: Path, held_out: KnowledgeBase, tmp_path: Path, changes: dict[str, Any], repeated: list[str]
) -> None:
    options: dict[str, Any] = {"entities": HALF, "vectors": SMALL_VECTORS, "workers": 1}
    with pytest.raises(Stop):
        build(source, tmp_path / "kb", progress=Stopper("Hashing the files"), **options)
    recorder = Recorder()
    kb = build(source, tmp_path / "kb", progress=recorder, **options | changes)
    verify(kb.path)
    assert recorder.stages[0] == "Checking the sources"
    assert recorder.stages[-1] == "Hashing the files"
    ran = recorder.stages[1:-1]
    assert len(ran) == len(repeated), ran
    assert all(word in stage for word, stage in zip(repeated, ran, strict=True)), ran
    is_same = not repeated and "vectors" not in changes
    fresh = held_out if is_same else build(source, tmp_path / "fresh", **options | changes)
    assert checksums(kb) == checksums(fresh)
    assert kb.manifest == fresh.manifest


def test_a_changed_source_is_read_again(tmp_path: Path) -> None:
    path = small_dump(tmp_path / "dump.xml")
    with pytest.raises(Stop):
        build(path, tmp_path / "kb", workers=1, progress=Stopper("Writing surface forms"))
    small_dump(path, seed=8)
    kb = build(path, tmp_path / "kb", workers=1)
    assert checksums(kb) == checksums(build(path, tmp_path / "fresh", workers=1))


def test_progress_rises_to_its_total(source: Path, tmp_path: Path) -> None:
    recorder = Recorder()
    big = tmp_path / "big.xml"  # several blocks
    big.write_bytes(source.read_bytes().replace(b"  <page>", b" " * 3_000_000 + b"<page>", 1))
    build([source, big], tmp_path / "kb", vectors=SMALL_VECTORS, entities=HALF, workers=1, progress=recorder)
    assert recorder.finished == recorder.stages
    wrong = {}
    for stage, total, updates in zip(recorder.stages, recorder.totals, recorder.updates, strict=True):
        rises = updates == sorted(updates)
        if total is not None and not (rises and all(0 <= done <= total for done in updates)):
            wrong[stage] = (total, updates)
        # Every stage that knows how much there is to do comes to its end.
        if total and updates and updates[-1] != total:
            wrong[stage] = (total, updates)
    assert wrong == {}


def test_a_catalogue_shows_progress_that_rises(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text("".join(json.dumps({"id": f"Q{i}", "title": f"Title {i}"}) + "\n" for i in range(9)))
    recorder = Recorder()
    build(path, tmp_path / "kb", workers=1, progress=recorder)
    updates = recorder.updates[recorder.stages.index("Writing entities")]
    assert updates == sorted(updates)


def test_a_link_is_followed_to_the_folder_that_it_names(source: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "elsewhere" / "kb")
    with pytest.raises(KnowledgeBaseError, match=r"The parent folder .*elsewhere does not exist"):
        build(source, link, workers=1)
    (tmp_path / "elsewhere").mkdir()
    built = build(source, link, workers=1)
    assert built.path == tmp_path / "elsewhere" / "kb"
    assert KnowledgeBase.open(link).manifest == built.manifest
    assert build(source, link, workers=1, replace=True).manifest == built.manifest
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.rglob("*kb*")) == ["kb"]


def test_a_link_to_an_empty_folder_is_followed(source: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "empty")
    verify(build(source, tmp_path / "link", workers=1).path)
