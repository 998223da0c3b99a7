"""Logistic regression with a few features, by Newton's method."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pairlinking.types import FloatArray

__all__ = ["fit_logistic", "sigmoid"]

_STEPS = 100
_RIDGE = 1.0  # in units of one example, on features of variance 1: keeps weights finite if the classes are separable


def fit_logistic(rows: FloatArray, right: npt.NDArray[np.bool_]) -> tuple[FloatArray, float]:
    """Maximum-likelihood weights and bias for ``sigmoid(rows @ weights + bias)`` as the probability of `right`.

    >>> weights, bias = fit_logistic(np.array([[0.0], [0.0], [1.0], [1.0]] * 50), np.array([0, 0, 0, 1] * 50) > 0)
    >>> sigmoid(np.array([0.0, 1.0]) * weights + bias).round(1)
    array([0. , 0.5])
    """
    middle, scale = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    table = np.column_stack([(rows - middle) / scale, np.ones(len(rows))])
    ridge = np.full(table.shape[1], _RIDGE)
    ridge[-1] = 1e-3  # the bias is almost free, but finite if all examples are of one class
    beta = np.zeros(table.shape[1])
    for _ in range(_STEPS):
        found = sigmoid(table @ beta)
        slope = table.T @ (found - right) + ridge * beta
        bend = (table * (found * (1 - found))[:, None]).T @ table + np.diag(ridge)
        step = np.linalg.solve(bend, slope)
        beta -= step
        if np.abs(step).max() < 1e-9:
            break
    weights: FloatArray = beta[:-1] / scale
    return weights, float(beta[-1] - weights @ middle)


def sigmoid(odds: FloatArray) -> FloatArray:
    """Probabilities of log-odds."""
    probability: FloatArray = 1 / (1 + np.exp(-np.minimum(np.maximum(odds, -500), 500)))  # np.clip takes longer
    return probability
