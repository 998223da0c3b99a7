"""The interfaces: command line, HTTP and its web page, NIF, spaCy."""
