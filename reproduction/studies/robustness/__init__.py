"""Mentions without a known entity beside those that have one."""
