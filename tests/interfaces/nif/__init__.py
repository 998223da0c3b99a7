"""Tests of reading and writing NIF."""
