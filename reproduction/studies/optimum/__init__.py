"""How far each method is from the optimum of its objective."""
