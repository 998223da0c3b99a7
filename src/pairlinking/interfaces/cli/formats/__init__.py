"""Output formats of ``pairlinking link``, one module each."""

from pairlinking.interfaces.cli.formats import conll, html, jsonl, nif, separated, text
from pairlinking.interfaces.cli.formats.base import FORMATS, Format, Wanted

__all__ = ["FORMATS", "Format", "Wanted", "conll", "html", "jsonl", "nif", "separated", "text"]
