"""Milliseconds a document of every method."""
