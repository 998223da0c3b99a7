"""The paper's studies and some of our own: each takes a `Workbench` and gives a `Study`."""

__all__ = ["STUDIES"]

# In the order of the paper, then those beyond it. A study is imported when it is run.
STUDIES = {
    "denseness": "how densely the entities of a document are related (Sec. 4)",
    "objectives": "whether a better objective means more right answers (Sec. 5)",
    "methods": "micro F1 of every method with every measure",
    "running-time": "milliseconds a document of every method",
    "best-setting": "Pair-Linking in detail, and other systems",
    "robustness": "mentions that mean nothing known beside those that do",
    "complexity": "how running time grows with mentions and candidates",
    "optimum": "how far each method stays from the best answer there is",
    "nil-detection": "finding the mentions that mean nothing known",
    "human-relatedness": "relatedness measures against what people say",
    "pprforned": "given candidates of 1,393 documents; needs no knowledge base",
}
