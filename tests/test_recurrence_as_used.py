"""Recurrence and scaling as users run them: messages, torch.compile, pickles."""

import pickle

import pytest
import torch
from parity.core import distance, outcome, randomise
from parity.recurrence import KINDS, LENGTHS, PRIMES, inputs

from transformer_lib.recurrence import initialisation, paths, probes
from transformer_lib.recurrence.additive import AdditiveAttention
from transformer_lib.recurrence.cells import GRUCell, LSTMCell, RNNCell
from transformer_lib.recurrence.layers import GRU, LSTM, RNN
from transformer_lib.recurrence.translation import RecurrentTranslator
from transformer_lib.recurrence.unrolling import Recurrent, windows
from transformer_lib.scaling import expected_moments, measured_moments

pytestmark = pytest.mark.unhooked
compiles = pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")


def run(call, kind, size, lengths, parameters):
    def flat(x, *state):
        outputs, after = call(x, state, lengths)
        return outputs, *after

    outputs, gradients = outcome(flat, inputs(kind, size, torch.float32), parameters)
    return outputs + gradients


def assert_compiles(kind, size, lengths, backend):
    module = kind.layer(size.d_model, size.hidden, size.layers)
    randomise(module)
    torch.compiler.reset()  # forward is one function for all layers of this file
    compiled = torch.compile(module, fullgraph=True, backend=backend)
    given = kind, size, lengths, list(module.parameters())
    for ours, plain in zip(run(compiled, *given), run(module, *given), strict=True):
        assert distance(ours, plain) <= 1e-5


@compiles
@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_layer_is_one_graph(kind, lengths):
    """The graph is all of fullgraph; making code of an unrolled loop takes longer."""
    size = PRIMES._replace(seq=4)
    assert_compiles(kind, size, LENGTHS[lengths](size), "aot_eager")


@compiles
def test_the_graph_becomes_code():
    size = PRIMES._replace(seq=2, layers=1)
    assert_compiles(KINDS["GRU"], size, LENGTHS["ragged"](size), "inductor")


@compiles
def test_the_translator_compiles_into_one_graph():
    model = RecurrentTranslator(17, 11)
    source, target = torch.randint(17, (5, 3)), torch.randint(17, (5, 2))
    compiled = torch.compile(model, fullgraph=True, backend="aot_eager")
    assert distance(compiled(source, target), model(source, target)) <= 1e-5


@pytest.mark.parametrize("make", [RNN, LSTM, GRU])
def test_a_layer_survives_pickling(make):
    layer, x = make(11, 13, 2), torch.randn(5, 7, 11)
    assert torch.equal(pickle.loads(pickle.dumps(layer))(x)[0], layer(x)[0])


