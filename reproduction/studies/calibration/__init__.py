"""Whether the confidence of links is the share of them that is right."""
