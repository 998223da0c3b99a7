"""Wrong answers, and differences of two runs, as tables for people and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from pairlinking.errors import ParameterError
from pairlinking.interfaces.cli.scores import p_value, paired_record
from pairlinking.interfaces.cli.show import Table

if TYPE_CHECKING:
    from pairlinking.evaluation.answers import Answer, Answers
    from pairlinking.evaluation.answers_diff import Difference, Mistake

__all__ = ["difference_shown", "mistakes_shown", "placing"]

_AROUND = 30  # characters of text on either side of a mention

# Gives the place of a mention, from the id of its document, as it is shown to people and programs.
Place: TypeAlias = Callable[[str, "Answer"], dict[str, Any]]


def placing(texts: Mapping[str, Sequence[str]] | None, ids: Sequence[str]) -> Place:
    """A function that shows a mention: its document, without the prefix that all ids share, and the text around it."""
    cut = _shared(min(ids), max(ids)).rfind("/") + 1 if len(ids) > 1 else 0

    def place(document: str, answer: Answer) -> dict[str, Any]:
        of_id = (texts or {}).get(document, ())
        text = next((each for each in of_id if each[answer.start : answer.end] == answer.surface), None)
        shown = answer.surface
        if of_id:
            if text is None:
                raise ParameterError(
                    f"The answers are for other texts: document {document!r} does not have {answer.surface!r} at "
                    f"{answer.start} to {answer.end}. Pass the right gold data with --gold."
                )
            left, right = max(answer.start - _AROUND, 0), answer.end + _AROUND
            before, after = text[left : answer.start], text[answer.end : right]
            shown = f"{'…' if left else ''}{before}[[{answer.surface}]]{after}{'…' if right < len(text) else ''}"
        return {"document": document[cut:], "start": answer.start, "text": " ".join(shown.split())}

    return place


def mistakes_shown(
    answers: Answers, found: Sequence[Mistake], place: Place, limit: int
) -> tuple[dict[str, Any], list[Table]]:
    """Content for JSON and tables of wrong answers."""
    from pairlinking.evaluation.answers_diff import CAUSES

    n = sum(len(each.mentions) for each in answers.documents)
    numbers = Counter(each.cause for each in found)
    causes = [
        (CAUSES[cause], numbers[cause], f"{numbers[cause] / len(found):.0%}") for cause in CAUSES if numbers[cause]
    ]
    right = f"{n - len(found):,} of {n:,} mentions right ({(n - len(found)) / max(n, 1):.1%})"
    title = f"{answers.name}: {right} in {len(answers.documents):,} documents; {len(found):,} wrong"
    tables = [Table(title, ("why", "mentions", "of the wrong"), causes)]
    for cause, words in CAUSES.items():
        of_cause = [each for each in found if each.cause == cause]
        rows = []
        for each in of_cause[:limit]:
            shown = place(each.document, each.answer)
            rows.append((shown["document"], shown["text"], *_gold_and_answer(each.answer), _number(each.answer)))
        columns = ("document", "mention", "right", "answer", "confidence")
        heading = f"{words[0].upper()}{words[1:]}: {len(of_cause):,}"
        tables.append(Table(heading, columns, rows, more=len(of_cause) - len(rows)))
    content = {
        "setting": answers.name,
        "mentions": n,
        "right": n - len(found),
        "causes": {cause: numbers[cause] for cause in CAUSES},
        "errors": [
            {
                **place(each.document, each.answer),
                "document": each.document,
                "cause": each.cause,
                **_record(each.answer),
            }
            for each in found
        ],
    }
    return content, tables


def difference_shown(
    names: tuple[str, str], found: Difference, place: Place, limit: int
) -> tuple[dict[str, Any], list[Table]]:
    """Content for JSON and tables of two runs."""
    from pairlinking.evaluation.answers_diff import CHANGES

    counts = {change: found.number(change) for change in CHANGES}
    rows = [(words, counts[change]) for change, words in CHANGES.items()]
    rows += [("the same answer, right", found.same_right), ("the same answer, wrong", found.same_wrong)]
    lacking = [
        (f"only in {name}", n) for name, n in zip(names, (found.only_before, found.only_after), strict=True) if n
    ]
    first = (
        f"From {names[0]} to {names[1]}: {counts['fixed']:,} fixed, {counts['broken']:,} broken{_significance(found)}"
    )
    tables = [Table(first, ("mentions", "how many"), [*rows, *lacking])]
    for change, words in CHANGES.items():
        of_change = [each for each in found.changed if each.change == change]
        shown = []
        for each in of_change[:limit]:
            where = place(each.document, each.before)
            right = " or ".join(each.before.gold) or "(none)"
            shown.append((where["document"], where["text"], right, *map(_answer, (each.before, each.after))))
        columns = ("document", "mention", "right", *names)
        heading = f"{change.capitalize().replace('-', ' ')} ({words}): {len(of_change):,}"
        tables.append(Table(heading, columns, shown, more=len(of_change) - len(shown)))
    content = {
        "settings": list(names),
        **{change.replace("-", "_"): n for change, n in counts.items()},
        "same_right": found.same_right,
        "same_wrong": found.same_wrong,
        "only_in_first": found.only_before,
        "only_in_second": found.only_after,
        "test": None if found.test is None else paired_record(found.test),
        "changed": [
            {
                **place(each.document, each.before),
                "document": each.document,
                "change": each.change,
                "first": _record(each.before),
                "second": _record(each.after),
            }
            for each in found.changed
        ],
    }
    return content, tables


def _significance(found: Difference) -> str:
    if found.test is None:
        return ""
    verdict = "significant" if found.test.p < 0.05 else "not significant"
    shown = p_value(found.test)
    shown = shown if shown.startswith("<") else f"= {shown}"
    test = f"one-tailed paired t-test, p {shown}"
    return f". Right in a document: {found.test.difference:+.1%} on average, {verdict} ({test})"


def _gold_and_answer(answer: Answer) -> tuple[str, str]:
    return " or ".join(answer.gold) or "(none)", _answer(answer)


def _answer(answer: Answer) -> str:
    return "(none)" if answer.answer is None else answer.answer


def _number(answer: Answer) -> str:
    return "" if answer.confidence is None else f"{answer.confidence:.2f}"


def _record(answer: Answer) -> dict[str, Any]:
    return {name: getattr(answer, name) for name in answer.__slots__} | {"gold": list(answer.gold)}


def _shared(left: str, right: str) -> str:
    """The common prefix of two texts; of the alphabetically first and last of many, it is the prefix of all."""
    n = next((at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    return left[:n]
