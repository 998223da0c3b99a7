"""One slow, literal form of every strategy, written from the definitions and not from src/."""
