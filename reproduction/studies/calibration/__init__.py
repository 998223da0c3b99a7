"""Whether the confidence of links equals the share of them that is right."""
