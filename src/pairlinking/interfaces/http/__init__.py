"""The HTTP server: our JSON API, NIF for GERBIL, DBpedia Spotlight's API and the web page (extra ``server``)."""
