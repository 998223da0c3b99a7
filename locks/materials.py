"""The list of licences, and the bill of materials of the container in CycloneDX."""

from __future__ import annotations

from typing import Any

from packaging.requirements import Requirement

from locks.lock_file import canonical

__all__ = ["bill_of_materials", "licence_list"]

Facts = dict[str, Any]  # the metadata of a package, from locks/installed.py
_NOTE = "Python packages alone: what the base image and its system packages contain is listed by the image's own tools."


def licence_list(project: dict[str, Any], packages: list[Facts]) -> str:
    """A table in Markdown of all packages that the wheel and its server extra pull in."""
    core = _closure(project["dependencies"], packages)
    direct = _names([*project["dependencies"], *project["optional-dependencies"]["server"]])
    rows = [
        f"| {each['name']} | {each['version']} | {each['licence'] or 'unknown'} | "
        f"{'core' if each['name'] in core else 'server'} | {'yes' if each['name'] in direct else ''} |"
        for each in packages
    ]
    head = [
        "# Licences of what the wheel pulls in",
        "",
        f"Written by `make locks`; do not edit. `{project['name']}` itself is under {project['license']}. *Core* comes",
        "with the package, *server* with its `server` extra, which the container installs; *direct* are those named in",
        "pyproject.toml.",
        "",
        "| package | version | licence | part | direct |",
        "| --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *rows, ""])


def bill_of_materials(project: dict[str, Any], packages: list[Facts]) -> dict[str, Any]:
    """The packages that the container installs, and which needs which, as CycloneDX 1.5.

    Neither a date nor a serial number: the same lock file gives the same bytes.
    """
    known = {each["name"]: each["version"] for each in packages}
    root = _component(project["name"], project["version"], project["license"], project["description"], "application")
    direct = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    needs = [(root["bom-ref"], _names(direct))]
    needs += [(_purl(each["name"], each["version"]), _names(each["requires"]) & known.keys()) for each in packages]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": root, "properties": [{"name": "pairlinking:scope", "value": _NOTE}]},
        "components": [
            _component(each["name"], each["version"], each["licence"], each["summary"], "library") for each in packages
        ],
        "dependencies": [
            {"ref": name, "dependsOn": [_purl(other, known[other]) for other in sorted(others)]}
            for name, others in needs
        ],
    }


def _component(name: str, version: str, licence: str, summary: str, kind: str) -> dict[str, Any]:
    purl = _purl(name, version)
    found: dict[str, Any] = {"type": kind, "bom-ref": purl, "name": name, "version": version}
    if summary:
        found["description"] = summary
    if licence:
        found["licenses"] = [{"expression": licence}] if _is_spdx(licence) else [{"license": {"name": licence}}]
    return {**found, "purl": purl}


def _is_spdx(licence: str) -> bool:
    """Whether it looks like an SPDX expression: single words joined by AND, OR and WITH."""
    words = licence.replace("(", " ").replace(")", " ").split()
    return all(word in ("AND", "OR", "WITH") for word in words[1::2])


def _purl(name: str, version: str) -> str:
    return f"pkg:pypi/{name}@{version}"


def _names(requirements: list[str]) -> set[str]:
    """Names of the packages that are required on this system."""
    wanted = [Requirement(each) for each in requirements]
    return {canonical(each.name) for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})}


def _closure(requirements: list[str], packages: list[Facts]) -> set[str]:
    """Packages needed for these requirements, directly or indirectly."""
    needs = {each["name"]: _names(each["requires"]) for each in packages}
    found: set[str] = set()
    waiting = _names(requirements)
    while waiting:
        name = waiting.pop()
        if name in needs and name not in found:
            found.add(name)
            waiting |= needs[name]
    return found
