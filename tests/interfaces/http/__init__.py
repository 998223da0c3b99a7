"""The HTTP server, in this process and as one of its own."""
