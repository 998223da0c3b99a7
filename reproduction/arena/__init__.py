"""The PPRforNED arena: AIDA's documents with given candidates, all methods, and no knowledge base.

Start with `run`; `pprforned` reads the files, `scorer` learns local confidence from `features`, `prior` and
`coherence`, `trace` finds where Pair-Linking goes wrong, `report` writes the tables.
"""
