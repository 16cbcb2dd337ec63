"""Who may look at whom: the future is hidden, and so is padding.

`masks` makes masks and joins them; `additive`, `pytorch` and `hugging_face` read and
write those of other code; `leaks` finds out who really looks at whom, in any model.

Source: vaswani2017, section 3.2.3.
"""
