"""Tests of learning vectors."""
