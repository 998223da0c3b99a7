"""Tests of the measures, the data sets and the experiments."""
