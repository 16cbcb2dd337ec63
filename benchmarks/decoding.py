"""Greedy decoding: with the cache and without, and beside Marian's generate."""

from collections.abc import Iterator
from functools import cache, partial

import torch
from torch import Tensor
from transformers import MarianConfig, MarianMTModel

from benchmarks.core import RATIOS, Pair, Question, Row, Run, ratios
from transformer_lib.decoding.greedy import greedy_search
from transformer_lib.decoding.next_token import Stopping
from transformer_lib.decoding.sessions import TranslationSession
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer

NEW = SOURCE = 128
CONFIG = TransformerConfig.base()
BOS = 2
NEVER = Stopping(max_new=NEW, eos_id=None, pad_id=CONFIG.pad_id)


@cache
def ours() -> Transformer:
    """Make our model, with random weights."""
    return Transformer(CONFIG).eval()


@cache
def marian() -> MarianMTModel:
    """Make Marian's of the same sizes, with random weights and no end in sight."""
    config = MarianConfig(
        vocab_size=CONFIG.vocab,
        d_model=CONFIG.d_model,
        encoder_layers=CONFIG.n_encoder_blocks,
        decoder_layers=CONFIG.n_decoder_blocks,
        encoder_attention_heads=CONFIG.n_heads,
        decoder_attention_heads=CONFIG.n_heads,
        encoder_ffn_dim=CONFIG.d_ff,
        decoder_ffn_dim=CONFIG.d_ff,
        activation_function="relu",
        max_position_embeddings=CONFIG.max_len,
        scale_embedding=True,
        pad_token_id=CONFIG.pad_id,
        decoder_start_token_id=BOS,
        eos_token_id=None,
        forced_eos_token_id=None,
    )
    return MarianMTModel(config).eval()


def words(batch: int) -> Tensor:
    """Draw what is read."""
    generator = torch.Generator().manual_seed(0)
    return torch.randint(3, CONFIG.vocab, (batch, SOURCE), generator=generator)


def write(batch: int, *, cached: bool) -> Run:
    """Make a run of ours that writes exactly NEW tokens a row."""
    source, start = words(batch), torch.full((batch, 1), BOS)

    def run() -> None:
        session = TranslationSession(ours(), source, cached=cached)
        written = greedy_search(session, start, NEVER)
        assert written.lengths.tolist() == [NEW] * batch

    return run


def generate(batch: int) -> Run:
    """Make a run of Marian's that writes exactly NEW tokens a row."""
    source = words(batch)

    def run() -> None:
        tokens = marian().generate(
            source,
            attention_mask=torch.ones_like(source),
            max_new_tokens=NEW,
            num_beams=1,
            do_sample=False,
            use_cache=True,
        )
        assert tokens.shape == (batch, 1 + NEW)

    return run


def rows(rounds: int) -> Iterator[Row]:
    """Time the cache against none, then both libraries."""
    size = f"base model, vocabulary {CONFIG.vocab}, source {SOURCE}, {NEW} new tokens"
    pairs = [
        Pair(
            "`greedy_search`, cached",
            "`greedy_search`, uncached",
            f"{size}, batch {batch}",
            partial(lambda n: (write(n, cached=True), write(n, cached=False)), batch),
            bar=1 / 5 if batch == 8 else None,
        )
        for batch in (1, 8)
    ]
    pairs += [
        Pair(
            "`greedy_search`, cached",
            "`MarianMTModel.generate`, cached",
            f"{size}, batch {batch}",
            partial(lambda n: (write(n, cached=True), generate(n)), batch),
        )
        for batch in (1, 16)
    ]
    return ratios(pairs, rounds)


QUESTION = Question(
    "How fast is greedy decoding?",
    "Reading the source and writing the same number of tokens a row, none of which may "
    "end it. Marian has the same sizes and random weights of its own. A ratio of 0.20 "
    "is five times as fast. A single row gains less from the cache: each step then "
    "waits for the weights to come from memory, however few tokens it reads.",
    RATIOS,
    rows,
)
