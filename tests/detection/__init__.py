"""Tests of pairlinking.detection."""
