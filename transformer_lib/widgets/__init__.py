"""Figures that a reader moves, live in Jupyter and in the built page."""
