"""Whether a better value of an objective means more correct answers."""
