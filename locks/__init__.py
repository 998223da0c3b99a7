"""Pinned versions for development and the container, and what is written from them: see make.py."""
