"""The text itself: words, sentences, boundaries, spellings, and the particulars of each language."""
