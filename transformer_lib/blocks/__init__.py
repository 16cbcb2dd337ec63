"""Attention and a small network, each wrapped so that many can be stacked.

Source: vaswani2017, section 3.1.
"""