X, STATE = torch.ones(5, 7, 11), torch.ones(2, 5, 13)
BAD = {
    "no features": (lambda: RNNCell(0, 13), ValueError, "d_model is 0, hidden is 13"),
    "no state": (lambda: LSTM(11, 0), ValueError, "hidden is 0.*at least 1"),
    "no layers": (lambda: GRU(11, 13, 0), ValueError, "n_layers is 0.*at least 1"),
    "no cells": (lambda: Recurrent([]), ValueError, "0 cells.*at least 1"),
    "cells that do not fit": (
        lambda: Recurrent([GRUCell(11, 13), GRUCell(17, 13)]),
        ValueError,
        "hidden = 13 lies below one with d_model = 17 and hidden = 13.*equal",
    ),
    "cells of two widths": (
        lambda: Recurrent([GRUCell(11, 13), GRUCell(13, 17)]),
        ValueError,
        "hidden = 13 lies below one with d_model = 13 and hidden = 17.*equal",
    ),
    "cells of two kinds": (
        lambda: Recurrent([LSTMCell(11, 13), GRUCell(13, 13)]),
        ValueError,
        "2 parts lies below.*1 parts",
    ),
    "no batch": (
        lambda: RNN(11, 13)(X[0]),
        ValueError,
        r"x has shape \(7, 11\).*\(batch, seq, d_model\) with d_model = 11",
    ),
    "width": (
        lambda: RNN(11, 13)(X[..., :3]),
        ValueError,
        r"x has shape \(5, 7, 3\).*d_model = 11",
    ),
    "no tokens": (
        lambda: RNN(11, 13)(X[:, :0]),
        ValueError,
        r"x has shape \(5, 0, 11\).*at least one token",
    ),
    "state of another depth": (
        lambda: RNN(11, 13)(X, (STATE,)),
        ValueError,
        r"\[\(2, 5, 13\)\].*1 times \(layers, batch, hidden\) = \(1, 5, 13\)",
    ),
    "half a state": (
        lambda: LSTM(11, 13, 2)(X, (STATE,)),
        ValueError,
        r"\[\(2, 5, 13\)\].*2 times \(layers, batch, hidden\) = \(2, 5, 13\)",
    ),
    "state that is no tuple": (
        lambda: GRU(11, 13, 2)(X, STATE),
        TypeError,
        r"state is a Tensor.*\(h,\)",
    ),
    "lengths that are fractions": (
        lambda: RNN(11, 13)(X, lengths=torch.ones(5)),
        TypeError,
        r"lengths are torch.float32.*mask\.sum\(dim=1\)",
    ),
    "lengths that are a mask": (
        lambda: RNN(11, 13)(X, lengths=torch.ones(5, dtype=torch.bool)),
        TypeError,
        r"lengths are torch.bool.*mask\.sum\(dim=1\)",
    ),
    "lengths of another batch": (
        lambda: RNN(11, 13)(X, lengths=torch.ones(3, dtype=torch.int64)),
        ValueError,
        r"lengths has shape \(3,\) for a batch of 5",
    ),
    "empty windows": (
        lambda: list(windows(RNN(11, 13), X, 0)),
        ValueError,
        "holds 0 tokens.*at least 1",
    ),
    "gaussian radius": (
        lambda: initialisation.gaussian_(torch.ones(3, 3), -1.0),
        ValueError,
        "radius is -1.0.*at least 0",
    ),
    "orthogonal radius": (
        lambda: initialisation.orthogonal_(torch.ones(3, 3), -1.0),
        ValueError,
        "radius is -1.0.*at least 0",
    ),
    "no output a token": (
        lambda: probes.gradient_by_lag(lambda x: x[:, -1], X),
        ValueError,
        r"\(5, 7, 11\) gave an output of shape \(5, 11\).*\(batch, seq, features\)",
    ),
    "no graph": (
        lambda: probes.dependency_chain(X),
        ValueError,
        "0 operations.*requires_grad=True",
    ),
    "no sequence": (
        lambda: paths.sequential_steps(paths.Mixing.RECURRENCE, 0),
        ValueError,
        "0 tokens.*at least 1",
    ),
    "a lag into the future": (
        lambda: paths.path_length(paths.Mixing.SELF_ATTENTION, -1),
        ValueError,
        "-1 positions.*at least 0",
    ),
    "no attention": (lambda: AdditiveAttention(0), ValueError, "hidden is 0.*least 1"),
    "padding outside": (
        lambda: RecurrentTranslator(17, 11, pad_id=17),
        ValueError,
        "pad_id is 17, but the vocabulary has 17 entries.*0 to 16",
    ),
    "two batches": (
        lambda: RecurrentTranslator(17, 11)(torch.ones(5, 7).long(), torch.ones(3, 7)),
        ValueError,
        "5 sources and 3 targets",
    ),
    "no target": (
        lambda: RecurrentTranslator(17, 11)(X[..., 0].long(), X[:, :0, 0].long()),
        ValueError,
        "target has 0 tokens.*at least 1",
    ),
    "no source": (
        lambda: RecurrentTranslator(17, 11)(X[:, :0, 0].long(), X[..., 0].long()),
        ValueError,
        r"x has shape \(5, 0, 11\).*at least one token",
    ),
    "no d_k": (lambda: expected_moments(0), ValueError, "d_k is 0.*at least 1"),
    "negative variance": (
        lambda: expected_moments(4, k_variance=-1.0),
        ValueError,
        "variances are 1.0 and -1.0.*at least 0",
    ),
    "widths of queries and keys": (
        lambda: measured_moments(torch.ones(5, 3), torch.ones(7, 11)),
        ValueError,
        "d_k = 3 features and k has d_k = 11.*same d_k",
    ),
    "one pair": (
        lambda: measured_moments(torch.ones(1, 3), torch.ones(1, 3)),
        ValueError,
        "1 queries and 1 keys make 1 pairs.*at least 2",
    ),
}


@pytest.mark.parametrize("call, error, says", BAD.values(), ids=BAD)
def test_what_it_cannot_do_is_told(call, error, says):
    with pytest.raises(error, match=says):
        call()
