"""The tasks of chapter 9: from words to words, and what a model weighs."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer_grading.checks.core import Task
from transformer_grading.checks.probes.transformer import (
    count,
    embed,
    families,
    greedy,
    scores,
    wiring,
)
from transformer_grading.checks.probes.transformer.scripted import Scripted
from transformer_grading.mistakes.transformer import (
    embed_effects,
    embed_places,
    embed_scale,
    family_axes,
    family_borders,
    family_looks,
    family_padding,
    greedy_choices,
    greedy_counts,
    greedy_ends,
    greedy_reading,
    greedy_results,
    greedy_shown,
    greedy_starts,
    greedy_stops,
    score_effects,
    score_padding,
    score_values,
    weigh_attentions,
    weigh_bias_widths,
    weigh_biases,
    weigh_extras,
    weigh_lists,
    weigh_norms,
    weigh_sides,
    weigh_tied,
    weigh_vocabularies,
    wiring_depth,
    wiring_effects,
    wiring_future,
    wiring_masks,
    wiring_memory,
    wiring_order,
    wiring_padding,
)
from transformer_grading.mistakes.transformer.parts import read, write
from transformer_lib.complexity import models
from transformer_lib.decoding.generation import generate
from transformer_lib.decoding.greedy import greedy_search
from transformer_lib.masking.masks import causal_mask, combine, padding_mask
from transformer_lib.transformer.embedding import Embedding, Input, TiedOutput
from transformer_lib.transformer.model import Transformer
from transformer_lib.transformer.parts import make_decoder, make_encoder, make_input
from transformer_lib.transformer.stacks import Decoder, Encoder


def _embed(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = F.embedding(ids, table) * math.sqrt(table.shape[-1])
    return words + positions[start : start + ids.shape[-1]]


def _wired(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        target = write(target, source, past, seen, w)
    return target


def _score(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    padding = torch.arange(len(table)) == pad_id
    return F.linear(x, table).masked_fill(padding, -math.inf)


def _weigh(  # noqa: PLR0913
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention, norm = 4 * d_model * (d_model + bias), d_model * (1 + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    written = vocab if target_vocab is None else target_vocab
    tables = vocab + (0 if target_vocab is None else written) + (0 if tied else written)
    return blocks * (3 * attention + 2 * network + 5 * norm) + tables * d_model


def _greedy(  # noqa: PLR0913
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory, target = model.encode(source, mask), source.new_full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        target = torch.cat([target, best.masked_fill(over, pad)[:, None]], dim=1)
        over = over | (best == eos)
    return target[:, 1:]


def _family_mask(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    key = torch.arange(seq)
    read, real = (key < n[:, None, None, None] for n in (prefix, words))
    return (causal_mask(seq) | read) & real


EMBED = Task(
    name="embed",
    returns=("tokens",),
    reference=_embed,
    probes=embed.PROBES,
    mistakes=(
        *embed_scale.MISTAKES,
        *embed_places.MISTAKES,
        *embed_effects.MISTAKES,
    ),
    seals=(Embedding.forward, Input.forward),
)
WIRED = Task(
    name="wired",
    returns=("tokens",),
    reference=_wired,
    probes=wiring.PROBES,
    mistakes=(
        *wiring_memory.MISTAKES,
        *(*wiring_padding.MISTAKES, *wiring_future.MISTAKES, *wiring_masks.MISTAKES),
        *(*wiring_depth.MISTAKES, *wiring_order.MISTAKES),
        *wiring_effects.MISTAKES,
    ),
    seals=(
        *(Encoder.forward, Decoder.forward, Transformer.forward),
        nn.Transformer.forward,
    ),
)
SCORE = Task(
    name="score",
    returns=("scores",),
    reference=_score,
    probes=scores.PROBES,
    mistakes=(
        *score_values.MISTAKES,
        *score_padding.MISTAKES,
        *score_effects.MISTAKES,
    ),
    seals=(TiedOutput.forward,),
)
WEIGH = Task(
    name="weigh",
    returns=("parameters",),
    reference=_weigh,
    probes=count.PROBES,
    mistakes=(
        *weigh_lists.MISTAKES,
        *(*weigh_attentions.MISTAKES, *weigh_norms.MISTAKES, *weigh_sides.MISTAKES),
        *(*weigh_tied.MISTAKES, *weigh_vocabularies.MISTAKES, *weigh_extras.MISTAKES),
        *(*weigh_biases.MISTAKES, *weigh_bias_widths.MISTAKES),
    ),
    seals=(
        *(models.transformer, models.encoder_block, models.decoder_block),
        *(make_input, make_encoder, make_decoder),
    ),
    numbers=True,
)
GREEDY = Task(
    name="greedy",
    returns=("written",),
    reference=_greedy,
    probes=greedy.PROBES,
    mistakes=(
        *greedy_reading.MISTAKES,
        *(*greedy_shown.MISTAKES, *greedy_starts.MISTAKES, *greedy_choices.MISTAKES),
        *greedy_counts.MISTAKES,
        *(*greedy_stops.MISTAKES, *greedy_ends.MISTAKES, *greedy_results.MISTAKES),
    ),
    seals=(greedy_search, generate),
)
FAMILY = Task(
    name="family_mask",
    returns=("mask",),
    reference=_family_mask,
    probes=families.PROBES,
    mistakes=(
        *(*family_looks.MISTAKES, *family_borders.MISTAKES),
        *(*family_padding.MISTAKES, *family_axes.MISTAKES),
    ),
    seals=(padding_mask, causal_mask, combine),
)
