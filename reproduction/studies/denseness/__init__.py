"""How densely the entities of a document are related."""
