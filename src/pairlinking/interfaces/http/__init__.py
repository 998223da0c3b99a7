"""The HTTP server: our JSON API, GERBIL's NIF, Spotlight's calls and the web page (extra ``server``)."""
