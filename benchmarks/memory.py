"""The memory of attention tile by tile, seen from outside the process."""

import os
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.core import ROOT, Question, Row

LENGTHS = (4096, 8192, 16384, 32768)
D_K = 64
ONE_LENGTH = f"""
import re
from pathlib import Path

import torch

from transformer_lib.complexity.tiled import tiled_attention

def kilobytes(name):
    status = Path("/proc/self/status").read_text()
    return int(re.search(name + r":\\s+(\\d+)", status)[1])

def run(n):
    q, k, v = (torch.randn(n, {D_K}, requires_grad=True) for _ in range(3))
    tiled_attention(q, k, v, causal=True).sum().backward()

torch.set_num_threads(1)
run(512)  # what is loaded at the first call is not counted
Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
before = kilobytes("VmRSS")
run({{}})
print(kilobytes("VmHWM") - before)
"""


def peak(seq: int) -> float:
    """Measure in a process of its own how much memory comes on top, in MiB."""
    command = [sys.executable, "-c", ONE_LENGTH.format(seq)]
    # Blocks of 64 KiB or more go back to the system as soon as they are free.
    environment = os.environ | {"MALLOC_MMAP_THRESHOLD_": "65536"}
    run = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return int(run.stdout) / 1024


def rows(rounds: int) -> Iterator[Row]:
    """Double the length; memory may double as well, with a tenth more for the rest."""
    before = None
    for seq in LENGTHS:
        now = peak(seq)
        growth = None if before is None else now / before
        met = growth is None or growth <= 2.2
        bar = "" if growth is None else f"≤ 2.20{'' if met else ' MISSED'}"
        yield Row(
            (
                f"{seq}",
                f"{now:.1f}",
                f"{1024 * now / seq:.2f}",
                "" if growth is None else f"{growth:.2f}",
                bar,
                f"{seq**2 * 4 / 2**20:.0f}",
            ),
            met,
        )
        before = now


QUESTION = Question(
    "Does the memory of `tiled_attention` grow with the length, not its square?",
    f"One causal head of d_k {D_K}, forward and backward, in float32. The peak is that "
    "of the process's resident memory, inputs and gradients included, over what it "
    "held before. The last column is what the plain way keeps of scores alone.",
    ("n", "peak MiB", "KiB a token", "growth", "bar", "plain scores MiB"),
    rows,
)
