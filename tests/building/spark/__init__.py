"""Tests of building with Spark."""
