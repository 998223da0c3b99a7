"""The doors: command line, HTTP and its web page, NIF, spaCy."""
