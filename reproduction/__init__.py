"""The laboratory: the paper's studies and our own measurements, and their results. Not part of the installed package.

    python -m reproduction --help

`study`, `workbench`, `page` and the other files here are shared by the studies; `studies` has a folder for each study;
`arena` compares methods on given candidates; `heldout` measures on pages that a knowledge base has not seen.
"""
