"""Everything that turns a model and pairs of sentences into a trained model."""
