"""Our answers and those of other linkers on the same documents, by one scorer."""
