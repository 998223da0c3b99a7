"""Attacks that never end by themselves: seeded cases for kernels, parsers, damaged files, requests and builds.

``make fuzz MINUTES=60`` runs them, ``python -m tests.fuzz --harness parsers --seed 17 --cases 1`` one case again.
"""
