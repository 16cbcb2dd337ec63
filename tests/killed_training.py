"""Train in child processes, kill them, and let others go on; print what happened.

`python killed_training.py FOLDER` is run by test_resume.py. Children are forked, so
that PyTorch is imported once; this process itself never trains.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import torch
from toy_training import LIMITS, PAD, draw_corpus, trainer

from transformer_lib.training.checkpoint import checkpoints, read_header
from transformer_lib.training.loop import Trainer
from transformer_lib.training.settings import TrainingSettings
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer

STEPS = 8


def toy_run(folder: Path) -> Trainer:
    return trainer(folder, steps=STEPS, checkpoint_every=1, accumulation=2)


def transformer_run(folder: Path) -> Trainer:
    values = {"vocab": LIMITS.source_vocab, "pad_id": PAD, "dropout": 0.2}
    config = TransformerConfig.from_dict(TransformerConfig.tiny().to_dict() | values)
    torch.manual_seed(0)
    settings = TrainingSettings(
        d_model=32, steps=STEPS, budget=60, warmup=5, checkpoint_every=1, keep=2
    )
    return Trainer(Transformer(config), draw_corpus(), settings, folder=folder)


def start(train: Callable[[], object]) -> int:
    """Train in a child process, and return its id."""
    child = os.fork()
    if child == 0:
        try:
            train()
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    return child


def finished(child: int) -> bool:
    """Wait for a child; True if it came to its end, False if it was killed."""
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    if not killed and status != 0:
        sys.exit("a run failed by itself")
    return not killed


def go_on(make: Callable[[Path], Trainer], folder: Path) -> None:
    run = make(folder)
    run.resume(folder)
    run.fit(progress=False)


def kill_at(touch: int, folder: Path) -> None:
    """Kill this process when it touches the folder for the n-th time."""
    touched = 0

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal touched
        # A tree is removed by names relative to an open folder.
        ours = event == "os.remove" or str(folder) in str(arguments)
        if ours and event.startswith(("open", "os.")):
            touched += 1
            if touched == touch:
                (folder.parent / "killed at").open("a").write(f"{event}\n")
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def killed_at_every_touch(folder: Path) -> dict[str, int]:
    """Kill run after run at its first, second, … touch of the folder."""
    kills = steps = 0
    for touch in range(1, 200):

        def train(touch: int = touch) -> None:
            run = toy_run(folder)
            run.resume(folder)
            kill_at(touch, folder)
            run.fit(progress=False)

        if finished(start(train)):
            break
        kills += 1
        for place in checkpoints(folder)[-1:]:
            read_header(place)  # refuses what is not whole
            steps = int(place.name[-9:])
    return {"kills": kills, "last step seen whole": steps}


def killed_at_random(folder: Path, seconds: float) -> dict[str, int]:
    """Kill four runs in turn, each at a random moment after its first checkpoint."""
    random = Random()
    kills = 0
    for _ in range(4):
        before = checkpoints(folder)[-1:]
        child = start(lambda: go_on(transformer_run, folder))
        while checkpoints(folder)[-1:] == before:
            time.sleep(0.001)
        time.sleep(random.uniform(0, seconds))
        os.kill(child, signal.SIGKILL)
        kills += not finished(child)
        read_header(checkpoints(folder)[-1])
    assert finished(start(lambda: go_on(transformer_run, folder)))
    return {"kills": kills}


def main(folder: Path) -> None:
    torch.set_num_threads(1)
    toy_run(folder)  # imports all there is to import, before the children are forked
    for name, make in (("toy", toy_run), ("transformer", transformer_run)):
        begin = time.monotonic()
        whole = folder / f"{name} whole"
        assert finished(start(lambda make=make, whole=whole: go_on(make, whole)))
    a_step = (time.monotonic() - begin) / STEPS
    touches = killed_at_every_touch(folder / "toy killed")
    moments = killed_at_random(folder / "transformer killed", a_step)
    print(json.dumps({"toy": touches, "transformer": moments}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
