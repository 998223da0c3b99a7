"""How a knowledge base lies on disk: arrays, strings, tries and lists, mapped rather than read."""
