from collections.abc import Callable, Mapping

from pairlinking.sources.links import Link
from pairlinking.sources.site import Resolved

def walk(
    text: str,
    trails: bytes,
    first_letter: bool,
    resolved: Mapping[str, Resolved],
    restore: Callable[[str], str] | None,
    pipe_trick: Callable[[str], str],
    link_class: type[Link],
) -> tuple[str, list[Link]]: ...
