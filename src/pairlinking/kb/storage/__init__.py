"""How a knowledge base is stored on disk: arrays, strings, tries and lists, mapped rather than read."""
