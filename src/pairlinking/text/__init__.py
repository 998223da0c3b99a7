"""Text itself: words, sentences, boundaries, spellings, and what is particular to a language."""
