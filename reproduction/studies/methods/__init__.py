"""Micro F1 of every method with every measure."""
