"""Tests of the PPRforNED arena."""
