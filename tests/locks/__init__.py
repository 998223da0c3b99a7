"""Tests of pinned versions, and of what is written from them."""
