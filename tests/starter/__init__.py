"""Tests of the starter knowledge base; they are skipped where its package is not installed."""
