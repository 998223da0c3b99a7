"""What is fast and what is not, measured: `make bench`."""
