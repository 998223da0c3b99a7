"""The doors: command line, and later HTTP, web page and spaCy."""
