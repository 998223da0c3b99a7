"""Tests of `pairlinking.collective.learned`."""
