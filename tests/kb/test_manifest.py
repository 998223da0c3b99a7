"""The manifest: the same for the same, and one clear sentence for everything else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.manifest import Manifest, list_files, read_manifest, record_files, write_manifest


def write(folder: Path, **changes: Any) -> Manifest:
    content: dict[str, Any] = {
        "sources": [{"name": "d.xml"}],
        "parameters": {"entities": {"min_links": 2}, "vectors": None},
        "counts": {"entities": 3},
        "damage": {},
        "files": record_files(folder, list_files(folder)),
    }
    return write_manifest(folder, **(content | changes))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    kb = tmp_path / "kb"
    for name in ("a.bin", "deep/b.bin", "vectors/words.npy"):
        (kb / name).parent.mkdir(parents=True, exist_ok=True)
        (kb / name).write_bytes(name.encode())
    write(kb)
    return kb


def test_what_was_written_is_read(folder: Path) -> None:
    manifest = write(folder)
    assert read_manifest(folder) == manifest
    assert sorted(manifest.files) == ["a.bin", "deep/b.bin", "vectors/words.npy"]
    assert manifest.files["a.bin"].bytes == 5
    assert len(manifest.id) == 12


def test_writing_again_changes_no_byte_and_leaves_nothing_behind(folder: Path) -> None:
    before = (folder / "manifest.json").read_bytes()
    write(folder)
    assert (folder / "manifest.json").read_bytes() == before
    assert before.endswith(b"}\n")
    assert list_files(folder) == ["a.bin", "deep/b.bin", "vectors/words.npy"]


def test_the_id_follows_files_and_parameters_and_not_what_is_added_later(folder: Path) -> None:
    first = read_manifest(folder).id
    assert write(folder, sources=[], counts={}).id == first
    assert write(folder, parameters={"entities": {"min_links": 3}}).id != first
    (folder / "vectors" / "words.npy").write_bytes(b"others")
    assert write(folder, parameters={"entities": {"min_links": 2}, "vectors": {"epochs": 5}}).id == first
    (folder / "a.bin").write_bytes(b"A.bin")
    assert write(folder).id != first


def test_progress_adds_up_to_the_sizes(folder: Path) -> None:
    heard: list[int] = []
    files = record_files(folder, list_files(folder), heard.append)
    assert sum(heard) == sum(record.bytes for record in files.values())


def test_what_is_no_knowledge_base_is_refused(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match="There is no folder"):
        read_manifest(tmp_path / "none")
    with pytest.raises(KnowledgeBaseError, match="There is no folder"):
        read_manifest(folder / "a.bin")
    with pytest.raises(KnowledgeBaseError, match=r"has no manifest\.json"):
        read_manifest(folder / "deep")


@pytest.mark.parametrize("text", ["", "{", "\xff", "[" * 100_000])
def test_what_is_no_json_is_refused(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text, encoding="latin-1")
    with pytest.raises(KnowledgeBaseError, match="not JSON"):
        read_manifest(folder)


@pytest.mark.parametrize("text", ["[]", "null", "{}", '{"kind": "model"}'])
def test_another_kind_is_refused(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text)
    with pytest.raises(KnowledgeBaseError, match="is not a knowledge base: its manifest says kind"):
        read_manifest(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format_version": 3}, "newer pairlinking.*Upgrade, or rebuild it with: pairlinking build"),
        ({"format_version": "1"}, "'format_version' is missing"),
        ({"format_version": True}, "'format_version' is missing"),
        ({"id": 3}, "'id' is missing"),
        ({"id": "0" * 12}, "does not match the SHA-256"),
        ({"parameters": {}}, "does not match the SHA-256"),
        ({"counts": {"entities": "3"}}, "'counts'"),
        ({"damage": None}, "'damage' is missing"),
        ({"parameters": {"site": []}}, "'site' is of the wrong type"),
        ({"parameters": {"site": {"page_url": "javascript:alert(1)//"}}}, "'page_url' must be an http or https"),
        ({"parameters": {"site": {"page_url": 7}}}, "'page_url' must be an http or https"),
        ({"files": {"../x": {"bytes": 1, "sha256": ""}}}, "is not the name of another file"),
        ({"files": {"/x": {"bytes": 1, "sha256": ""}}}, "is not the name of another file"),
        ({"files": {"a//x": {"bytes": 1, "sha256": ""}}}, "is not the name of another file"),
        ({"files": {"manifest.json": {"bytes": 1, "sha256": ""}}}, "is not the name of another file"),
        ({"files": {"x": {"bytes": "1", "sha256": ""}}}, "'bytes' and 'sha256'"),
        ({"files": {"x": None}}, "'bytes' and 'sha256'"),
    ],
)
def test_wrong_content_is_refused_in_one_sentence(folder: Path, change: dict[str, Any], message: str) -> None:
    content = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(content | change))
    with pytest.raises(KnowledgeBaseError, match=message) as raised:
        read_manifest(folder)
    assert str(folder) in str(raised.value)
