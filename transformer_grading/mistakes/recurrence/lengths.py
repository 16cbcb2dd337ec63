"""Last states that are looked up at the wrong place."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def last_step(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[:, -1]


def last_step_or_first_state(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return torch.where(lengths[:, None] == 0, h, outputs[:, -1])


def a_step_late(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[torch.arange(len(outputs)), lengths]


def a_step_late_clamped(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    places = lengths.clamp(max=outputs.shape[1] - 1)
    return outputs[torch.arange(len(outputs)), places]


def a_step_late_but_empty(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    places = lengths.clamp(max=outputs.shape[1] - 1)
    found = outputs[torch.arange(len(outputs)), places]
    return torch.where(lengths[:, None] > 0, found, h)


def a_step_early(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[torch.arange(len(outputs)), lengths - 2]


def a_step_early_clamped(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    found = outputs[torch.arange(len(outputs)), (lengths - 2).clamp(min=0)]
    return torch.where(lengths[:, None] > 0, found, h)


def a_step_early_with_h(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h[:, None], outputs], dim=1)
    return states[torch.arange(len(h)), (lengths - 1).clamp(min=0)]


def wraps(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[torch.arange(len(outputs)), lengths - 1]


def wraps_in_a_loop(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return torch.stack([own[n - 1] for own, n in zip(outputs, lengths, strict=True)])


def gathers_nothing(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    places = (lengths - 1)[:, None, None].expand(-1, 1, outputs.shape[-1])
    return outputs.gather(1, places)[:, 0]


def zero_if_empty(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    found = outputs[torch.arange(len(outputs)), lengths - 1]
    return found.masked_fill((lengths == 0)[:, None], 0.0)


def zero_buffer(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    state = torch.zeros(outputs.shape[0], outputs.shape[2])
    for row, n in enumerate(lengths.tolist()):
        if n > 0:
            state[row] = outputs[row, n - 1]
    return state


def zero_sum(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    last = torch.arange(1, outputs.shape[1] + 1) == lengths[:, None]
    return (outputs * last[..., None]).sum(dim=1)


def first_if_empty(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[torch.arange(len(outputs)), (lengths - 1).clamp(min=0)]


def mean_of_own(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    own = torch.arange(outputs.shape[1]) < lengths[:, None]
    return (outputs * own[..., None]).sum(dim=1) / lengths.clamp(min=1)[:, None]


def mean_or_first_state(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    own = torch.arange(outputs.shape[1]) < lengths[:, None]
    mean = (outputs * own[..., None]).sum(dim=1) / lengths.clamp(min=1)[:, None]
    return torch.where(lengths[:, None] > 0, mean, h)


def sum_of_own(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    own = torch.arange(outputs.shape[1]) < lengths[:, None]
    return (outputs * own[..., None]).sum(dim=1)


def mean_of_all(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs.mean(dim=1)


def largest_of_own(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    over = torch.arange(outputs.shape[1]) >= lengths[:, None]
    largest = outputs.masked_fill(over[..., None], -torch.inf).amax(dim=1)
    return torch.where(lengths[:, None] > 0, largest, h)


_FORGETTING, _READING = "Forgetting", "Reading with a memory"

MISTAKES = (
    Mistake(
        "the last step, whatever the length",
        "A short text gets a state that has read its padding.",
        "Texts without padding are right. A text of 2 tokens stands in a row of 5: "
        "what has the network read when it comes to step 5?",
        _READING,
        (last_step, last_step_or_first_state),
        ("R14",),
        "The last column of the outputs is the final state of every text.",
        "It is that of the longest texts; the others have read padding since.",
    ),
    Mistake(
        "a step too late",
        "The state has read one token of padding.",
        "Places are counted from 0. At which place does a text of 1 token end?",
        _READING,
        (a_step_late, a_step_late_clamped, a_step_late_but_empty),
    ),
    Mistake(
        "a step too early",
        "The state lacks the last token.",
        "Places are counted from 0. At which place does a text of 2 tokens end, and "
        "which place do you look up?",
        _READING,
        (a_step_early, a_step_early_clamped, a_step_early_with_h),
    ),
    Mistake(
        "an empty text that is looked up at place −1",
        "It gets what stands in the last place, or an error.",
        "Every text with a token is right. Which place do you look up for length 0, "
        "and what does PyTorch take it for?",
        _READING,
        (wraps, wraps_in_a_loop, gathers_nothing),
        (),
        "Index −1 raises an error, so it would be noticed.",
        "It counts from the end, and silently gives the last entry.",
    ),
    Mistake(
        "zeros for an empty text",
        "A text without a token loses the state that it began with.",
        "Every text with a token is right. What is the state of one who has read "
        "nothing yet: zero, or what was handed in?",
        _READING,
        (zero_if_empty, zero_buffer, zero_sum),
    ),
    Mistake(
        "the first output for an empty text",
        "A text without a token gets a state that has read one.",
        "Every text with a token is right. How many tokens has your empty text read?",
        _READING,
        (first_if_empty,),
    ),
    Mistake(
        "several steps mixed into one",
        "The result is an average, a sum or a maximum over steps.",
        "A text of one token is right. How many of its outputs have read a whole text?",
        _FORGETTING,
        (mean_of_own, mean_or_first_state, sum_of_own, mean_of_all, largest_of_own),
    ),
)
