"""Tests of the files of a knowledge base."""
