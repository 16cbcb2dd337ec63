r"""Where a token stands, written so that attention can read it.

Attention alone cannot tell one order from another. Three ways to tell it: add waves of
many lengths to the token (`sinusoidal`), add a vector that is learned (`learned`), or
turn queries and keys by an angle that grows with the position (`rotary`).

Source: vaswani2017, section 3.5.
"""
