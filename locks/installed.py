"""Print the metadata of installed packages as JSON: ``python installed.py NAME ...``, in their environment."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import Distribution, distribution
from typing import Any

# SPDX identifiers of licences, with the names that packages' metadata use for them.
_IDENTIFIERS = {
    "MIT": r"MIT( License)?",
    "Apache-2.0": r"Apache[- ](License,? )?(Version )?2(\.0)?|Apache Software License",
    "BSD-3-Clause": r"BSD(-3-Clause| 3-Clause)?( License)?|(New|Modified) BSD( License)?|3-Clause BSD License",
    "ISC": r"ISC( License( \(ISCL\))?)?",
    "PSF-2.0": r"PSF-2\.0|Python Software Foundation License",
    "MPL-2.0": r"Mozilla Public License 2\.0 \(MPL 2\.0\)|MPL-2\.0",
}


def facts(name: str) -> dict[str, Any]:
    """Name, version, licence, summary, and requirements without extras."""
    found = distribution(name)
    return {
        "name": name,
        "version": found.version,
        "licence": _licence(found),
        "summary": _field(found, "Summary"),
        "requires": [each for each in found.requires or () if "extra ==" not in each],
    }


def _field(found: Distribution, name: str) -> str:
    values = found.metadata.get_all(name)
    return str(values[0]) if values else ""


def _licence(found: Distribution) -> str:
    """The licence: the SPDX expression if the package gives one, otherwise from its classifiers or short text."""
    if expression := _field(found, "License-Expression"):
        return expression
    classifiers = found.metadata.get_all("Classifier") or ()
    said = [each.rpartition(" :: ")[2] for each in classifiers if each.startswith("License :: OSI Approved :: ")]
    short = _field(found, "License").strip()
    if short and "\n" not in short and len(short) < 60:
        said.append(short)
    for text in reversed(said):
        for identifier, pattern in _IDENTIFIERS.items():
            if re.fullmatch(pattern, text):
                return identifier
    return said[-1] if said else ""


if __name__ == "__main__":
    print(json.dumps([facts(name) for name in sys.argv[1:]]))
