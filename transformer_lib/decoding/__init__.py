"""Text out of a model, one token after another: greedy, beam search, sampling."""
