"""Checkpoints that are there whole or not at all, and that are what they say.

A checkpoint is a folder of three files: the weights, the state of the training, and a
header that says of which run they are and which bytes they had. It is written under
another name and renamed when it is whole, so that whatever stops the run in between
leaves the checkpoint before as it was.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_model, save_model
from torch import nn

FORMAT = 1
WEIGHTS, STATE, HEADER = "weights.safetensors", "state.pt", "header.json"


def save_checkpoint(
    place: Path,
    model: nn.Module,
    state: Mapping[str, Any],
    config: Mapping[str, Any],
) -> None:
    """Write a checkpoint so that it is there whole or not at all.

    Args:
        place: The folder to make; nothing may be there.
        model: Its weights are written; tied ones once, since the model ties them.
        state: What else a run needs to go on: tensors, numbers, words, lists and dicts.
        config: What the run is, in values that JSON knows; asked for when loading.

    Raises:
        FileExistsError: If something is there already.
    """
    if place.exists():
        raise FileExistsError(
            f"{place} is there already: checkpoints are not replaced."
        )
    with _renamed_when_whole(place) as draft:
        save_model(model, str(draft / WEIGHTS))
        torch.save(dict(state), draft / STATE)
        sha256 = {name: file_sha256(draft / name) for name in (WEIGHTS, STATE)}
        header = {"format": FORMAT, "config": dict(config), "sha256": sha256}
        (draft / HEADER).write_text(json.dumps(header, indent=2), encoding="utf-8")


def read_header(place: Path) -> dict[str, Any]:
    """Read what a checkpoint says of itself, and see that its files are those it names.

    Args:
        place: The checkpoint's folder.

    Returns:
        The header: `format`, `config`, and the `sha256` of each other file.

    Raises:
        FileNotFoundError: If the folder or a file is missing.
        ValueError: If the format is not known, or a file is damaged.
    """
    header = _parsed_header(place)
    for name, written in header["sha256"].items():
        if not (place / name).is_file():
            raise FileNotFoundError(f"{place} has no {name}: take another checkpoint.")
        found = file_sha256(place / name)
        if found != written:
            raise ValueError(
                f"{place / name} is damaged: the SHA-256 of its "
                f"{(place / name).stat().st_size} bytes begins with {found[:8]}, the "
                f"header's with {written[:8]}: take another checkpoint."
            )
    return header


def refuse_other_config(
    place: Path, saved: Mapping[str, Any], ours: Mapping[str, Any]
) -> None:
    """Refuse to go on with a checkpoint of another run.

    Args:
        place: The checkpoint's folder.
        saved: The config in its header.
        ours: The config of the run that would go on.

    Raises:
        ValueError: If they differ, with both values of all that differs.
    """
    before, now = dict(_leaves(saved)), dict(_leaves(json.loads(json.dumps(ours))))
    differences = [
        f"{name} is {before.get(name, 'not set')!r} there and "
        f"{now.get(name, 'not set')!r} here"
        for name in sorted(before.keys() | now.keys())
        if before.get(name, _MISSING) != now.get(name, _MISSING)
    ]
    if differences:
        raise ValueError(
            f"{place} is a checkpoint of another run: {'; '.join(differences)}. Go on "
            f"with the same values, or begin in another folder."
        )


def load_weights(place: Path, model: nn.Module) -> None:
    """Fill a model with the weights of a checkpoint, wherever the model lives.

    Args:
        place: The checkpoint's folder; call `read_header` first.
        model: A model of the same config.

    Raises:
        RuntimeError: If names or shapes differ.
    """
    load_model(model, place / WEIGHTS)


def load_state(place: Path) -> dict[str, Any]:
    """Read the state of the training, on the CPU, without running any code in it.

    Args:
        place: The checkpoint's folder; call `read_header` first.

    Returns:
        What was given to `save_checkpoint`.
    """
    state: dict[str, Any] = torch.load(
        place / STATE, map_location="cpu", weights_only=True
    )
    return state


def checkpoints(folder: Path) -> list[Path]:
    """List the checkpoints in the folder of a run, the oldest first."""
    return sorted(folder.glob("step-*"))


def remove_all_but(folder: Path, keep: int) -> None:
    """Remove the oldest checkpoints of a run, so that only the newest ones stay.

    Args:
        folder: The folder of the run.
        keep: How many stay, at least 1.
    """
    for place in checkpoints(folder)[:-keep]:
        shutil.rmtree(place)


def file_sha256(path: Path) -> str:
    """Hash the bytes of a file, in 64 hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _renamed_when_whole(place: Path) -> Iterator[Path]:
    draft = place.with_name(f".{place.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)  # of a run that was stopped here
    draft.mkdir(parents=True)
    yield draft
    for path in (*draft.iterdir(), draft):
        _reach_the_disk(path)
    draft.rename(place)  # one step: before it there is nothing, after it everything
    _reach_the_disk(place.parent)


def _reach_the_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _parsed_header(place: Path) -> dict[str, Any]:
    if not (place / HEADER).is_file():
        raise FileNotFoundError(
            f"{place} is no checkpoint: it has no {HEADER}. Name one of the folders "
            f"that a training run has made."
        )
    damaged = ValueError(f"{place / HEADER} is damaged: take another checkpoint.")
    try:
        header = json.loads((place / HEADER).read_text(encoding="utf-8"))
    except ValueError:
        raise damaged from None
    if not isinstance(header, dict) or not isinstance(header.get("format"), int):
        raise damaged
    if header["format"] > FORMAT:
        raise ValueError(
            f"{place} has format {header['format']}, but this library knows formats up "
            f"to {FORMAT}: load it with a newer version."
        )
    if header.keys() != {"format", "config", "sha256"}:
        raise damaged
    if set(header["sha256"]) != {WEIGHTS, STATE}:
        raise damaged
    return header


def _leaves(tree: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(tree, Mapping):
        for key, branch in tree.items():
            yield from _leaves(branch, f"{name}.{key}".lstrip("."))
    else:
        yield name, tree


_MISSING = object()
