"""Pages of several sources: which shards have them, and links that count once."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from pairlinking.building.vectors.repeated import earlier_shards, linked_from


def test_a_page_is_found_in_each_earlier_shard_with_its_links_there(tmp_path: Path) -> None:
    shards = {"000-00000": {"A": ["B"], "B": []}, "001-00000": {"A": ["C", "D"]}, "002-00000": {"A": [], "E": ["A"]}}
    for table in ("pages", "links"):
        (tmp_path / "tables" / table).mkdir(parents=True)
    for shard, pages in shards.items():
        rows = [(page, target) for page, targets in pages.items() for target in targets]
        links = {"page": [page for page, _ in rows], "target": [target for _, target in rows]}
        schema = pa.schema([("page", pa.string()), ("target", pa.string())])
        pq.write_table(pa.table({"page": list(pages)}), tmp_path / "tables" / "pages" / f"{shard}.parquet")
        pq.write_table(pa.table(links, schema=schema), tmp_path / "tables" / "links" / f"{shard}.parquet")
    first, second, third = (f"{shard}.parquet" for shard in shards)
    found = earlier_shards(tmp_path / "tables" / "pages")
    assert found == {second: {first: ["A"]}, third: {first: ["A"], second: ["A"]}}
    assert linked_from(tmp_path, found[third]) == {"A": {"B", "C", "D"}}
    assert linked_from(tmp_path, {}) == {}
