"""Right ways to say how much each head gives to a neighbour."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Two = tuple[Tensor, Tensor]


def a_table(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.movedim(1, 2)[..., pairs].mean(dim=-1)
    return shares, shares.quantile(0.5)


def masked(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    near = place - place[:, None] == by
    pairs = near & words.unsqueeze(1) & words.unsqueeze(2)
    there = weights.masked_fill(~pairs[None, :, None], 0)
    shares = there.sum(dim=(1, 3, 4)) / pairs.sum()
    ranked = shares.flatten().sort().values
    half = len(ranked) // 2
    return shares, (ranked[half] + ranked[-1 - half]) / 2


def a_diagonal(weights: Tensor, words: Tensor, by: int) -> Two:
    pairs = (words[:, None] & words[..., None]).diagonal(by, dim1=-2, dim2=-1)
    there = weights.diagonal(by, dim1=-2, dim2=-1)
    there = torch.where(pairs[:, None], there, 0.0)
    shares = there.sum(dim=(1, 3)) / pairs.sum()
    return shares, shares.flatten().quantile(0.5)


def pair_by_pair(weights: Tensor, words: Tensor, by: int) -> Two:
    import statistics

    found = []
    for n, row in enumerate(words.tolist()):
        for query, real in enumerate(row):
            key = query + by
            if real and 0 <= key < len(row) and row[key]:
                found.append(weights[:, n, :, query, key])
    shares = torch.as_tensor(sum(found)) / len(found)
    return shares, torch.tensor(statistics.median(shares.flatten().tolist()))


def head_by_head(weights: Tensor, words: Tensor, by: int) -> Two:
    layers, batch, heads, seq, _ = weights.shape
    shares = torch.zeros(layers, heads, dtype=weights.dtype)
    for layer in range(layers):
        for head in range(heads):
            there = [
                weights[layer, n, head, q, q + by]
                for n in range(batch)
                for q in range(max(0, -by), min(seq, seq - by))
                if words[n, q] and words[n, q + by]
            ]
            shares[layer, head] = torch.stack(there).mean()
    return shares, torch.quantile(shares, 0.5, interpolation="midpoint")


def queries_and_keys(weights: Tensor, words: Tensor, by: int) -> Two:
    n, query = words.nonzero(as_tuple=True)
    key = query + by
    inside = (key >= 0) & (key < words.shape[-1])
    n, query, key = n[inside], query[inside], key[inside]
    good = words[n, key]
    shares = weights[:, n[good], :, query[good], key[good]].mean(dim=0)
    ordinary = (shares.median() - (-shares).median()) / 2
    return shares, ordinary


def a_slice(weights: Tensor, words: Tensor, by: int) -> Two:
    seq = words.shape[-1]
    q = slice(max(0, -by), seq - max(0, by))
    k = slice(max(0, by), seq - max(0, -by))
    square = weights[:, :, :, q, k].diagonal(dim1=-2, dim2=-1)
    good = words[:, q] & words[:, k]
    total = sum(square[:, n][..., row].sum(dim=-1) for n, row in enumerate(good))
    shares = torch.as_tensor(total) / good.sum()
    return shares, shares.flatten().quantile(0.5)


def sums_and_counts(weights: Tensor, words: Tensor, by: int) -> Two:
    near = torch.ones(words.shape[-1], words.shape[-1]).tril(by).triu(by).bool()
    pairs = near & words[:, None] & words[..., None]
    clean = weights.where(pairs[:, None], torch.zeros(()).to(weights))
    shares = torch.einsum("abcde->ac", clean) / pairs.sum()
    return shares, shares.double().flatten().quantile(0.5).to(weights.dtype)


def of_the_course(weights: Tensor, words: Tensor, by: int) -> Two:
    from transformer_lib.inspection.heads import share
    from transformer_lib.inspection.relations import shifted

    near = shifted(by, words.shape[-1])
    shares = share(weights, near & words[:, None] & words[..., None])
    return shares, shares.flatten().quantile(0.5)


def all_else_is_no_number(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    there = weights.masked_fill(~pairs[:, None], torch.nan)
    shares = there.movedim(2, 1).flatten(2).nanmean(dim=-1)
    return shares, shares.nanquantile(0.5)


RIGHT = (
    Right("own", "a table of pairs, picked with one index", a_table),
    Right("own", "a masked sum, and a median by sorting", masked),
    Right("own", "the diagonal alone", a_diagonal),
    Right("own", "pair by pair, the median of Python", pair_by_pair),
    Right("own", "head by head", head_by_head),
    Right(
        "own", "lists of queries and keys, a median from both ends", queries_and_keys
    ),
    Right("own", "nan for all that does not count", all_else_is_no_number),
    Right("own", "slices, sentence by sentence", a_slice),
    Right("own", "a band, and sums by einsum", sums_and_counts),
    Right(
        "own",
        "the share of the course",
        of_the_course,
        Verdict.SEALED,
        "share is what this task asks you to write",
    ),
)
