"""How running time grows with mentions and candidates."""
