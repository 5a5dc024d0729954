"""The report of a run: what was found in plain words, with the frame and the figure behind each sentence."""
