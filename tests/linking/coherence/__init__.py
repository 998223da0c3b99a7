"""Tests of `pairlinking.linking.coherence`."""
