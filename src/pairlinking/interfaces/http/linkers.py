"""Linkers by their options; they share all large data, and recently used ones are kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pairlinking.errors import PairLinkingError
from pairlinking.interfaces.http.errors import ApiError, as_api_error
from pairlinking.interfaces.http.settings import Settings
from pairlinking.linking import Linker
from pairlinking.linking.options import LinkerOptions

__all__ = ["OPTIONS", "Linkers"]

# Options that a request may set; the other options of a linker are objects, or are for the server alone.
OPTIONS = ("method", "relatedness", "beta", "threshold", "top_k", "spot")
_KEPT = 32


class Linkers:
    """Gives the linker for some options. Safe to use from many threads."""

    def __init__(self, linker: Linker, settings: Settings) -> None:
        self._linker, self._most_top_k = linker, settings.top_k
        self._made = lru_cache(maxsize=_KEPT)(self._make)

    def get(self, options: Mapping[str, Any]) -> Linker:
        """The server's linker with these options changed; an option that is None stays as it is.

        Raises
        ------
        ApiError
            422 with the message of the library and the field: an unknown option or method, or a number out of range.
        """
        wanted = {name: value for name, value in options.items() if value is not None}
        return self._made(tuple(sorted(wanted.items()))) if wanted else self._linker

    def _make(self, options: tuple[tuple[str, Any], ...]) -> Linker:
        for name, value in options:
            try:
                LinkerOptions.of({name: value})
            except PairLinkingError as error:
                raise as_api_error(error, f"options.{name}") from None
            if name == "top_k" and value > self._most_top_k:
                message = f"'top_k' must be at most {self._most_top_k} here. Got {value} instead."
                raise ApiError(422, "bad-value", message, "options.top_k")
        try:
            return self._linker.with_options(**dict(options))
        except PairLinkingError as error:  # only the measure can fail now: it may need what the knowledge base lacks
            found = as_api_error(error, "options.relatedness")
            path = self._linker.kb.path  # clients should not learn server paths
            found.message = found.message.replace(str(path), path.name)
            raise found from None
