"""How far each method stays from the best answer to its objective."""
