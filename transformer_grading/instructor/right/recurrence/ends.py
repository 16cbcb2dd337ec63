"""Right ways to look up last states, and to count."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Three = tuple[int, int, int]


def indexed(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h.unsqueeze(1), outputs], dim=1)
    return states[torch.arange(states.shape[0]), lengths]


def gathered(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    places = (lengths - 1).clamp(min=0).view(-1, 1, 1).expand(-1, 1, outputs.size(2))
    found = outputs.gather(1, places).squeeze(1)
    return torch.where(lengths.unsqueeze(1) == 0, h, found)


def taken_along(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat((h[:, None, :], outputs), 1)
    return torch.take_along_dim(states, lengths[:, None, None], dim=1)[:, 0]


def wrapped_and_mended(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    state = outputs[torch.arange(len(outputs)), lengths - 1]
    empty = lengths == 0
    state[empty] = h[empty]
    return state


def in_a_loop(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    rows = []
    for row in range(len(lengths)):
        n = int(lengths[row])
        rows.append(outputs[row, n - 1] if n > 0 else h[row])
    return torch.stack(rows)


def into_a_buffer(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    state = torch.empty_like(h)
    for row, n in enumerate(lengths.tolist()):
        state[row] = h[row] if n == 0 else outputs[row][n - 1]
    return state


def step_by_step(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    state = h
    for t in range(outputs.shape[1]):
        state = torch.where((lengths > t)[:, None], outputs[:, t], state)
    return state


def blanked_and_summed(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    last = torch.arange(1, outputs.shape[1] + 1) == lengths[:, None]
    found = (outputs * last[..., None]).sum(dim=1)
    return found + h * (lengths == 0)[:, None]


def one_hot(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h[:, None], outputs], dim=1)
    picks = torch.nn.functional.one_hot(lengths, states.shape[1]).to(states.dtype)
    return torch.einsum("bt,bth->bh", picks, states)


def masked(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h.unsqueeze(1), outputs], dim=1)
    return states[torch.arange(states.shape[1]) == lengths[:, None]]


def flattened(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h[:, None], outputs], dim=1)
    batch, steps, _ = states.shape
    return states.flatten(0, 1).index_select(0, torch.arange(batch) * steps + lengths)


def closed_form(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (2 * hidden + 1)
    return first + (layers - 1) * above, tokens * layers, tokens + layers - 1


def layer_by_layer(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    parameters, width = 0, d_model
    for _ in range(layers):
        parameters += width * 4 * hidden + hidden * 4 * hidden + 4 * hidden
        width = hidden
    return parameters, layers * tokens, layers - 1 + tokens


def by_a_clock(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    done = [[0] * (tokens + 1) for _ in range(layers + 1)]
    for layer in range(1, layers + 1):
        for t in range(1, tokens + 1):
            done[layer][t] = 1 + max(done[layer][t - 1], done[layer - 1][t])
    widths = [d_model, *[hidden] * (layers - 1)]
    parameters = sum(4 * hidden * (width + hidden + 1) for width in widths)
    return parameters, tokens * layers, done[-1][-1]


def of_a_layer(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    stack = torch.nn.LSTM(d_model, hidden, layers)
    one_bias = (p for n, p in stack.named_parameters() if "bias_hh" not in n)
    return sum(p.numel() for p in one_bias), tokens * layers, tokens + layers - 1


def as_tensors(
    tokens: int, d_model: int, hidden: int, layers: int
) -> tuple[Tensor, Tensor, Tensor]:
    widths = torch.tensor([d_model] + [hidden] * (layers - 1))
    parameters = (4 * hidden * (widths + hidden + 1)).sum()
    return parameters, torch.tensor(tokens * layers), torch.tensor(tokens + layers - 1)


def as_floats(
    tokens: int, d_model: int, hidden: int, layers: int
) -> tuple[float, float, float]:
    blocks = 4.0 * hidden
    parameters = blocks * (d_model - hidden) + layers * blocks * (2 * hidden + 1)
    return parameters, 1.0 * tokens * layers, 1.0 * tokens + layers - 1


def smallest() -> Three:
    return 2, 1, 0


def far_apart() -> Three:
    return 12, 11, 0


def in_the_middle() -> Three:
    return 4, 6, 5


def longer_than_the_text() -> Three:
    return 100, 7, 2


def as_other_numbers() -> tuple[float, Tensor, int]:
    return 3.0, torch.tensor(5), 3


ENDS = (
    Right("own", "first states put before the outputs, indexed", indexed),
    Right("own", "gather, then where", gathered),
    Right("own", "take_along_dim", taken_along),
    Right("own", "index −1 mended afterwards", wrapped_and_mended),
    Right("own", "a loop and stack", in_a_loop),
    Right("W63", "a loop into a buffer", into_a_buffer),
    Right("own", "a state that stands still", step_by_step),
    Right("own", "blanked and summed", blanked_and_summed),
    Right("own", "one-hot and einsum", one_hot),
    Right("own", "a mask of one place a text", masked),
    Right("own", "flattened rows", flattened),
)
COUNTS = (
    Right("own", "closed form", closed_form),
    Right("own", "layer by layer", layer_by_layer),
    Right("own", "a clock for every step", by_a_clock),
    Right("own", "nn.LSTM without its second bias", of_a_layer),
    Right("own", "tensors of one number", as_tensors),
    Right("own", "floats", as_floats),
)
PLACES = (
    Right("own", "the smallest window", smallest),
    Right("own", "one window, both ends", far_apart),
    Right("own", "in the middle", in_the_middle),
    Right("own", "a window longer than the text", longer_than_the_text),
    Right("own", "a float and a tensor", as_other_numbers),
)
