"""Guessed redirects are judged by real ones: which count, and what is right."""

from __future__ import annotations

from pathlib import Path

from reproduction.guessed_redirects import Guesses, guess, judge, main
from tests.sources.dumps import dump, page


def test_precision_and_recall_by_hand() -> None:
    found = Guesses(
        guessed={"NYSE": "New York Stock Exchange", "Torino": "Torino F.C.", "Odd": "Even"},
        spelled=frozenset({"Odd"}),
        redirects={"Big Board": "New York Stock Exchange"},
        linked=frozenset({"NYSE", "Torino", "Odd", "UN", "Nowhere"}),
        entities=frozenset({"New York Stock Exchange", "Torino F.C.", "Even", "United Nations", "Turin"}),
    )
    real = {"NYSE": "Big Board", "Torino": "Turin", "UN": "United Nations", "Unlinked": "Turin", "Nowhere": "Unknown"}
    figures = judge(found, real)
    assert figures["precision"] == {"hits": 1, "of": 2, "share": 0.5}
    assert figures["rules"]["spelling"]["of"] == 0
    assert figures["recall"] == {"hits": 1, "of": 3, "share": 0.3333}
    assert figures["wrong"] == [["Torino", "Torino F.C.", "Turin"]]
    assert [name for name, _ in figures["missed"]] == ["Torino", "UN"]


def test_the_command_guesses_and_writes(tmp_path: Path) -> None:
    links = "[[Rolling Stones|The Rolling Stones]] [[The Rolling Stones]] [[Rock and Roll Hall]] [[Rock and roll hall]]"
    pages = [page(at, f"Page {at}", f"Of {links}.") for at in range(1, 4)]
    (tmp_path / "cut.xml").write_bytes(dump(*pages))
    (tmp_path / "real.xml").write_bytes(dump(page(9, "Rock and roll hall", "#REDIRECT [[Rock and Roll Hall]]")))
    found = guess([tmp_path / "cut.xml"], tmp_path / "work")
    assert set(found.guessed.items()) & {
        ("Rock and roll hall", "Rock and Roll Hall"),
        ("Rock and Roll Hall", "Rock and roll hall"),
    }
    main([tmp_path / "cut.xml"], [tmp_path / "real.xml"], tmp_path / "out")
    assert "a recall of 100.0%" in (tmp_path / "out.md").read_text()
