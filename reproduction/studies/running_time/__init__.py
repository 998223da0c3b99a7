"""Milliseconds per document of every method."""
