"""Tests of the relatedness measures."""
