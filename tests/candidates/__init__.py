"""Tests of pairlinking.candidates."""
