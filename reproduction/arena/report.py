"""The figures of the PPRforNED arena as a study, compared with those of PPRSim."""

from __future__ import annotations

from typing import Any

from reproduction.arena.pprforned import PARTS
from reproduction.study import Plot, Series, Study, Table

__all__ = ["PPRSIM", "arena_study"]

# Pershina et al. 2015, micro accuracy on the same files: documents of test B, and all 1,393.
PPRSIM = {"test B": 0.9175, "all": 0.9180}
_FEATURES = {
    "own": "Local confidence from the candidate alone",
    "own+document": "Local confidence that also uses how a candidate fits those of the other mentions",
}


def arena_study(results: dict[str, Any]) -> Study:
    """Words and tables from what `run_arena` gives."""
    return Study(
        name="pprforned",
        title="PPRforNED: given candidates, every method",
        about="\n\n".join([_head(results), _learned(results), _verdict(results), _partners(results), _NOTES]),
        tables=[_stages(results), *(_table(results, name) for name in results["methods"]), _wrong_steps(results)],
        figures=results,
        plots=[_plot(results)],
    )


def _head(results: dict[str, Any]) -> str:
    numbers = {name: f"{part.start}-{part.stop - 1}" for name, part in PARTS.items()}
    return f"""Seed {results["seed"]}. {results["documents"]:,} documents of AIDA, {results["mentions"]:,} mentions
with candidates, {results["linked_mentions"]:,} of them linked; these count. Trees are learned from documents
{numbers["train"]}; features, rounds, form of confidence, measure and beta are chosen on test A ({numbers["test A"]});
nothing is chosen on test B ({numbers["test B"]}). PPRSim (Pershina et al. 2015) on the same files: micro
{PPRSIM["test B"]:.4f} on test B, {PPRSIM["all"]:.4f} over all documents; it learns nothing from gold."""


def _learned(results: dict[str, Any]) -> str:
    learned = results["learned"]
    best = learned["rows"][learned["chosen"]]
    micro, both = best["test B"]["micro"], learned["learned_from_both"]
    return f"""Learned coherence, the stage that is best on test A (`{best["stage"]}`): **{micro:.4f}** micro on
test B {_interval(best["test B"])}, {micro - PPRSIM["test B"]:+.4f} from PPRSim. Learned again, up to that stage, with
test A in addition
(documents {PARTS["train"].start}-{PARTS["test A"].stop - 1}): **{both["micro"]:.4f}** {_interval(both)}.
{_knows(learned)}"""


def _cells(part: dict[str, Any]) -> tuple[str, str]:
    return f"{part['micro']:.4f} {_interval(part)}", f"{part['macro']:.4f}"


def _interval(part: dict[str, Any]) -> str:
    low, high = part["micro_interval"]
    return f"[{low:.4f}, {high:.4f}]"


def _knows(learned: dict[str, Any]) -> str:
    """What the stages use in addition to the files of PPRforNED."""
    if learned["kb"] is None:
        return "Without a knowledge base, the sorts of entities are not known."
    named = f"The knowledge base `{learned['kb']['name']}` ({learned['kb']['id']}) gives the sorts of entities"
    return f"{named}, and AIDA's offsets the distances between mentions." if learned["offsets"] else f"{named}."


def _stages(results: dict[str, Any]) -> Table:
    learned = results["learned"]
    rows = [
        (
            f"`{row['stage']}`" + (" (chosen)" if at == learned["chosen"] else ""),
            *(
                cell
                for part in PARTS
                for cell in (f"{row[part]['micro']:.4f} {_interval(row[part])}", f"{row[part]['macro']:.4f}")
            ),
        )
        for at, row in enumerate(learned["rows"])
    ]
    about = _STAGES if learned["kb"] is None else f"{_STAGES} {_SENSES}"
    heads = [head for part in PARTS for head in (f"{part} micro", "macro")]
    return Table("Learned coherence", ("stage", *heads), rows, about)


_STAGES = (
    "Trees that rank a mention's candidates (LambdaRank). `ranked`: by the features `own+document` and the position of "
    "the mention. `supported`: the best six again, by the support of the other names' probable entities (NJS, WLM, "
    "links, and links together in training documents; best, two best, three best, mean, near), by the same entity in "
    "longer and shorter names, and by the kinds of nearby mentions. `twice`: once more, by the improved scores. Scores "
    "of training documents come from trees that have not seen them. In brackets: 95 % intervals over samples of "
    "documents."
)
_SENSES = (
    "`place or team`: trees predict whether the name of a place means an organisation, from distances between "
    "mentions, what the name meant in training documents, and the scores of the names around it; scores of places and "
    "of organisations are weighted by that."
)


