"""The paper's protocol, which several studies share: settings chosen in folds, and paired intervals of the averages."""
