"""Limits of memory: of containers and services, of both kinds that Linux has."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairlinking._support.memory import limits


@pytest.mark.parametrize(
    ("own", "files", "expected"),
    [
        ("0::/\n", {"memory.max": "2000"}, [2000]),
        ("0::/a/b\n", {"a/b/memory.max": "max", "a/memory.max": "3000"}, [3000]),
        ("0::/of/the/host\n", {"memory.max": "2000"}, [2000]),
        ("4:memory:/a\n0::/\n", {"memory/a/memory.limit_in_bytes": "500"}, [500]),
        ("4:cpu,memory:/\n", {"memory/memory.limit_in_bytes": "600"}, [600]),
        ("3:cpu:/a\n", {"memory/a/memory.limit_in_bytes": "500"}, []),
    ],
)
def test_limits_of_the_group_and_of_those_around_it(
    tmp_path: Path, own: str, files: dict[str, str], expected: list[int]
) -> None:
    (tmp_path / "own").write_text(own)
    for name, text in files.items():
        path = tmp_path / "groups" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    assert limits(tmp_path / "own", tmp_path / "groups") == expected


def test_another_system_tells_nothing(tmp_path: Path) -> None:
    assert limits(tmp_path / "own", tmp_path) == []
