"""The whole model: words in, blocks stacked, scores for the next word out.

Source: vaswani2017, section 3.
"""
