"""Tests of `pairlinking.linking.acceptance`."""
