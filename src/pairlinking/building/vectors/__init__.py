"""Word and entity vectors: the token corpus, skip-gram training, and the files of the result."""
