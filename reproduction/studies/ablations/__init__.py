"""What each choice of ours changes: Pair-Linking with one thing at a time done otherwise."""
