"""Worked examples of the paper."""
