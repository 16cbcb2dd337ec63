"""The tasks of chapter 2 with probes that the student does not see."""

from dataclasses import replace

from transformer_grading.checks import attention as visible

SOFTMAX = replace(visible.SOFTMAX)
ATTENTION = replace(visible.ATTENTION)
COUNTEREXAMPLE = replace(visible.COUNTEREXAMPLE)
REPAIRED = replace(visible.REPAIRED)
TEMPERATURE = replace(visible.TEMPERATURE)
KERNEL = replace(visible.KERNEL)
LAYER = replace(visible.LAYER)
