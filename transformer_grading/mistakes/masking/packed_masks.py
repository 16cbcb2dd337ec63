"""Packed texts whose mask opens too much, or too little."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import causal_mask

Pair = tuple[Tensor, Tensor]


def past_of_the_row(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return causal_mask(ids.shape[1])[None, None], same.sum(dim=-1) - 1


def past_and_what_is_real(ids: Tensor, stop_id: int) -> Pair:
    n = ids.shape[1]
    places, last = torch.zeros_like(ids), torch.zeros_like(ids[:, 0])
    for t in range(1, n):
        last = torch.where(ids[:, t - 1] == stop_id, 0, last + 1)
        places[:, t] = last
    return causal_mask(n).expand(len(ids), 1, n, n), places


def texts_up_to_mine(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    mask = text[:, :, None] >= text[:, None]
    same = (text[:, :, None] == text[:, None]).tril()
    return mask[:, None], same.sum(dim=2) - 1


def both_ways(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = text[:, :, None] == text[:, None]
    return same[:, None], same.tril().sum(dim=-1) - 1


def future_of_the_text(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = text[:, None] == text[:, :, None]
    return same.triu()[:, None], same.tril().sum(dim=-1) - 1


def either(ids: Tensor, stop_id: int) -> Pair:
    ended = (ids == stop_id).long()
    text = ended.cumsum(dim=-1) - ended
    same = text.unsqueeze(1) == text.unsqueeze(2)
    past = causal_mask(ids.shape[1])
    return (same | past)[:, None], (same & past).sum(dim=-1) - 1


def stop_begins(ids: Tensor, stop_id: int) -> Pair:
    text = (ids == stop_id).cumsum(dim=1)
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], same.sum(dim=-1) - 1


def stop_begins_in_a_loop(ids: Tensor, stop_id: int) -> Pair:
    batch, n = ids.shape
    mask = torch.zeros(batch, 1, n, n, dtype=torch.bool)
    places = torch.zeros_like(ids)
    for row in range(batch):
        start = 0
        for t in range(n):
            if ids[row, t] == stop_id:
                start = t
            mask[row, 0, t, start : t + 1] = True
            places[row, t] = t - start
    return mask, places


def stop_begins_in_the_mask(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    late, text = stops.cumsum(dim=1), stops.cumsum(dim=1) - stops
    mask = (late[:, :, None] == late[:, None]).tril()
    same = (text[:, :, None] == text[:, None]).tril()
    return mask[:, None], same.sum(dim=-1) - 1


def stop_hidden(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return (same & (ids != stop_id)[:, None])[:, None], same.sum(dim=-1) - 1


def stop_hidden_and_blind(ids: Tensor, stop_id: int) -> Pair:
    words = ids != stop_id
    text = (~words).long().cumsum(dim=1) + words - 1
    same = (text[:, :, None] == text[:, None]).tril()
    open_ = same & words[:, None] & words[:, :, None]
    return open_[:, None], same.sum(dim=-1) - 1


def itself_hidden(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]).tril(-1)
    return same[:, None], same.sum(dim=-1)


def one_too_many(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = text[:, :, None] == text[:, None]
    return same.tril(1)[:, None], same.tril().sum(dim=-1) - 1


def one_too_many_in_the_row(ids: Tensor, stop_id: int) -> Pair:
    ends = (ids == stop_id).int()
    text = ends.cumsum(dim=1) - ends
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    open_ = same | torch.ones_like(same).tril(1).triu(1)
    return open_[:, None], same.sum(dim=-1) - 1


def turned_round(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return ~same[:, None], same.sum(dim=-1) - 1


def other_texts_of_the_past(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = text[:, :, None] == text[:, None]
    return (~same).tril()[:, None], same.tril().sum(dim=-1) - 1


def no_axis_for_heads(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same, same.sum(dim=-1) - 1


def numbers(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]).float().tril()
    return same[:, None], same.sum(dim=-1).long() - 1


def whole_numbers(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]).long().tril()
    return same[:, None], same.sum(dim=-1) - 1


_AHEAD = "No looking ahead"
_PLACES = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "a causal mask that knows no texts",
        "Each text sees the texts that happen to stand before it.",
        "Your positions restart. What keeps the first word of the second text from "
        "the first text?",
        _PLACES,
        (past_of_the_row, past_and_what_is_real),
    ),
    Mistake(
        "texts that see all texts up to their own",
        "A text sees the texts before it, and its own future.",
        "Nobody sees a later text. Which comparison lets a word see its own text "
        "alone: “equal” or “not later”?",
        _PLACES,
        (texts_up_to_mine, either),
    ),
    Mistake(
        "texts without a causal mask",
        "A word sees the rest of its own text, its answer included.",
        "Texts are kept apart. Within a text, may a word see what comes after it?",
        _AHEAD,
        (both_ways, future_of_the_text),
    ),
    Mistake(
        "a stop that begins the next text",
        "A stop sees the text that it opens, and not the one that it ends.",
        "Your texts are blocks, each a place off. When you count stops, does the stop "
        "itself count already?",
        _PLACES,
        (stop_begins, stop_begins_in_a_loop, stop_begins_in_the_mask),
    ),
    Mistake(
        "a stop that is treated as padding",
        "A stop is hidden, even from itself.",
        "Texts are kept apart. Is a stop a token of its text, or does it only fill "
        "the row up?",
        _PLACES,
        (stop_hidden, stop_hidden_and_blind),
    ),
    Mistake(
        "a triangle that is moved by a place",
        "A word sees one word too many, or not itself.",
        "Texts are kept apart. How many keys may the first word of a text see?",
        _AHEAD,
        (itself_hidden, one_too_many, one_too_many_in_the_row),
        ("C01",),
    ),
    Mistake(
        "a mask turned round",
        "A word sees what it should not.",
        "You found the right blocks. What does True mean in this course?",
        "One meaning, many dialects",
        (turned_round, other_texts_of_the_past),
        ("A20",),
    ),
    Mistake(
        "an axis that is missing for the heads",
        "The mask of a row lands on a head, or does not fit at all.",
        "Sizes are matched from the last axis to the first. Against (batch, heads, "
        "query, key), on which axis does your batch land?",
        _PLACES,
        (no_axis_for_heads,),
    ),
    Mistake(
        "a mask of numbers",
        "It cannot be joined by &, and attention refuses it.",
        "The right places are marked. Of which dtype is your mask?",
        _AHEAD,
        (numbers, whole_numbers),
        ("C08",),
    ),
)
