"""Tests of the plumbing."""
