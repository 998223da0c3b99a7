"""Tries on disk: the same file for the same keys, and files that are none."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.storage.tries import key_ids, open_trie, write_trie

keys = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))

# Opens the trie with a byte changed, and cut short, at many places; a crash ends the process with another code.
FLIPS = """
import sys
from pathlib import Path
from pairlinking.errors import KnowledgeBaseError
from pairlinking.kb.storage.tries import open_trie
path = Path(sys.argv[1])
whole, copy = path.read_bytes(), path.with_name("copy.marisa")
refused = 0
for at in [*range(64), *range(64, len(whole), 9)]:
    for mask in (1, 255):
        copy.write_bytes(whole[:at] + bytes([whole[at] ^ mask]) + whole[at + 1:])
        try:
            len(open_trie(copy))
        except KnowledgeBaseError:
            refused += 1
for end in range(0, len(whole), 17):
    copy.write_bytes(whole[:end])
    try:
        open_trie(copy)
    except KnowledgeBaseError:
        continue
    sys.exit(f"cut at {end} and opened")
print(refused)
"""


@given(strings=st.sets(keys))
def test_numbers_and_keys_lead_to_each_other(strings: set[str]) -> None:
    with TemporaryDirectory() as folder:
        trie = write_trie(Path(folder, "t.marisa"), strings)
        assert len(trie) == len(strings)
        assert sorted(key_ids(trie, strings)) == list(range(len(strings)))
        assert all(trie.restore_key(trie.key_id(string)) == string for string in strings)


@pytest.mark.parametrize("repeats", [1, 3])
def test_the_same_keys_in_another_order_give_the_same_file(tmp_path: Path, repeats: int) -> None:
    numbers = random.Random(5)
    strings = ["".join(numbers.choices("abcdé 東", k=numbers.randint(1, 9))) for _ in range(3000)] * repeats
    write_trie(tmp_path / "a.marisa", strings)
    for seed in range(3):
        random.Random(seed).shuffle(strings)
        write_trie(tmp_path / "b.marisa", iter(strings))
        assert (tmp_path / "a.marisa").read_bytes() == (tmp_path / "b.marisa").read_bytes()


def test_a_nul_is_refused_as_marisa_would_give_the_key_back_cut_off(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match="NUL"):
        write_trie(tmp_path / "t.marisa", ["a", "a\0b"])


@pytest.mark.parametrize("content", [b"", b"We love Marisa.\x00", b"We love Marisa.", b"x" * 5000])
def test_what_is_no_trie_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "t.marisa").write_bytes(content)
    with pytest.raises(KnowledgeBaseError, match=r"t\.marisa is damaged"):
        open_trie(tmp_path / "t.marisa")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match=r"none\.marisa"):
        open_trie(tmp_path / "none.marisa")


def test_opening_a_changed_or_cut_file_never_crashes(tmp_path: Path) -> None:
    write_trie(tmp_path / "t.marisa", ["Tiger", "Tiger Woods", "Augusta", "Ägypten"])
    done = subprocess.run(
        [sys.executable, "-c", FLIPS, str(tmp_path / "t.marisa")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 30
