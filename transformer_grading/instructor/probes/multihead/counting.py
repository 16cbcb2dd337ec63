"""Counts for sizes that the student does not see."""

from transformer_grading.checks.probes.multihead.counting import parameters, products

PARAMETERS = (
    parameters("matrices", "All sizes differ.", 96, 6, 11, 13, False),
    parameters("matrices", "There may be one head.", 10, 1, 7, 3, False),
    parameters("matrices", "The usual widths.", 768, 12, 64, 64, False),
    parameters("matrices", "Keys may be wider than values.", 33, 5, 9, 2, False),
    parameters("biases", "All sizes differ, with biases.", 96, 6, 11, 13, True),
    parameters("biases", "One head with biases.", 10, 1, 7, 3, True),
    parameters("biases", "The usual widths, with biases.", 768, 12, 64, 64, True),
)
PRODUCTS = (
    products("projections", "One key.", 7, 1, 96, 6, 11, 13),
    products("projections", "One query.", 1, 9, 96, 6, 11, 13),
    products("whole layer", "All sizes differ.", 17, 29, 96, 6, 11, 13),
    products("whole layer", "The usual widths.", 128, 128, 768, 12, 64, 64),
    products("whole layer", "More queries than keys.", 50, 20, 33, 5, 9, 2),
    products("whole layer", "One head.", 12, 31, 10, 1, 7, 3),
    products("whole layer", "Long sequences.", 4096, 4097, 8, 2, 3, 4),
)
