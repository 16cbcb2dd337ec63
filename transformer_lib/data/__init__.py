"""Sentence pairs to train on, where they come from, and how they become ids."""
