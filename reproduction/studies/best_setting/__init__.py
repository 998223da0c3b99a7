"""Pair-Linking in detail, and other systems."""