def _table(results: dict[str, Any], features: str) -> Table:
    setting = results["settings"][features]
    confidence = "softened" if setting["softened"] else "probability"
    rows = sorted(results["methods"][features], key=lambda row: -row["test A"]["micro"])
    chosen = " (chosen on test A)" if features == results["chosen"] else ""
    return Table(
        f"{_FEATURES[features]}{chosen}",
        ("method", "beta", "test A micro", "macro", "test B micro", "macro"),
        [*map(_line, rows), ("PPRSim", "", "", "", f"{PPRSIM['test B']:.4f}", "")],
        f"Features `{features}`, {setting['rounds']} trees, confidence: {confidence}, relatedness "
        f"`{setting['relatedness']}`: chosen for `pair-linking`. Each method has its own beta.",
    )


def _line(row: dict[str, Any]) -> tuple[str, ...]:
    beta = "" if row["beta"] is None else f"{row['beta']:g}"
    figures = [f"{row[part][kind]:.4f}" for part in ("test A", "test B") for kind in ("micro", "macro")]
    return (f"`{row['method']}`", beta, *figures)


def _plot(results: dict[str, Any]) -> Plot:
    names = [row["method"] for row in next(iter(results["methods"].values()))]
    return Plot(
        "PPRforNED, test B",
        "",
        "micro accuracy",
        [
            Series(f"features: {features}", names, [row["test B"]["micro"] for row in rows])
            for features, rows in results["methods"].items()
        ],
        kind="bars",
        from_zero=False,
    )


def _verdict(results: dict[str, Any]) -> str:
    low, high = results["ours"]["micro_interval"]
    tests = "; ".join(
        f"`{name}` {test['difference']:+.4f} (p = {test['p']:.3f})"
        for name, test in results["ours"]["one_tailed_tests"].items()
    )
    lines = []
    for features, rows in results["methods"].items():
        micro = {row["method"]: row["test B"]["micro"] for row in rows}
        ours = micro["pair-linking"]
        better = [f"`{name}` {value:.4f}" for name, value in micro.items() if value > ours]
        lines.append(
            f"- `{features}`: **{ours:.4f}**, {ours - micro['local']:+.4f} from `local`, "
            f"{ours - PPRSIM['test B']:+.4f} from PPRSim. Better: {', '.join(better) or 'none'}."
        )
    by_features = "\n".join(lines)
    return f"""Micro accuracy of `pair-linking` on test B, and the methods that are better there:

{by_features}

The features chosen on test A are `{results["chosen"]}`; 95 % interval of `pair-linking` over samples of documents:
{low:.4f} to {high:.4f}. Its mean difference per document from the best rival of test A and from `local`, with a
one-tailed paired t-test that it is better: {tests}. A gain over PPRSim that `local` has, too, comes from the
features, not from Pair-Linking."""


def _wrong_steps(results: dict[str, Any]) -> Table:
    rows = [
        (f"`{name}`", str(at), *(str(quarter.get(key, 0)) for key in ("mentions", "wrong", "lost", "won")))
        for name, found in results["wrong_steps"].items()
        for at, quarter in enumerate(found["quarters"], 1)
    ]
    return Table(
        "When Pair-Linking goes wrong (test A)",
        ("features", "quarter", "mentions", "wrong", "lost", "won"),
        rows,
        "Mentions by the quarter of the trace that decided them, repeated names once. *Lost*: wrong, but right by "
        "local confidence alone. *Won*: the reverse.",
    )


def _partners(results: dict[str, Any]) -> str:
    counts = [
        f"`{name}`: " + ", ".join(f"{count} {state}" for state, count in each["partners_of_wrong"].items())
        for name, each in results["wrong_steps"].items()
    ]
    return f"If a mention was decided wrongly, the other mention of the pair was, with {'; '.join(counts)}."


_NOTES = """Notes on these files:

- The right entity was added to every list, so recall is 100 %, and it comes first. So candidates are shuffled by the
  seed, with one order per document: with an order per mention, repeated mentions would have different lists and would
  no longer be solved once.
- Two lists of one form in a document differ only if their answers do (257 forms), because the right entity was added to
  each. No feature compares them; but as lists are used as given, such mentions are solved separately.
- Links are given in both directions or not at all, so in-links and out-links are the same. Links of all documents are
  pooled; each entity is on its own list, so that a direct link counts.
- The prior counts the answers of training documents; for a training document, those of the nine tenths that it is not
  in."""
