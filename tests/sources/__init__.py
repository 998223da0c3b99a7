"""Tests of the readers of dumps and catalogues."""
