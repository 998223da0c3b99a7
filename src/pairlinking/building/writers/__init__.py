"""One file for each part of a knowledge base: from relations and shards to arrays on disk."""
