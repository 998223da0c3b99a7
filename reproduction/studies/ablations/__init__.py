"""The effect of each of our choices: Pair-Linking with one of them changed at a time."""
