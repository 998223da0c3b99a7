"""The paper's protocol, shared by several studies: settings chosen in folds, and paired intervals of averages."""
