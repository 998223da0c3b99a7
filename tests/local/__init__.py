"""Tests of local confidence."""
