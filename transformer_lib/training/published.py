"""A trained translator as others get it: three files that belong together.

`config.json` says what the model is, how it was made, and what the other two must hash
to: `weights.safetensors`, in half precision, and `tokenizer.json`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

from transformer_lib.data.tokenizer import Tokenizer
from transformer_lib.training.checkpoint import file_sha256
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer

FORMAT = 1
EN_PT_BR = Path(__file__).parents[1] / "checkpoints" / "en_pt_BR"
"""The folder of the model that comes with this library, with its log and its card."""
CONFIG, WEIGHTS, TOKENIZER = "config.json", "weights.safetensors", "tokenizer.json"


class Published(NamedTuple):
    """A trained translator.

    Attributes:
        model: The model, in eval mode and in float32.
        tokenizer: The tokenizer that it was trained with.
        about: How it was made, in the words of who made it.
    """

    model: Transformer
    tokenizer: Tokenizer
    about: dict[str, Any]


def publish(
    folder: Path, model: Transformer, tokenizer: Tokenizer, about: Mapping[str, Any]
) -> None:
    """Write a trained translator.

    Weights are kept as float16: half the bytes, and three digits of each number.

    Args:
        folder: Where to; what is there is replaced.
        model: The model.
        tokenizer: The tokenizer that it was trained with.
        about: How it was made, in values that JSON knows.
    """
    folder.mkdir(parents=True, exist_ok=True)
    save_file(
        {name: p.detach().half().contiguous() for name, p in model.named_parameters()},
        folder / WEIGHTS,
    )
    tokenizer.save(folder / TOKENIZER)
    header = {
        "format": FORMAT,
        "model": model.config.to_dict(),
        "about": dict(about),
        "sha256": {name: file_sha256(folder / name) for name in (WEIGHTS, TOKENIZER)},
    }
    text = json.dumps(header, indent=2, ensure_ascii=False)
    (folder / CONFIG).write_text(text + "\n", encoding="utf-8")


def read_published(folder: Path) -> Published:
    """Read a trained translator, and see that it is what was published.

    Args:
        folder: Where its three files are.

    Returns:
        The translator, on the CPU.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If a file is damaged or belongs to another translator, or if the
            format is not known.
    """
    header = _header(folder)
    for name, sha256 in header["sha256"].items():
        found = file_sha256(_existing(folder / name))
        if found != sha256:
            raise ValueError(
                f"{folder / name} is damaged or of another model: its SHA-256 begins "
                f"with {found[:8]}, but {CONFIG} asks for {sha256[:8]}. Publish the "
                f"model again, or install the package again."
            )
    tokenizer = Tokenizer.load(folder / TOKENIZER)
    model = Transformer(TransformerConfig.from_dict(header["model"]))
    if tokenizer.vocab != model.config.vocab:
        raise ValueError(
            f"{folder} has a tokenizer of {tokenizer.vocab} entries for a model of "
            f"{model.config.vocab}: these files do not belong together."
        )
    _fill(model, folder / WEIGHTS)
    return Published(model.eval(), tokenizer, header["about"])


def _fill(model: nn.Module, path: Path) -> None:
    try:
        weights = load_file(path)
    except SafetensorError as error:
        raise ValueError(f"{path} holds no weights ({error}).") from error
    ours = dict(model.named_parameters())
    wrong = {
        name
        for name in ours.keys() | weights.keys()
        if name not in ours
        or name not in weights
        or ours[name].shape != weights[name].shape
    }
    if wrong:
        raise ValueError(
            f"{path} does not fit {CONFIG} in {len(wrong)} of {len(ours)} weights, "
            f"the first of which is {min(wrong)}."
        )
    with torch.no_grad():
        for name, parameter in ours.items():
            parameter.copy_(weights[name])


def _header(folder: Path) -> dict[str, Any]:
    path = _existing(folder / CONFIG)
    try:
        header = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise ValueError(f"{path} is damaged: it is no JSON.") from None
    wanted = {"format", "model", "about", "sha256"}
    if not isinstance(header, dict) or header.keys() != wanted:
        raise ValueError(f"{path} describes no translator: it must have {wanted}.")
    if header["format"] != FORMAT:
        raise ValueError(
            f"{path} has format {header['format']}, but this library knows {FORMAT}: "
            f"use the version that wrote it."
        )
    if header["sha256"].keys() != {WEIGHTS, TOKENIZER}:
        raise ValueError(f"{path} does not say what {WEIGHTS} and {TOKENIZER} hash to.")
    return header


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise FileNotFoundError(
            f"{path} is not there: name a folder that a training run has published."
        )
    return path
