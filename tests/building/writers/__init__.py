"""Tests of writing the parts of a knowledge base."""
