"""From text to links: the linker, what goes into it and what comes out."""

from pairlinking.linking.comparison import Comparison
from pairlinking.linking.documents import TextDocument, read_document
from pairlinking.linking.drawing import draw_tree
from pairlinking.linking.explanation import Explanation
from pairlinking.linking.linked import LinkedDocument
from pairlinking.linking.linker import Linker, load
from pairlinking.linking.links import Candidate, Entity, Link
from pairlinking.linking.mentions import read_marks, read_mentions
from pairlinking.linking.prepared import Prepared

__all__ = [
    "Candidate",
    "Comparison",
    "Entity",
    "Explanation",
    "Link",
    "LinkedDocument",
    "Linker",
    "Prepared",
    "TextDocument",
    "draw_tree",
    "load",
    "read_document",
    "read_marks",
    "read_mentions",
]
