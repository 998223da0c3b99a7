"""Commands that make the figures of this project again, and their results."""
