"""Plumbing that knows nothing about entities: worker pool, progress, files, options, registry."""
