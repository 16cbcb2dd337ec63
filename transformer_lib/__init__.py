"""The parts of the Transformer, one module a chapter, written to be read."""
