"""Lock files pin everything that pyproject.toml asks for, and the lists written from them say the same."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from locks.lock_file import Pin, canonical, read_lock
from locks.materials import bill_of_materials, licence_list

REPOSITORY = Path(__file__).parent.parent.parent
LOCKS = REPOSITORY / "locks"
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
ASKED_FOR = {
    "development.txt": [*PROJECT["project"]["dependencies"], *EXTRAS["dev"]],
    "docs.txt": PROJECT["dependency-groups"]["docs"],
    "container.txt": [*PROJECT["project"]["dependencies"], *EXTRAS["server"]],
    "build.txt": PROJECT["build-system"]["requires"],
}
AGAIN = "run: make locks"


def pinned(name: str) -> dict[str, list[Pin]]:
    found: dict[str, list[Pin]] = {}
    for pin in read_lock(LOCKS / name):
        found.setdefault(pin.name, []).append(pin)
    return found


@pytest.mark.parametrize("name", ASKED_FOR)
def test_everything_asked_for_is_pinned_to_a_version_that_will_do(name: str) -> None:
    pins = pinned(name)
    for each in map(Requirement, ASKED_FOR[name]):
        versions = [pin.version for pin in pins.get(canonical(each.name), [])]
        assert versions, f"{each.name} is not in locks/{name}; {AGAIN}"
        assert all(each.specifier.contains(version) for version in versions), f"{each}: {versions}; {AGAIN}"


@pytest.mark.parametrize("name", ASKED_FOR)
def test_every_pin_has_hashes_and_no_file_names_a_package_index(name: str) -> None:
    assert all(pin.hashes for pins in pinned(name).values() for pin in pins)
    assert not re.search(r"://|--index|--find-links", (LOCKS / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["docs.txt", "container.txt", "build.txt"])
def test_all_lock_files_agree_on_versions(name: str) -> None:
    development = pinned("development.txt")
    for package, pins in pinned(name).items():
        if package in development:
            assert {pin.version for pin in pins} <= {pin.version for pin in development[package]}, AGAIN


def test_the_bill_of_materials_is_what_the_container_installs() -> None:
    bill = json.loads((LOCKS / "container.cdx.json").read_text(encoding="utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    assert bill["metadata"]["component"]["version"] == PROJECT["project"]["version"]
    listed = {each["name"]: each["version"] for each in bill["components"]}
    assert listed == {pin.name: pin.version for pin in read_lock(LOCKS / "container.txt")}, AGAIN
    assert all(each["purl"] == f"pkg:pypi/{each['name']}@{each['version']}" for each in bill["components"])
    known = {each["bom-ref"] for each in (*bill["components"], bill["metadata"]["component"])}
    for each in bill["dependencies"]:
        assert {each["ref"], *each["dependsOn"]} <= known
    # Nothing comes along that nobody needs.
    needed = {ref for each in bill["dependencies"] for ref in each["dependsOn"]}
    assert needed == known - {bill["metadata"]["component"]["bom-ref"]}


def test_every_package_in_the_list_of_licences_has_one() -> None:
    text = (LOCKS / "licences.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")][2:]
    assert {row[0]: row[1] for row in rows} == {pin.name: pin.version for pin in read_lock(LOCKS / "container.txt")}
    assert all(row[2] not in ("", "unknown") for row in rows)


def facts(name: str, licence: str, *requires: str) -> dict[str, Any]:
    return {"name": name, "version": "1.0", "licence": licence, "summary": "", "requires": list(requires)}


def test_lists_say_what_belongs_to_what_and_which_licences_are_unknown() -> None:
    project = {
        "name": "p", "version": "2", "license": "MIT", "description": "d",
        "dependencies": ["core>=1"], "optional-dependencies": {"server": ["web"]},
    }  # fmt: skip
    packages = [
        facts("below", "Some Words"),
        facts("core", "MIT OR Apache-2.0", "Below>1", "elsewhere; sys_platform == 'none'"),
        facts("web", "", "core"),
    ]
    rows = licence_list(project, packages).splitlines()[-3:]
    assert rows == [
        "| below | 1.0 | Some Words | core |  |",
        "| core | 1.0 | MIT OR Apache-2.0 | core | yes |",
        "| web | 1.0 | unknown | server | yes |",
    ]
    bill = bill_of_materials(project, packages)
    assert [each.get("licenses") for each in bill["components"]] == [
        [{"license": {"name": "Some Words"}}],
        [{"expression": "MIT OR Apache-2.0"}],
        None,
    ]
    assert {each["ref"]: each["dependsOn"] for each in bill["dependencies"]} == {
        "pkg:pypi/p@2": ["pkg:pypi/core@1.0", "pkg:pypi/web@1.0"],
        "pkg:pypi/below@1.0": [],
        "pkg:pypi/core@1.0": ["pkg:pypi/below@1.0"],
        "pkg:pypi/web@1.0": ["pkg:pypi/core@1.0"],
    }


def test_a_line_that_is_not_a_pin_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lock.txt"
    path.write_text("# comment\nnumpy>=2\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"lock\.txt, line 2"):
        read_lock(path)
