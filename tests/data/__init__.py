"""Tests of the data that comes with the package."""
