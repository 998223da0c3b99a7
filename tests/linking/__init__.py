"""Tests of linking."""
