"""Pinned versions for development and the container, and the files written from them: see make.py."""
