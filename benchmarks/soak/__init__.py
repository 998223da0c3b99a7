"""A server under mixed traffic for a long time, while its processes are killed: `make soak`."""
