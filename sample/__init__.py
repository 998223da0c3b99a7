"""Sources of the sample wiki."""
