"""Data sets, measures, and experiments that rebuild the tables of the paper."""
