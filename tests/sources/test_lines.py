"""Lines: the single compiled pass gives the same as the successive passes of the reference."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pairlinking.sources import read_pages
from pairlinking.sources._lines import tidy_lines
from tests.reference import lines as reference

SAMPLE = Path(str(files("pairlinking") / "data" / "sample-wiki.xml"))
PIECES = [
    *"\n\n= \t\xa0*#:;-\x0b\x85\u3000aé東😀",
    "==",
    "----",
    "\n----",
    "\n==",
    "==\n",
    "\n= *a =\n",
    "  ",
    "\n* ",
    "==  \n",
]
texts = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=30)


@settings(max_examples=2000)
@given(text=texts)
def test_one_pass_gives_what_the_reference_gives(text: str) -> None:
    assert tidy_lines(text) == reference.tidy_lines(text)


def test_one_pass_gives_what_the_reference_gives_for_the_sample() -> None:
    for page in read_pages(SAMPLE):
        assert tidy_lines(page.text) == reference.tidy_lines(page.text)
