"""The output of `make demo`: news linked with the starter, then the paper's sentences with the sample, with evidence.

Run with: python examples/demo.py
"""

from __future__ import annotations

import pairlinking as pl
from pairlinking.building.named import STARTER, installed_kbs

# Raw text: mentions are detected automatically.
NEWS = (
    "Satya Nadella said in Redmond that Microsoft would hire in Dublin and in Hyderabad.",
    "Rafael Nadal beat Novak Djokovic in the final of the French Open in Paris.",
    "The IMF and the World Bank expect Brazil and Mexico to grow faster than Germany.",
    "Spielberg hired Hanks for Saving Private Ryan, which was shot in Ireland.",
)
SENTENCES = (
    "Before turning seven, [[Tiger]] won the Under Age 10 section held at the Navy Golf Course in [[Cypress]], "
    "[[California]].",
    "The [[Sun]] and The [[Times]] reported that [[Greece]] will have to leave the [[Euro]] soon.",
    "[[Wood]] played at [[2006 Master]] held in [[Augusta]], [[Georgia]].",
)
# No marks here: mentions are detected automatically.
ARTICLE = """\
Armstrong and Aldrin walked on the Moon while Collins stayed in orbit. The rocket, a Saturn V, had left Florida four
days before, and NASA had planned every minute of the flight in Houston. Kennedy, who had promised it, did not live to
see the landing. In London, The Times printed the first pictures on its front page.
"""


def main() -> None:
    """Link the texts and show the evidence."""
    if STARTER in installed_kbs():
        linker = pl.load(STARTER)
        print(f"{len(linker.kb):,} entities of Wikipedia ({STARTER}):")
        for text in NEWS:
            print(f"\n{text}\n")
            for link in linker.link(text):
                print(f"  {link}")
    linker = pl.load("sample")
    print(f"\n{len(linker.kb):,} entities of a small wiki, built for the paper's examples (sample):")
    for sentence in SENTENCES:
        text, mentions = pl.read_marks(sentence)
        print(f"\n{text}\n")
        document = linker.link(text, mentions)
        for link in document:
            print(f"  {link}")
    print("\nThe evidence for the last sentence, best pair first:\n")
    print(_indented(pl.draw_tree(document)))
    print("\nWhy not another Wood?\n")
    print(_indented(str(document.explain("Wood"))))
    print(f"\n{ARTICLE}")
    for link in linker.link(ARTICLE):
        print(f"  {link}")


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


if __name__ == "__main__":
    main()
