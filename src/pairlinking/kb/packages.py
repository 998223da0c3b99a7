"""Knowledge bases that come with installed packages, by name.

A data package registers its knowledge base in its own pyproject.toml, as a function without arguments that returns the
folder::

    [project.entry-points."pairlinking.knowledge_bases"]
    starter-en = "pairlinking_starter_en:folder"
"""

from __future__ import annotations

from pathlib import Path

from pairlinking._support.registry import Registry
from pairlinking.errors import KnowledgeBaseError

__all__ = ["PACKAGES", "package_folder"]

PACKAGES: Registry[Path] = Registry("knowledge_bases")


def package_folder(name: str) -> Path:
    """Folder of the knowledge base that a package registers as `name`.

    Raises
    ------
    KnowledgeBaseError
        The package is broken: it cannot be imported, or returns something else.
    """
    try:
        return Path(PACKAGES.create(name))
    except (ImportError, AttributeError, TypeError) as error:
        raise KnowledgeBaseError(
            f"The package of the knowledge base {name!r} is broken: {error}. Install the package again."
        ) from error
