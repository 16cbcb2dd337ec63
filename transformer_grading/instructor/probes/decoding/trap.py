"""The question about the trap, asked once more."""

from dataclasses import replace

from transformer_grading.checks.probes.decoding import trap

PROBES = tuple(replace(p, says="It is a trap when handed in.") for p in trap.PROBES)
