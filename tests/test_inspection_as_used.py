"""What users of `inspection` meet: clear refusals, and models that were compiled."""

from copy import deepcopy

import pytest
import torch
from parity.core import distance, randomise
from torch import nn

from transformer_lib.inspection.ablation import ablate, ablation_effects
from transformer_lib.inspection.encoder import EncoderSizes, PretrainedEncoder
from transformer_lib.inspection.heads import hits, mean_entropy, share
from transformer_lib.inspection.recording import record
from transformer_lib.inspection.relations import paired
from transformer_lib.multihead import MultiHeadAttention

pytestmark = [
    pytest.mark.unhooked,
    pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning"),  # torch's own
]

SIZES = EncoderSizes(29, 13, 15, 3, 17, 2, 1e-12)
IDS, MASK = torch.randint(0, 29, (2, 7)), torch.ones(2, 7, dtype=torch.bool)
WEIGHTS = torch.full((2, 3, 5, 7, 11), 1 / 11)


@pytest.fixture
def encoder():
    encoder = PretrainedEncoder(SIZES)
    randomise(encoder)
    return encoder


# Compiled models


def test_the_encoder_compiles_into_one_graph_and_copies_whole(encoder):
    compiled = torch.compile(encoder, fullgraph=True)
    assert distance(compiled(IDS, MASK), encoder(IDS, MASK)) <= 1e-5
    again = PretrainedEncoder(SIZES)
    again.load_state_dict(encoder.state_dict())
    for copy in (again, deepcopy(encoder)):
        assert torch.equal(copy(IDS, MASK), encoder(IDS, MASK))


@pytest.mark.parametrize("in_place", [False, True])
def test_compiled_models_are_recorded_and_ablated_too(encoder, in_place):
    model = encoder if in_place else torch.compile(encoder)
    if in_place:
        encoder.compile()
    before = model(IDS, MASK)
    attention = encoder.encoder.blocks[1].attention
    with record(model) as seen:  # called as before, so nothing is compiled anew
        assert distance(model(IDS, MASK), before) <= 1e-5
    assert seen.stacked().shape == (2, 2, 3, 7, 7)
    with ablate(attention, [1]):
        ablated = model(IDS, MASK)
    assert distance(ablated, before) > 1e-3
    assert torch.equal(model(IDS, MASK), before)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_half_precision_is_recorded(encoder, dtype):
    with record(encoder.to(dtype), outputs_of=encoder.encoder.blocks) as seen:
        output = encoder(IDS, MASK)
    assert output.dtype == seen.stacked().dtype == dtype
    assert torch.equal(seen.outputs["encoder.blocks.1"][0], output)


# Refusals


class Pair(nn.Module):
    """A part that returns two things."""

    def __init__(self):
        super().__init__()
        self.attention = MultiHeadAttention(10, 2)

    def forward(self, x):
        return self.attention(x), x


def ran(outputs_of=()):
    model = Pair()
    with record(model, outputs_of=[model] if outputs_of == "pair" else outputs_of) as s:
        model(torch.ones(1, 3, 10))
    return s


def silent():
    with record(MultiHeadAttention(10, 2)) as seen:
        return seen


def of_two_shapes():
    model = MultiHeadAttention(10, 2), MultiHeadAttention(10, 5)
    with record(nn.ModuleList(model)) as seen:
        model[0](torch.ones(1, 3, 10)), model[1](torch.ones(1, 3, 10))
    return seen


def noisy():
    attention = MultiHeadAttention(10, 2)
    x = torch.ones(1, 3, 10)
    return lambda: nn.functional.dropout(attention(x), 0.5), [attention]


def ablated(heads):
    with ablate(MultiHeadAttention(10, 5), heads):
        pass


REFUSALS = {
    "no attention": (
        lambda: record(nn.LSTM(3, 5)).__enter__(),
        ValueError,
        "LSTM holds 1 modules, but 0 of them are a MultiHeadAttention",
    ),
    "a stranger": (
        lambda: ran([nn.Linear(2, 3)]),
        ValueError,
        "1 of 1 modules .* not in the Pair: Linear",
    ),
    "no tensor": (lambda: ran("pair"), TypeError, "Pair returned a tuple"),
    "no call": (lambda: silent().stacked(), ValueError, r"\[''\] did not run"),
    "two shapes": (
        lambda: of_two_shapes().stacked(),
        ValueError,
        r"\(1, 2, 3, 3\).*\(1, 5, 3, 3\).*by their names",
    ),
    "no such name": (lambda: ran().stacked(["attn"]), KeyError, "attn"),
    "queries": (
        lambda: mean_entropy(WEIGHTS, torch.ones(3, 11, dtype=torch.bool)),
        ValueError,
        r"queries has shape \(3, 11\).*of 3 sequences with 7 queries",
    ),
    "no query": (
        lambda: mean_entropy(WEIGHTS, torch.zeros(3, 7, dtype=torch.bool)),
        ValueError,
        "0 of 21 queries count",
    ),
    "relation": (
        lambda: share(WEIGHTS, torch.ones(3, 7, 7, dtype=torch.bool)),
        ValueError,
        r"relation has shape \(3, 7, 7\).*= \(3, 7, 11\).*or 1",
    ),
    "relation without a batch": (
        lambda: share(WEIGHTS, torch.ones(7, 11, dtype=torch.bool)),
        ValueError,
        r"relation has shape \(7, 11\)",
    ),
    "among": (
        lambda: hits(WEIGHTS, MASK.new_ones(1, 7, 11), among=MASK.new_ones(2, 7, 11)),
        ValueError,
        r"among has shape \(2, 7, 11\)",
    ),
    "pair": (
        lambda: paired([[(0, 0)], [(7, 2)]], 7, 11),
        ValueError,
        r"pair \(7, 2\) of sequence 1 is not among 7 queries and 11 keys",
    ),
    "pair from behind": (lambda: paired([[(0, -1)]], 7), ValueError, r"\(0, -1\)"),
    "head": (lambda: ablated([1, 5]), ValueError, r"no heads \[5\].*has 5, 0 to 4"),
    "head from behind": (lambda: ablated([-1]), ValueError, r"no heads \[-1\]"),
    "noise": (lambda: ablation_effects(*noisy()), ValueError, r"call eval\(\)"),
    "heads differ": (
        lambda: ablation_effects(
            lambda: torch.ones(1), [MultiHeadAttention(10, n) for n in (2, 5)]
        ),
        ValueError,
        r"have \[2, 5\] heads",
    ),
}


@pytest.mark.parametrize("call, error, says", REFUSALS.values(), ids=REFUSALS)
def test_bad_input_is_told_what_to_do(call, error, says):
    with pytest.raises(error, match=says):
        call()
