"""Whether the confidence of links equals the share that is right, on data sets left out one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pairlinking.evaluation.metrics import scores_of
from pairlinking.linking.acceptance import (
    Acceptance,
    Judged,
    fit_detected,
    fit_elsewhere,
    judge,
    open_acceptance,
)
from pairlinking.local.models import open_models
from pairlinking.relatedness import measure
from pairlinking.types import FloatArray
from reproduction.ranks import auc
from reproduction.studies.calibration.detected import Detected, detected_links, without
from reproduction.study import Plot, Series, Study, Table
from reproduction.workbench import Workbench

__all__ = ["calibration", "calibration_error"]

_BINS = 10
_THRESHOLDS = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8)


def calibration(bench: Workbench) -> Study:
    """A reliability table of all links, the error of each data set, and the effect of thresholds."""
    relatedness, beta = measure(bench.best_measure, kb=bench.kb), open_models(bench.kb).beta
    documents = {name: bench.documents(name, with_nil=True) for name in bench.data_sets}
    judged = {name: judge(each, relatedness, beta) for name, each in documents.items() if each}
    known = {name: sum(bool(gold) for each in documents[name] for gold in each.gold) for name in judged}
    as_learned = replace(open_acceptance(bench.kb), slope=1.0, shift=0.0)
    left_out = {name: _without(as_learned, judged, name) for name in judged}
    probability = {name: left_out[name].probability(each.rows) for name, each in judged.items()}
    everything = np.concatenate(list(probability.values()))
    right = np.concatenate([each.is_right for each in judged.values()])
    raw = np.concatenate([as_learned.probability(each.rows) for each in judged.values()])
    slope, shift = fit_elsewhere(as_learned, Judged.joined(list(judged.values())))
    figures: dict[str, Any] = {
        "links": len(right),
        "error": calibration_error(everything, right),
        "error_as_learned": calibration_error(raw, right),
        "slope": slope,
        "shift": shift,
        "bins": _bins(everything, right),
        "data_sets": {
            name: {
                "links": len(each.rows),
                "right": float(each.is_right.mean()),
                "error": calibration_error(probability[name], each.is_right),
                "auc": auc(probability[name][~each.is_right], probability[name][each.is_right]),
                "slope": left_out[name].slope,
                "shift": left_out[name].shift,
                "threshold": open_acceptance(bench.kb).threshold,
                "f1": {str(t): _f1(probability[name], each.is_right, known[name], t) for t in _THRESHOLDS},
            }
            for name, each in judged.items()
        },
    }
    raw_text = detected_links(bench)
    of_detected = {name: without(raw_text, name) for name in raw_text}
    pooled = Detected(*(np.concatenate(each) for each in zip(*raw_text.values(), strict=True)))
    detected = np.concatenate(list(of_detected.values()))
    figures["detected"] = {
        "links": len(detected),
        "error": calibration_error(detected, pooled.is_right),
        "error_without_detector": calibration_error(pooled.link, pooled.is_right),
        "weights": list(fit_detected(*pooled)),
        "bins": _bins(detected, pooled.is_right),
        "data_sets": {
            name: {"links": len(each.link), "error": calibration_error(of_detected[name], each.is_right)}
            for name, each in raw_text.items()
        },
    }
    return Study(
        name="calibration",
        title="Confidence: the probability that a link is right",
        about=f"""The confidence of a link is the probability that it is right, by a logistic model of few features
that is learned from pages of a wiki. It is too high for other texts, so log-odds are multiplied by a slope
and shifted. Here slope and shift for a data set are learned from the other data sets. All
mentions are given, including those whose entity the knowledge base lacks; {len(right):,} have a link.

The expected calibration error, the mean difference of confidence and share of right links over {_BINS} equal steps of
confidence, is {figures["error"]:.3f}; without slope and shift it is {figures["error_as_learned"]:.3f}. For single data
sets it is larger: some have little more than a hundred links, and each has its own rules. All data sets together
give the slope {slope:.2f} and the shift {shift:.2f}.

