"""What a stranger does, from the first minute on."""
