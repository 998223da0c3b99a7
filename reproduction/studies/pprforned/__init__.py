"""Every method on given candidates, without a knowledge base."""
