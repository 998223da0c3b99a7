"""Tables and plots of the study of robustness."""

from __future__ import annotations

import numpy as np

from reproduction.paper import published_robustness
from reproduction.studies.robustness.findings import (
    BETAS,
    BY_NAME,
    METHODS,
    MOST,
    OURS,
    SHARES,
    Findings,
)
from reproduction.studies.robustness.runs import DRAWS, Effect
from reproduction.study import Plot, Series, Table, with_paper

__all__ = ["per_cent", "plots", "points", "tables"]


def points(change: float) -> str:
    """A difference of F1 in points, with its sign unless it rounds to 0.

    >>> points(-0.0123), points(0.0001)
    ('-1.2', '0.0')
    """
    text = f"{100 * change:+.1f}"
    return "0.0" if float(text) == 0 else text


def per_cent(share: float) -> str:
    """A share in whole per cent."""
    return f"{100 * share:.0f} %"


def tables(found: Findings) -> list[Table]:
    """The paper's table, then ours."""
    return [_paper_table(found), _same_table(found), _methods_table(found), _betas_table(found), _order_table(found)]


def plots(found: Findings) -> list[Plot]:
    """F1 over the share of NIL mentions, the change by method, and the change by beta."""
    return [_f1_plot(found), _methods_plot(found), _betas_plot(found)]


def _paper_table(found: Findings) -> Table:
    rows = []
    for name in found.names:
        theirs = published_robustness()["f1"][name]
        cells = [with_paper(f"{found.runs[name].f1(OURS):.3f}", theirs[0])]
        for share, paper in zip(SHARES, theirs[1:], strict=True):
            f1 = found.by_mention[OURS][name, share].f1
            cells.append(with_paper(f"{np.mean(f1):.3f} ± {np.std(f1):.3f}", paper))
        rows.append((name, *cells))
    return Table(
        "Micro F1 of Pair-Linking on the linkable mentions, by share of NIL mentions",
        ("", "0 %", *map(per_cent, SHARES)),
        rows,
        f"Mean and standard deviation of {DRAWS} draws by mention. In brackets: the paper's figures, on more mentions.",
    )


def _same_table(found: Findings) -> Table:
    rows = []
    for name in found.names:
        for label, effects, absent in (
            (name, found.by_mention[OURS], found.absent[OURS]),
            (f"{name}, by name", found.by_name[OURS], found.absent[BY_NAME]),
        ):
            most = effects[name, MOST]
            rows.append(
                (
                    label,
                    *(points(effects[name, at].change.value) if (name, at) in effects else "" for at in SHARES),
                    _interval(most),
                    f"{np.mean(most.without):.3f} to {np.mean(most.f1):.3f}",
                    f"{most.kept:.0f}",
                    f"{points(absent[name, MOST].change.value)}, {_interval(absent[name, MOST])}",
                )
            )
    last = per_cent(MOST)
    head = ("", *map(per_cent, SHARES), f"interval at {last}", f"F1 at {last}", "mentions", "NIL mentions left out")
    return Table(
        "What NIL mentions change for Pair-Linking, in points of F1 on the same mentions",
        head,
        rows,
        "95 % intervals over resampled documents. Last column: the change at "
        f"{last} if the NIL mentions are left out, so that nothing misleads and only the support of their "
        "entities is missing.",
    )


def _interval(effect: Effect) -> str:
    return f"{points(effect.change.low)} to {points(effect.change.high)}"


def _methods_table(found: Findings) -> Table:
    rows = [
        (
            f"`{method}`{label}",
            *(points(some[method][name, MOST].change.value) for name in found.names),
            points(found.average(some[method], MOST)),
        )
        for label, some in (("", found.by_mention), (", by name", found.by_name))
        for method in METHODS
    ]
    return Table(
        f"Change in points of F1 on the same mentions at {per_cent(MOST)} NIL, by method",
        ("", *found.names, "average"),
        rows,
        "`local` looks at each mention alone. It changes only if some mentions of a name were drawn and others were "
        "not, because the scores of a name are averaged.",
    )


def _betas_table(found: Findings) -> Table:
    rows = [
        (label, *(points(found.average(effects, beta)) for beta in BETAS)) for label, effects in found.one_beta.items()
    ]
    return Table(
        f"The same with one beta for all, average of the data sets at {per_cent(MOST)} NIL",
        ("", *(f"beta {beta}" for beta in BETAS)),
        rows,
    )


def _order_table(found: Findings) -> Table:
    rows = []
    for name, order in found.orders.items():
        betas = found.runs[name].betas[OURS]
        rows.append(
            (
                name,
                per_cent(order.later),
                f"{order.local_of_nil:.2f}",
                f"{order.local_of_others:.2f}",
                per_cent(order.without_candidates),
                f"{min(betas):.1f} to {max(betas):.1f}",
            )
        )
    return Table(
        f"When Pair-Linking decides NIL mentions, at {per_cent(MOST)} NIL",
        ("", "NIL after linkable", "local of NIL", "local of others", "NIL without candidates", "beta"),
        rows,
        "NIL after linkable: of the pairs of a NIL and a linkable mention in one document, those in which the NIL "
        "mention is decided later; 50 % is chance. Local is the mean local confidence of the best candidate. NIL "
        "mentions without any remaining candidate mislead no other mention, and are not in the first three columns.",
    )


def _f1_plot(found: Findings) -> Plot:
    series = []
    for name in found.names:
        f1 = [[found.runs[name].f1(OURS)], *(found.by_mention[OURS][name, share].f1 for share in SHARES)]
        mean, spread = np.array([np.mean(each) for each in f1]), np.array([np.std(each) for each in f1])
        low, high = (mean - spread).tolist(), (mean + spread).tolist()
        series.append(Series(name, [0.0, *(100 * share for share in SHARES)], mean.tolist(), low, high))
    return Plot("F1 of Pair-Linking on the linkable mentions", "NIL mentions in per cent", "micro F1", series)


def _methods_plot(found: Findings) -> Plot:
    x = [0.0, *(100 * share for share in SHARES)]
    series = [
        Series(method, x, [0.0, *(100 * found.average(effects, share) for share in SHARES)])
        for method, effects in found.by_mention.items()
    ]
    title = "Change on the same mentions, average of the data sets"
    return Plot(title, "NIL mentions in per cent", "points of F1", series)


def _betas_plot(found: Findings) -> Plot:
    series = [
        Series(label, BETAS, [100 * found.average(effects, beta) for beta in BETAS])
        for label, effects in found.one_beta.items()
    ]
    return Plot(f"Change at {per_cent(MOST)} NIL mentions by the weight of relatedness", "beta", "points of F1", series)
