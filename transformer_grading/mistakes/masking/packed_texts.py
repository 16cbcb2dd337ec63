"""Packed texts of which some are joined, cut, or left out."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import causal_mask

Pair = tuple[Tensor, Tensor]


def stops_side_by_side(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    stops[:, 1:] *= ids[:, :-1] != stop_id
    text = stops.cumsum(dim=1) - stops
    mask = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return mask[:, None], mask.sum(dim=-1) - 1


def last_of_many_stops(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    stops[:, :-1] *= ids[:, 1:] != stop_id
    text = stops.cumsum(dim=1) - stops
    mask = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return mask[:, None], mask.sum(dim=-1) - 1


def stop_apart(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = 2 * stops.cumsum(dim=1) - stops
    mask = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return mask[:, None], mask.sum(dim=-1) - 1


def stop_apart_in_the_mask(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    mask = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    itself = torch.eye(ids.shape[1], dtype=torch.bool)
    return (mask & (itself | (stops == 0)[:, :, None]))[:, None], mask.sum(-1) - 1


def written_at_a_stop(ids: Tensor, stop_id: int) -> Pair:
    n = ids.shape[1]
    mask = torch.zeros(len(ids), 1, n, n, dtype=torch.bool)
    positions = torch.zeros_like(ids)
    for row, words in enumerate(ids.tolist()):
        start = 0
        for end in [t + 1 for t in range(n) if words[t] == stop_id]:
            mask[row, 0, start:end, start:end] = causal_mask(end - start)
            positions[row, start:end] = torch.arange(end - start)
            start = end
    return mask, positions


def unfinished_hidden(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    mask = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    finished = text < stops.sum(dim=1, keepdim=True)
    return (mask & finished[:, None])[:, None], mask.sum(dim=-1) - 1


def short_memory(ids: Tensor, stop_id: int) -> Pair:
    stops, n = (ids == stop_id).long(), ids.shape[1]
    text = stops.cumsum(dim=1) - stops
    mask = (text[:, :, None] == text[:, None]) & causal_mask(n)
    return mask.triu(-15)[:, None], mask.sum(dim=-1) - 1


def shorter_memory(ids: Tensor, stop_id: int) -> Pair:
    stops, n = (ids == stop_id).long(), ids.shape[1]
    text = stops.cumsum(dim=1) - stops
    mask = (text[:, :, None] == text[:, None]) & causal_mask(n)
    return mask.triu(-7)[:, None], (mask.sum(dim=-1) - 1).clamp(max=7)


def own_and_later(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = text[:, :, None] == text[:, None]
    mask = text[:, :, None] <= text[:, None]
    return mask[:, None], (same & causal_mask(ids.shape[1])).sum(dim=-1) - 1


_PLACES = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "stops side by side taken for one",
        "A stop that should be a text of its own is joined with another text.",
        "Single stops are right. After the first of two stops, where does the next "
        "text begin, and where does it end?",
        _PLACES,
        (stops_side_by_side, last_of_many_stops),
    ),
    Mistake(
        "a stop that is kept apart from its text",
        "A stop sees itself alone, and not the text that it ends.",
        "Words are right. To which text does a stop belong, and how much of it may the "
        "stop see?",
        _PLACES,
        (stop_apart, stop_apart_in_the_mask),
    ),
    Mistake(
        "a text without a stop that is left out",
        "The words after the last stop see nothing.",
        "Texts that end are right. In the worked example, what does the last id see, "
        "and which of your lines writes its row?",
        _PLACES,
        (written_at_a_stop, unfinished_hidden),
    ),
    Mistake(
        "a look back of a fixed length",
        "A long text forgets how it began.",
        "Short texts are right. What does the last word of a long text see of its own "
        "text, and which number of yours decides it?",
        "No looking ahead",
        (short_memory, shorter_memory),
    ),
    Mistake(
        "texts that see all texts from their own on",
        "A text sees its own future, and the texts that come after it.",
        "Nobody sees an earlier text. Which comparison lets a word see its own text "
        "alone, and what hides what comes later?",
        "No looking ahead",
        (own_and_later,),
    ),
)
