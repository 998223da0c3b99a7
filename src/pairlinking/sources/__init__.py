"""Sources of knowledge: MediaWiki dumps and your own catalogues, read as pages, texts and links."""

from pairlinking.sources.damage import Damage, log_damage
from pairlinking.sources.facts import Facts
from pairlinking.sources.inputs import Inputs, is_catalogue
from pairlinking.sources.jsonl import Entity, read_entities
from pairlinking.sources.mediawiki import Chunk, Page, parse_pages, read_chunks, read_pages, read_site
from pairlinking.sources.shards import Tally, write_tables
from pairlinking.sources.site import Site, normalize_title
from pairlinking.sources.wikitext import Link, Scanned, scan

__all__ = [
    "Chunk",
    "Damage",
    "Entity",
    "Facts",
    "Inputs",
    "Link",
    "Page",
    "Scanned",
    "Site",
    "Tally",
    "is_catalogue",
    "log_damage",
    "normalize_title",
    "parse_pages",
    "read_chunks",
    "read_entities",
    "read_pages",
    "read_site",
    "scan",
    "write_tables",
]
