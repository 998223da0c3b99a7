"""Detecting the mentions without a known entity."""
