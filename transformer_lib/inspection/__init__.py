"""What a trained model looks at: read out, measured, followed, and taken away.

Source: clark2019.
"""
