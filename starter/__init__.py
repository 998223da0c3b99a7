"""The data package pairlinking-starter-en, and the recipe that builds its knowledge base."""
