"""Tests of smaller knowledge bases."""
