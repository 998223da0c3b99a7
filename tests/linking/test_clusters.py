"""Mentions that are not linked: which of them are of one unknown entity."""

from __future__ import annotations

from pairlinking.linking import Linker


def test_copies_and_short_forms_of_an_unknown_name_share_a_cluster(linker: Linker) -> None:
    text = "Bob Zzyzx met Tiger Woods and Qwxyz Ltd. Zzyzx said Woods won."
    document = linker.link(text, ["Bob Zzyzx", "Tiger Woods", "Qwxyz Ltd", "Zzyzx", "Woods"])
    assert document.clusters == ["NIL1", None, "NIL2", "NIL1", None]
    assert document["Zzyzx"].cluster == "NIL1"
    assert [each.get("cluster") for each in document.to_dict()["mentions"]] == document.clusters
    assert document["Woods"].entity == document["Tiger Woods"].entity
