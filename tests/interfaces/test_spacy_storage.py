"""Pipelines and documents go to other processes, to disk and back; and the component is found once it is installed."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from pairlinking.errors import KnowledgeBaseError
from pairlinking.interfaces.spacy_pipe import PairLinkingPipe
from tests.interfaces.spacy_pipelines import NIGHT, TEXT, kb_ids, pipeline, spotting, told
from tests.kb.small_kb import write_small_kb

ROOT = Path(__file__).parents[2]
TEXTS = [TEXT, "", NIGHT, "Nothing here.", "Tiger slept."] * 3


@pytest.fixture(scope="module")
def nlp() -> Language:
    return pipeline()


def test_many_documents_are_linked_as_one_by_one(nlp: Language) -> None:
    assert [told(doc) for doc in nlp.pipe(TEXTS, batch_size=4)] == [told(nlp(text)) for text in TEXTS]


def test_several_processes_tell_the_same(nlp: Language) -> None:
    found = nlp.pipe(TEXTS, batch_size=3, n_process=2)
    assert [told(doc) for doc in found] == [told(nlp(text)) for text in TEXTS]


def test_the_component_can_be_pickled(nlp: Language) -> None:
    again = pickle.loads(pickle.dumps(nlp.get_pipe("pairlinking")))
    with nlp.select_pipes(disable="pairlinking"):
        doc = nlp(TEXT)
    assert told(again(doc)) == told(nlp(TEXT))


def test_a_pipeline_on_disk_is_the_same(tmp_path: Path) -> None:
    nlp = pipeline(method="fwbw", beta=0.3, n_candidates=2, spot=True)
    nlp.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    assert again.pipe_names == ["entity_ruler", "pairlinking"]
    component = again.get_pipe("pairlinking")
    assert isinstance(component, PairLinkingPipe)
    assert (component.linker.method, component.linker.beta, component.spot) == ("fwbw", 0.3, True)
    assert told(again(TEXT)) == told(nlp(TEXT))


def test_a_pipeline_in_bytes_is_the_same() -> None:
    again, expected = spotting(), spotting()(TEXT)
    assert told(again.from_bytes(spotting().to_bytes())(TEXT)) == told(expected)


def test_a_knowledge_base_that_has_moved_is_told_with_what_to_do(tmp_path: Path) -> None:
    old, new = write_small_kb(tmp_path / "old"), tmp_path / "new"
    nlp = pipeline(kb=str(old))
    expected = told(nlp("Tiger Woods won."))
    nlp.to_disk(tmp_path / "pipeline")
    old.rename(new)
    with pytest.raises(KnowledgeBaseError) as caught:
        spacy.load(tmp_path / "pipeline")
    assert str(old) in str(caught.value)
    assert 'config={"components": {"pairlinking": {"kb": "PATH"}}}' in str(caught.value)
    again = spacy.load(tmp_path / "pipeline", config={"components": {"pairlinking": {"kb": str(new)}}})
    assert told(again("Tiger Woods won.")) == expected
    again.to_disk(tmp_path / "again")
    assert spacy.load(tmp_path / "again").config["components"]["pairlinking"]["kb"] == str(new)


def test_documents_are_stored_with_all_that_is_told(nlp: Language) -> None:
    doc = nlp(TEXT)
    expected = told(doc)
    assert told(Doc(nlp.vocab).from_bytes(doc.to_bytes())) == expected
    assert told(pickle.loads(pickle.dumps(doc))) == expected
    stored = DocBin(store_user_data=True, docs=[doc]).to_bytes()
    [binned] = DocBin().from_bytes(stored).get_docs(nlp.vocab)
    assert json.dumps(told(binned)) == json.dumps(expected)  # it makes tuples of lists
    without = DocBin(docs=[doc]).to_bytes()
    [bare] = DocBin().from_bytes(without).get_docs(nlp.vocab)
    assert kb_ids(bare) == kb_ids(doc)
    for ent in doc.ents:
        assert json.loads(json.dumps(ent._.pairlinking)) == ent._.pairlinking


def test_documents_can_be_joined(nlp: Language) -> None:
    joined = Doc.from_docs([nlp(NIGHT), nlp(TEXT)])
    assert told(joined) == told(nlp(NIGHT)) + told(nlp(TEXT))


def run(code: str, *path: Path) -> str:
    """Output of code in a Python of its own, with these folders to import from."""
    search = f"import sys; sys.path[:0] = {[str(ROOT / 'src'), *map(str, path)]!r}\n"
    done = subprocess.run([sys.executable, "-c", search + code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_after_installation_spacy_knows_the_component_by_name(tmp_path: Path) -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    folder = tmp_path / "door-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: door\nVersion: 1\n")
    lines = (f"{name} = {place}\n" for name, place in groups["spacy_factories"].items())
    (folder / "entry_points.txt").write_text("[spacy_factories]\n" + "".join(lines))
    code = "import spacy; nlp = spacy.blank('en'); nlp.add_pipe('pairlinking'); print(nlp.pipe_names)"
    assert run(code, tmp_path) == "['pairlinking']\n"


def test_spacy_is_imported_by_those_who_use_it_only() -> None:
    assert run("import pairlinking, sys; print('spacy' in sys.modules)") == "False\n"


def test_without_spacy_the_error_says_what_to_install() -> None:
    code = """
sys.modules["spacy"] = None
from pairlinking.errors import MissingExtra
try:
    import pairlinking.interfaces.spacy_pipe
except MissingExtra as error:
    print(error)
"""
    assert "pip install 'pairlinking[spacy]'" in run(code)
