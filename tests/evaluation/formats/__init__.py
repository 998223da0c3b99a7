"""Tests of the readers of annotated documents."""
