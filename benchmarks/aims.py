"""Our aims, each a ratio within one run, and what the run achieved."""

from __future__ import annotations

from benchmarks.measure import Row

__all__ = ["judge"]

RIVALS = ("iter-sub:all", "iter-sub:single", "lbp:all", "lbp:single", "dense-subgraph", "pagerank")


def judge(results: dict[str, list[Row]]) -> list[Row]:
    """One row per aim: what is compared, the bar, the figure, and whether it was reached."""
    solvers, rows = results["solvers"], results["matrices"]
    by_key = {(row["n"], row["peaked"], row["beta"]): row["ms"] for row in solvers if not row["heavy"]}
    at_33 = {key[1:]: ms for key, ms in by_key.items() if key[0] == 33}
    aims = [_at_most("decision from a ready matrix, N=33, ms", 1.0, rows[-1]["ms"])]
    for (peaked, beta), ms in at_33.items():
        bar = 1 / 40 if peaked and beta <= 0.5 else 1 / 3
        name = f"pair-linking / scipy path, {'peaked' if peaked else 'flat'}, beta {beta}"
        aims.append(_at_most(name, bar, ms["pair-linking"] / ms["scipy psi, then pair-linking"]))
    worst = max(results["both ways"], key=lambda row: float(row["auto / better"]))
    name = f"auto / better of lazy and full, worst ({worst['setting']}, {worst['measure']}, beta {worst['beta']})"
    aims.append(_at_most(name, 1.3, worst["auto / better"]))
    for row in rows[:2]:
        aims.append(_at_most(f"full NJS matrix / scipy.sparse, {row['setting']}", 1 / 5, row["njs"] / row["scipy njs"]))
    for beta in (0.3, 0.5):
        ms = at_33[True, beta]
        for rival in RIVALS:
            name = f"pair-linking / {rival}, peaked, beta {beta}"
            aims.append(_at_most(name, 1 / 10, ms["pair-linking"] / ms[rival]))
    for beta in (0.3, 0.5):
        growth = by_key[330, True, beta]["pair-linking"] / by_key[33, True, beta]["pair-linking"]
        aims.append(_at_most(f"pair-linking N=330 / N=33, peaked, beta {beta}", 60, growth))
        ms = by_key[330, True, beta]
        aims.append(_at_most(f"pair-linking / fwbw, N=330, peaked, beta {beta}", 1, ms["pair-linking"] / ms["fwbw"]))
    for (peaked, beta), ms in at_33.items():
        kind = f"N=33 {'peaked' if peaked else 'flat'}, beta {beta}"
        aims.append(_at_most(f"learned, {kind}, ms", 3, ms["learned"]))
        swept = ms["pair-linking+sweep"] / ms["pair-linking"]
        aims.append(_at_most(f"pair-linking+sweep / pair-linking, {kind}", 2, swept))
    aims.append(_at_least("networkx.pagerank / our walk", 50, results["walks"][0]["ratio"]))
    aims.append(_at_least("one thread / two threads", 1.7, results["many documents"][0]["ratio"]))
    return aims


def _at_most(name: str, bar: float, value: float) -> Row:
    return {"aim": name, "bar": f"at most {bar:.3g}", "value": value, "reached": value <= bar}


def _at_least(name: str, bar: float, value: float) -> Row:
    return {"aim": name, "bar": f"at least {bar:.3g}", "value": value, "reached": value >= bar}
