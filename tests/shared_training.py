"""Train in as many processes as there are, and write down what each one saw.

`torchrun shared_training.py FOLDER` is run by test_distributed.py.
"""

import json
import math
import shutil
import sys
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import torch
from toy_training import trainer, weights

from transformer_lib.training.checkpoint import checkpoints
from transformer_lib.training.distributed import (
    added_up,
    joined_processes,
    this_process,
    wait_for_all,
)

# So small a budget that some batches have fewer rows than there are processes.
CHOICES = {"budget": 16, "accumulation": 2, "steps": 6, "validate_every": 2}


def outcome(folder: Path) -> dict[str, object]:
    """Train without dropout, to be compared with any number of processes."""
    run = trainer(folder / "shared", dropout=0.0, checkpoint_every=3, **CHOICES)
    with redirect_stderr(StringIO()) as shown:
        history = run.fit()
    return history.to_dict() | {
        "weights": weights(run).tolist(),
        "shown": shown.getvalue(),
        "rank": this_process().rank,
        "world_size": this_process().world_size,
    }


def resumed(folder: Path) -> dict[str, object]:
    """Train with dropout, whole and in two parts, in as many processes."""
    whole = trainer(folder / "whole", dropout=0.5, checkpoint_every=3, **CHOICES)
    whole.fit(progress=False)
    dropout_seed = torch.initial_seed()
    if this_process().rank == 0:
        first = checkpoints(folder / "whole")[0]
        shutil.copytree(first, folder / "part" / first.name)
    wait_for_all()
    part = trainer(folder / "part", dropout=0.5, checkpoint_every=3, **CHOICES)
    found = part.resume(folder / "part")
    began = part.learner.step
    part.fit(progress=False)
    return {
        "found": found,
        "began": began,
        "same bits": torch.equal(weights(whole), weights(part)),
        "dropout seed": dropout_seed,
    }


def diverged() -> str:
    """Let the last process alone meet a number that is none."""
    run = trainer(dropout=0.0, **CHOICES)
    rank, world_size = this_process()
    if rank == world_size - 1:
        generator = run.learner.model.generator
        generator.register_forward_hook(lambda *given: given[-1] * math.nan)
    try:
        run.fit(progress=False)
    except FloatingPointError as error:
        return str(error)
    return "nothing happened"


def main(folder: Path) -> None:
    torch.set_num_threads(1)
    with joined_processes() as device:
        assert device.type == "cpu"
        seen = outcome(folder) | resumed(folder) | {"error": diverged()}
        rank = this_process().rank
        seen["many tokens"] = added_up([2.0**24 + rank], device)
        (folder / f"rank {rank}.json").write_text(json.dumps(seen))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
