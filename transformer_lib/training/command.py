"""The command that trains, in one process or in several; errors become sentences."""

import argparse
import os
import socket
import sys
from collections.abc import Callable

from torch.multiprocessing.spawn import ProcessExitedException, spawn

from transformer_lib.training.arguments import make_parser
from transformer_lib.training.run import last_checkpoint, prepare, train

REFUSED = 2
STOPPED = 130  # as shells call what was stopped from the keyboard


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line.

    Args:
        arguments: The words after the command; those of the process by default.

    Returns:
        0 if all went well, 2 if something was refused, 130 if it was interrupted.
    """
    words = sys.argv[1:] if arguments is None else arguments
    chosen = make_parser().parse_args(words)
    chosen.words = words
    if code := _told(lambda: prepare(chosen), chosen):
        return code
    if chosen.processes == 1:
        return _told(lambda: train(chosen), chosen)
    try:
        port = _free_port()
        spawn(_join, (chosen, port), nprocs=chosen.processes)
    except ProcessExitedException as exited:
        return exited.exit_code
    except KeyboardInterrupt:
        return STOPPED
    return 0


def _told(
    work: Callable[[], None], chosen: argparse.Namespace, *, aloud: bool = True
) -> int:
    """Do some work; tell what stopped it in a sentence and a number for the shell."""
    try:
        work()
        return 0
    except FloatingPointError as error:
        text, code = f"{error} {last_checkpoint(chosen.out)}", REFUSED
    except KeyboardInterrupt:
        text, code = f"interrupted. {last_checkpoint(chosen.out)}", STOPPED
    except (OSError, ValueError, TypeError, ImportError) as error:
        text, code = str(error), REFUSED
    if aloud:
        print(f"error: {text}", file=sys.stderr)
    return code


def _join(rank: int, chosen: argparse.Namespace, port: int) -> None:
    """Train as one of several processes; each finds the others by its environment."""
    os.environ |= {
        "RANK": str(rank),
        "LOCAL_RANK": str(rank),
        "WORLD_SIZE": str(chosen.processes),
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
    }
    sys.exit(_told(lambda: train(chosen), chosen, aloud=rank == 0))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
