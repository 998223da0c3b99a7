"""Finding the mentions without a known entity."""