The features of the model were chosen on these data sets, so AUC and F1 are slightly optimistic.

For mentions that are detected in raw text, confidence is a weighted sum of the log-odds of the link and of those of the
detector's probability for exactly these boundaries; the weights for a data set are again learned from the others. Over
the {len(detected):,} links whose mention overlaps an annotated one, the error is {figures["detected"]["error"]:.3f}; it
would be {figures["detected"]["error_without_detector"]:.3f} with the confidence for given mentions. Links elsewhere in
the text are not judged, because most data sets annotate only some names.""",
        tables=[
            _reliability(figures["bins"]),
            _by_data_set(figures["data_sets"]),
            _reliability(figures["detected"]["bins"], "Reliability with detected mentions"),
        ],
        figures=figures,
        plots=[
            Plot(
                "Confidence and share of right links",
                "confidence",
                "right",
                [
                    Series(
                        "links",
                        [each["confidence"] for each in figures["bins"]],
                        [each["right"] for each in figures["bins"]],
                    ),
                    Series("ideal", [0.0, 1.0], [0.0, 1.0]),
                ],
            )
        ],
    )


def calibration_error(probability: FloatArray, is_right: npt.NDArray[np.bool_]) -> float:
    """Mean difference of probability and share of right links, over equal steps of probability.

    >>> calibration_error(np.array([0.9, 0.9, 0.1, 0.1]), np.array([True, True, False, False])).__round__(3)
    0.1
    """
    step = _steps(probability)
    off = [abs(probability[step == at].sum() - is_right[step == at].sum()) for at in range(_BINS)]
    return float(sum(off) / max(len(probability), 1))


def _without(model: Acceptance, judged: Mapping[str, Judged], name: str) -> Acceptance:
    """The model with slope and shift of the other data sets; unchanged if there is no other."""
    others = [each for other, each in judged.items() if other != name]
    if not others:
        return model
    slope, shift = fit_elsewhere(model, Judged.joined(others))
    return replace(model, slope=slope, shift=shift)


def _steps(probability: FloatArray) -> npt.NDArray[np.int64]:
    return np.minimum((probability * _BINS).astype(np.int64), _BINS - 1)


def _bins(probability: FloatArray, is_right: npt.NDArray[np.bool_]) -> list[dict[str, float]]:
    step = _steps(probability)
    return [
        {
            "from": at / _BINS,
            "links": int((step == at).sum()),
            "confidence": float(probability[step == at].mean()),
            "right": float(is_right[step == at].mean()),
        }
        for at in range(_BINS)
        if (step == at).any()
    ]


def _f1(probability: FloatArray, is_right: npt.NDArray[np.bool_], known: int, threshold: float) -> float:
    kept = probability >= threshold
    return float(scores_of(np.array([(kept & is_right).sum(), kept.sum(), known], dtype=np.float64))[2])


def _reliability(bins: list[dict[str, float]], title: str = "Reliability") -> Table:
    rows = [
        (
            f"{each['from']:.1f} to {each['from'] + 1 / _BINS:.1f}",
            f"{each['links']:,}",
            f"{each['confidence']:.3f}",
            f"{each['right']:.3f}",
        )
        for each in bins
    ]
    return Table(title, ("confidence", "links", "mean confidence", "right"), rows)


def _by_data_set(found: Mapping[str, Mapping[str, Any]]) -> Table:
    head = ("", "links", "right", "error", "AUC", *(f"F1 at {t:g}" for t in _THRESHOLDS))
    rows = [
        (
            name,
            f"{each['links']:,}",
            f"{each['right']:.3f}",
            f"{each['error']:.3f}",
            f"{each['auc']:.3f}",
            *(f"{f1:.3f}" for f1 in each["f1"].values()),
        )
        for name, each in found.items()
    ]
    note = "F1 of links with a threshold: a link for a mention whose entity the knowledge base lacks is wrong."
    return Table("By data set", head, rows, note)
