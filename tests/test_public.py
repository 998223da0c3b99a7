"""What `import pairlinking` shows: what is public, beginning with linking a text."""

from __future__ import annotations

import pydoc
import subprocess
import sys

import pairlinking as pl


def test_dir_shows_what_is_public_and_nothing_else() -> None:
    assert sorted(dir(pl)) == sorted([*pl.__all__, "__version__"])
    assert all(hasattr(pl, name) for name in dir(pl))


def test_help_begins_with_linking_a_text() -> None:
    text = pydoc.plain(pydoc.render_doc(pl))
    assert text.index("linker.link(") < text.index("pl.Problem(")


def test_what_build_and_train_take_and_raise_is_exported_with_them() -> None:
    assert pl.EntityOptions(min_links=3).min_links == 3
    assert pl.VectorOptions(dimensions=50).dimensions == 50
    assert pl.GoldDocument("Tiger", [(0, 5)], [0]).surfaces == ["Tiger"]
    assert issubclass(pl.TooLittleToLearn, pl.PairLinkingError)


def test_linking_waits_for_nothing_that_only_building_needs() -> None:
    late = {"duckdb", "pyarrow", "rich", "typer", "fastapi", "matplotlib"}
    code = f"import sys, pairlinking; print(sorted({late!r} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
