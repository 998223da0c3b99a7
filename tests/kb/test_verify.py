"""Verifying finds every changed byte, and every number that cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import contents, verify
from pairlinking.kb.manifest import list_files, read_manifest
from pairlinking.kb.storage.strings import write_strings
from pairlinking.kb.verify import find_problems
from tests.kb.small_kb import KEYS, rewrite_manifest, write_small_kb

# Changes bytes all over each file; a crash of `open` or `verify` ends the process with another code.
FLIPS = """
import sys
from pathlib import Path
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb import KnowledgeBase, verify
from pairlinking.kb.manifest import list_files
folder = Path(sys.argv[1])
for name in list_files(folder):
    whole = (folder / name).read_bytes()
    step = max(len(whole) // 12, 1)
    for at in sorted({*range(0, len(whole), step), *range(0, min(len(whole), 48), 7), len(whole) - 1}):
        (folder / name).write_bytes(whole[:at] + bytes([whole[at] ^ 0x81]) + whole[at + 1:])
        try:
            KnowledgeBase.open(folder)
        except KnowledgeBaseError:
            pass
        try:
            verify(folder)
        except KnowledgeBaseError as error:
            if name in str(error):
                continue
        sys.exit(f"{name} changed at {at} and not noticed")
    (folder / name).write_bytes(whole)
verify(folder)
"""


@pytest.mark.parametrize("catalogue", [False, True])
def test_a_whole_folder_has_no_problems_and_every_byte_of_it_is_read(tmp_path: Path, catalogue: bool) -> None:
    folder = write_small_kb(tmp_path, catalogue=catalogue)
    heard: list[int] = []
    verify(folder, heard.append)
    assert sum(heard) == sum(record.bytes for record in read_manifest(folder).files.values())


@pytest.mark.parametrize("catalogue", [False, True])
def test_every_changed_byte_is_found_and_none_crashes(tmp_path: Path, catalogue: bool) -> None:
    folder = write_small_kb(tmp_path, catalogue=catalogue)
    done = subprocess.run([sys.executable, "-c", FLIPS, str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_all_problems_are_told(tmp_path: Path) -> None:
    folder = write_small_kb(tmp_path)
    (folder / "entities/keys.bin").unlink()
    (folder / "surfaces/counts.npy").write_bytes(b"")
    (folder / "extra.txt").write_text("?")
    problems = find_problems(folder)
    assert len(problems) == 3
    with pytest.raises(KnowledgeBaseError, match="has 3 problems") as raised:
        verify(folder)
    for part in ("keys.bin is missing", "counts.npy has 0 bytes", "extra.txt is not in the manifest"):
        assert part in str(raised.value)


def test_a_folder_that_is_none_is_one_problem(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match="There is no folder"):
        verify(tmp_path / "none")


WRONG: list[tuple[str, Any, str]] = [
    ("entities/names.npy", (0, 6), "between 0 and 5"),
    ("entities/names.npy", (8, -1), "between 0 and 5"),
    ("surfaces/entities.npy", (2, 6), "between 0 and 5"),
    ("surfaces/counts.npy", (9, -1), "between 0 and 2147483647"),
    ("surfaces/origins.npy", (0, 0), "between 1 and 31"),
    ("surfaces/origins.npy", (0, 32), "between 1 and 31"),
    ("surfaces/folded_forms.npy", (0, 8), "between 0 and 7"),
    ("in-links/ids.npy", (0, 6), "between 0 and 5"),
    ("in-links/ids.npy", (0, 4), "out of order at 0, in list 0"),
    ("in-links/ids.npy", (10, 1), "out of order at 9, in list 4"),
    ("vectors/entities.npy", (0, 32767), "longer than 32767"),
    ("vectors/words.npy", (1, np.nan), "not finite"),
]


@pytest.mark.parametrize(("name", "change", "message"), WRONG)
@pytest.mark.parametrize("piece", [1, 2, 100])
def test_a_number_that_cannot_be_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, change: tuple[int, Any], message: str, piece: int
) -> None:
    folder = write_small_kb(tmp_path)
    array = np.load(folder / name)
    array[change[0]] = change[1]
    np.save(folder / name, array)
    rewrite_manifest(folder)
    monkeypatch.setattr(contents, "pieces", lambda n, _=0: ((i, min(i + piece, n)) for i in range(0, n, piece)))
    problems = find_problems(folder)
    assert any(message in problem and name in problem for problem in problems), problems


def test_candidates_out_of_order_are_found(tmp_path: Path) -> None:
    folder = write_small_kb(tmp_path)
    indptr = np.load(folder / "surfaces/indptr.npy")
    first = int(indptr[np.argmax(np.diff(indptr) == 2)])
    entities = np.load(folder / "surfaces/entities.npy")
    counts = np.load(folder / "surfaces/counts.npy")
    counts[first + 1] = counts[first] + 1
    np.save(folder / "surfaces/counts.npy", counts)
    rewrite_manifest(folder)
    assert any("out of order" in problem for problem in find_problems(folder))
    counts[first + 1] = counts[first]
    entities[first + 1] = entities[first]
    np.save(folder / "surfaces/counts.npy", counts)
    np.save(folder / "surfaces/entities.npy", entities)
    rewrite_manifest(folder)
    assert any("out of order" in problem for problem in find_problems(folder))


@pytest.mark.parametrize("keys", [KEYS[::-1], [KEYS[0], *KEYS[:5]]])
def test_keys_out_of_order_are_found(tmp_path: Path, keys: list[str]) -> None:
    folder = write_small_kb(tmp_path)
    write_strings(folder / "entities/keys.bin", folder / "entities/keys.npy", keys)
    rewrite_manifest(folder)
    assert any("not in rising order at entity 1" in problem for problem in find_problems(folder))


def test_keys_that_are_no_utf_8_are_found(tmp_path: Path) -> None:
    folder = write_small_kb(tmp_path)
    data = (folder / "entities/keys.bin").read_bytes()
    (folder / "entities/keys.bin").write_bytes(data[:-1] + b"\xff")
    rewrite_manifest(folder)
    assert any("not valid UTF-8 at entity 5" in problem for problem in find_problems(folder))


@pytest.mark.parametrize(
    "line", ["{", "[]", "{}", '{"text": "a", "mentions": [{"start": 0, "end": 2, "entity": null}]}']
)
def test_wrong_documents_are_found(tmp_path: Path, line: str) -> None:
    folder = write_small_kb(tmp_path)
    with (folder / "gold/held-out.jsonl").open("a") as file:
        file.write(line + "\n")
    rewrite_manifest(folder)
    problems = find_problems(folder)
    assert len(problems) == 1
    assert "line 2" in problems[0]


def test_a_file_that_is_not_in_the_manifest_is_found_in_any_folder(tmp_path: Path) -> None:
    folder = write_small_kb(tmp_path)
    (folder / "models").mkdir()
    (folder / "models" / "new.npy").write_bytes(b"")
    assert "models/new.npy" in list_files(folder)
    assert len(find_problems(folder)) == 1
