"""Heads, positions and blocks compiled into one graph, copied, saved and loaded."""

import copy
import io
import pickle

import pytest
import torch
import torch.nn.functional as F
from heads import EMPTY_ROWS, make_attention, make_tokens, stretch
from parity.blocks import PARTS, PRIMES, Kind
from parity.core import distance, draw, outcome, randomise

from transformer_lib.blocks.sublayers import FeedForward, LayerNorm
from transformer_lib.positions.learned import LearnedPositions
from transformer_lib.positions.rotary import RotaryPositions
from transformer_lib.positions.sinusoidal import SinusoidalPositions

pytestmark = [
    pytest.mark.unhooked,
    pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning"),  # torch's own
]
PAST = torch.ones(7, 7, dtype=torch.bool).tril()
MASK = EMPTY_ROWS["batch heads query key"]


@pytest.fixture(autouse=True)
def forget_graphs():
    """Keep what one test compiled from counting towards another's limit."""
    torch.compiler.reset()


def compare(module, call, leaves):
    """Give the largest distance of a compiled call from the plain one."""
    compiled = torch.compile(call, fullgraph=True)
    (ours, slopes), (plain, wanted) = (
        outcome(each, leaves, module.parameters()) for each in (compiled, call)
    )
    pairs = zip([*ours, *slopes], [*plain, *wanted], strict=True)
    return max(distance(*pair) for pair in pairs)


@pytest.mark.parametrize("need_weights", [False, True], ids=["fused", "weights"])
def test_heads_compile_into_one_graph(need_weights):
    attention = make_attention()

    def call(x, context):
        return attention(x, context, MASK, need_weights=need_weights)

    assert compare(attention, call, make_tokens()) <= 1e-10


@pytest.mark.parametrize("name, norm_first", [("Encoder", False), ("Decoder", True)])
def test_blocks_compile_into_one_graph(name, norm_first):
    part = PARTS[name]
    block = part.ours(PRIMES, Kind(norm_first, F.gelu), torch.float64)
    randomise(block)
    tokens = make_tokens()[: 2 if name == "Decoder" else 1]

    def call(*given):
        return block(*given, mask=PAST, rotate=stretch)

    assert compare(block, call, tokens) <= 1e-10


@pytest.mark.parametrize(
    "kind", [SinusoidalPositions, LearnedPositions, RotaryPositions]
)
def test_positions_compile_into_one_graph(kind):
    positions = kind(8, max_len=31, dtype=torch.float64)
    x = draw(2, 7, 8)
    assert compare(positions, lambda x: positions(x, 4), [x]) <= 1e-10


def modules():
    yield make_attention(), make_tokens()
    for name, part in PARTS.items():
        block = part.ours(PRIMES, Kind(True, F.gelu), torch.float64)
        yield block, make_tokens()[: 2 if name == "Decoder" else 1]
    for kind in (SinusoidalPositions, LearnedPositions):
        yield kind(15, max_len=9, dtype=torch.float64), make_tokens()[:1]
    yield RotaryPositions(16, max_len=9, dtype=torch.float64), [draw(2, 7, 16)]
    yield LayerNorm(15, dtype=torch.float64), make_tokens()[:1]
    yield FeedForward(15, 13, dtype=torch.float64), make_tokens()[:1]


MODULES = {type(module).__name__: (module, given) for module, given in modules()}
every_module = pytest.mark.parametrize("name", MODULES)


@every_module
@pytest.mark.parametrize(
    "twin",
    [copy.deepcopy, lambda module: pickle.loads(pickle.dumps(module))],
    ids=["copied", "pickled"],
)
def test_a_copy_does_the_same_and_lives_its_own_life(name, twin):
    module, given = MODULES[name]
    randomise(module)
    other, before = twin(module), module(*given)
    assert torch.equal(other(*given), before)
    with torch.no_grad():
        for tensor in [*other.parameters(), *other.buffers()]:
            tensor.add_(1.0)
    assert torch.equal(module(*given), before)
    assert not torch.allclose(other(*given), before)


@every_module
def test_what_is_saved_is_all_that_was_learned(name):
    module, given = MODULES[name]
    randomise(module)
    fresh = copy.deepcopy(module)
    randomise(fresh, seed=1)
    file = io.BytesIO()
    torch.save(module.state_dict(), file)
    file.seek(0)
    fresh.load_state_dict(torch.load(file, weights_only=True))
    assert torch.equal(fresh(*given), module(*given))
    assert set(module.state_dict()) == {n for n, _ in module.named_parameters()}
