"""A knowledge base as a whole: opened quickly, asked everything, refused when damaged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import pairlinking as pl
from pairlinking.errors import KnowledgeBaseError, ParameterError, UnknownName
from pairlinking.kb import KnowledgeBase
from pairlinking.kb.manifest import list_files
from pairlinking.relatedness import measure
from tests.kb.small_kb import CATALOGUE, IN_LINKS, KEYS, rewrite_manifest, write_small_kb


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return KnowledgeBase.open(write_small_kb(tmp_path_factory.mktemp("wiki")))


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return KnowledgeBase.open(write_small_kb(tmp_path_factory.mktemp("catalogue"), catalogue=True))


def test_a_name_that_several_entities_share_suggests_them() -> None:
    kb = pl.load("sample").kb
    with pytest.raises(UnknownName, match=r"Did you mean 'Georgia \(country\)' or 'Georgia \(U\.S\. state\)'\?"):
        kb.find("Georgia")


def test_entities_have_keys_and_titles(wiki: KnowledgeBase, catalogue: KnowledgeBase) -> None:
    assert len(wiki) == 6
    assert [wiki.key(entity) for entity in range(6)] == [wiki.title(entity) for entity in range(6)] == KEYS
    assert {catalogue.key(entity): catalogue.title(entity) for entity in range(6)} == CATALOGUE
    for entity in (-1, 6):
        for ask in (wiki.key, wiki.title, wiki.in_links, wiki.redirects_of, wiki.surface_forms):
            with pytest.raises(IndexError):
                ask(entity)
        with pytest.raises(IndexError, match=f"Got {entity} instead"):
            wiki.check_entities(np.array([2, entity, 3]))
    wiki.check_entities(np.array([5, 0]))
    wiki.check_entities(np.empty(0, dtype=np.int64))


@pytest.mark.parametrize("name", ["Tiger Woods", "Tiger_Woods", "tiger_Woods", "Eldrick Woods", "eldrick Woods"])
def test_find_takes_keys_and_redirects_as_a_wiki_does(wiki: KnowledgeBase, name: str) -> None:
    assert wiki.find(name) == wiki.get(name) == 4


@pytest.mark.parametrize("name", ["Tigre Woods", "tiger wood", "Tiger_Wods", "", "\ud800", "x"])
def test_an_unknown_name_is_refused(wiki: KnowledgeBase, name: str) -> None:
    assert wiki.get(name) is None
    with pytest.raises(UnknownName, match="Can't find") as raised:
        wiki.find(name)
    assert ("Did you mean 'Tiger" in str(raised.value)) == ("ti" in name.lower())


def test_a_title_of_a_catalogue_is_found_if_only_one_entity_has_it(catalogue: KnowledgeBase) -> None:
    assert catalogue.find("Q5") == catalogue.find("Tiger Woods") == catalogue.find("tiger_Woods".title()) == 4
    assert catalogue.find("Tiger") == 3  # a form of two entities, the title of one
    assert catalogue.get("Augusta") is None
    with pytest.raises(UnknownName, match=r"title of 2 entities.*'Q1', 'Q2'"):
        catalogue.find("Augusta")
    with pytest.raises(UnknownName):
        catalogue.find("Georgia")  # an anchor only


def test_names_and_forms_of_an_entity(wiki: KnowledgeBase) -> None:
    assert wiki.redirects_of(4) == ["Eldrick Woods", "Tiger woods"]
    assert wiki.redirects_of(0) == []
    assert wiki.surface_forms(3) == [("tiger", 11), ("Tiger", 5), ("TIGER", 2)]
    assert wiki.surface_forms(0) == [("Augusta", 3), ("augusta national", 0)]


def test_in_links_are_the_lists(wiki: KnowledgeBase) -> None:
    assert [wiki.in_links(entity).tolist() for entity in range(6)] == IN_LINKS


def test_vectors_are_found_by_word_in_any_case(wiki: KnowledgeBase) -> None:
    assert wiki.has_vectors
    golf = wiki.word_vector("Golf")
    assert golf is not None
    assert golf.dtype == np.float32
    assert golf.shape == (20,)
    assert golf.tolist() == wiki.word_vector("golf").tolist()  # type: ignore[union-attr]
    assert wiki.word_vector("ÄGYPTISCH") is not None
    assert wiki.word_vector("tennis") is None
    assert wiki.word_vector("\ud800") is None
    assert wiki.entity_vectors is not None
    assert wiki.entity_vectors.shape == (6, 32)


def test_held_out_pages_are_documents(wiki: KnowledgeBase) -> None:
    (document,) = wiki.held_out()
    assert document["mentions"][0] == {"start": 0, "end": 5, "entity": "Tiger Woods"}


def test_vectors_and_held_out_pages_may_be_missing(tmp_path: Path) -> None:
    kb = KnowledgeBase.open(write_small_kb(tmp_path, vectors=False, gold=False))
    assert not kb.has_vectors
    assert kb.word_vector("golf") is None
    assert kb.word_vectors is None
    assert kb.entity_vectors is None
    assert "without vectors" in repr(kb)
    with pytest.raises(KnowledgeBaseError, match="--holdout"):
        kb.held_out()
    assert measure("njs", kb=kb).n_entities == 6
    with pytest.raises(ParameterError, match="Add them with: pairlinking build vectors"):
        measure("njs+ees", kb=kb)


def test_measures_share_the_lists_and_vectors_of_their_knowledge_base(wiki: KnowledgeBase) -> None:
    both = measure("njs+ees", kb=wiki)
    assert both.score(0, 1) == (measure("njs", kb=wiki).score(0, 1) + measure("ees", kb=wiki).score(0, 1)) / 2
    assert getattr(measure("wlm", kb=wiki), "links") is getattr(measure("njs", kb=wiki), "links")  # noqa: B009
    assert measure("ees", kb=wiki) is measure("ees", kb=wiki)


def test_a_folder_may_be_moved_and_named_by_a_string(tmp_path: Path) -> None:
    write_small_kb(tmp_path / "a").rename(tmp_path / "b")
    kb = KnowledgeBase.open(str(tmp_path / "b"))
    assert kb.path == tmp_path / "b"
    assert kb.manifest.id in repr(kb)


def test_the_same_input_gives_the_same_folder_byte_for_byte(tmp_path: Path) -> None:
    first, second = write_small_kb(tmp_path / "a"), write_small_kb(tmp_path / "b")
    for name in [*list_files(first), "manifest.json"]:
        assert (first / name).read_bytes() == (second / name).read_bytes(), name


def test_opening_imports_nothing_of_building(tmp_path: Path) -> None:
    write_small_kb(tmp_path)
    code = (
        "import sys; from pairlinking.kb import KnowledgeBase; KnowledgeBase.open(sys.argv[1]);"
        "print([name for name in ('duckdb', 'pyarrow', 'gensim', 'pandas', 'scipy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_cut_or_missing_file_is_refused_whichever_it_is(tmp_path: Path) -> None:
    for catalogue in (False, True):
        folder = write_small_kb(tmp_path / str(catalogue), catalogue=catalogue)
        for name in [*list_files(folder), "manifest.json"]:
            whole = (folder / name).read_bytes()
            for length in (0, 1, len(whole) // 2, len(whole) - 1):
                (folder / name).write_bytes(whole[:length])
                if name == "manifest.json" and length == len(whole) - 1:
                    continue  # without its last line feed, which is no harm
                with pytest.raises(KnowledgeBaseError):
                    KnowledgeBase.open(folder)
            (folder / name).unlink()
            with pytest.raises(KnowledgeBaseError, match=Path(name).name):
                KnowledgeBase.open(folder)
            (folder / name).write_bytes(whole)
        KnowledgeBase.open(folder)


def test_a_cut_file_is_refused_also_if_the_manifest_agrees_with_it(tmp_path: Path) -> None:
    folder = write_small_kb(tmp_path, catalogue=True)
    for name in list_files(folder):
        if name.startswith("gold"):
            continue  # lines, which are read one by one
        whole = (folder / name).read_bytes()
        for length in (0, 1, len(whole) // 2, len(whole) - 1):
            (folder / name).write_bytes(whole[:length])
            rewrite_manifest(folder)
            with pytest.raises(KnowledgeBaseError):
                KnowledgeBase.open(folder)
        (folder / name).write_bytes(whole)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("entities/names.npy", np.zeros(3, np.int32)),
        ("surfaces/counts.npy", np.zeros(3, np.int32)),
        ("surfaces/origins.npy", np.ones(3, np.uint8)),
        ("surfaces/indptr.npy", np.array([0, 10])),
        ("surfaces/folded_forms.npy", np.zeros(3, np.int32)),
        ("in-links/indptr.npy", np.array([0, 11])),
        ("in-links/ids.npy", np.zeros(3, np.int32)),
        ("vectors/entities.npy", np.zeros((5, 32), np.int16)),
        ("vectors/entities.npy", np.zeros((6, 20), np.int16)),
        ("vectors/words.npy", np.zeros((5, 20), np.float16)),
        ("vectors/word_counts.npy", np.zeros(5, np.int64)),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(tmp_path: Path, name: str, array: npt.NDArray[Any]) -> None:
    folder = write_small_kb(tmp_path)
    np.save(folder / name, array)
    rewrite_manifest(folder)
    with pytest.raises(KnowledgeBaseError, match="is damaged"):
        KnowledgeBase.open(folder)
