"""Layers whose heads meet the keys and values of another group."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def dealt_in_turn(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat(1, size, 1, 1), v.repeat(1, size, 1, 1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def remainders(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    owner = torch.arange(n_heads) % n_groups
    k, v = k[:, owner], v[:, owner]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def copies_behind_each_other(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    k = torch.cat([k] * (n_heads // n_groups), dim=1)
    v = torch.cat([v] * (n_heads // n_groups), dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def first_group_for_all(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    k = k[:, :1].expand(-1, n_heads, -1, -1)
    v = v[:, :1].expand(-1, n_heads, -1, -1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def last_group_for_all(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    k = k[:, -1:].expand(-1, n_heads, -1, -1)
    v = v[:, -1:].expand(-1, n_heads, -1, -1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def groups_averaged(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    k = k.mean(dim=1, keepdim=True).expand(-1, n_heads, -1, -1)
    v = v.mean(dim=1, keepdim=True).expand(-1, n_heads, -1, -1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def as_many_to_a_group_as_groups(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    k, v = k.repeat_interleave(n_groups, dim=1), v.repeat_interleave(n_groups, dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def owner_by_groups(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    owner = torch.arange(n_heads) // n_groups
    k, v = k[:, owner], v[:, owner]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def owners_in_a_loop(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    owners = [h // n_groups for h in range(n_heads)]
    q = (x @ w_q).chunk(n_heads, dim=-1)
    k, v = (x @ w_k).chunk(n_groups, dim=-1), (x @ w_v).chunk(n_groups, dim=-1)
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    found = [
        scaled_dot_product_attention(q[h], k[g], v[g], own)[0]
        for h, g in enumerate(owners)
    ]
    return torch.cat(found, dim=-1) @ w_o


def values_in_another_order(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat(1, size, 1, 1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def keys_in_another_order(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat(1, size, 1, 1), v.repeat_interleave(size, dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def joined_in_another_order(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    apart = found.view(len(x), n_groups, size, *found.shape[2:])
    return apart.permute(0, 3, 2, 1, 4).flatten(2) @ w_o


_HEADS = "Several heads side by side"
_MIX = "Why mix at the end?"

MISTAKES = (
    Mistake(
        "groups dealt out in turn",
        "Head 1 gets the second group, head 2 the third, and then it begins anew.",
        "With one group, and with as many as heads, you are right. With six heads and "
        "two groups, which group does head 1 belong to?",
        _HEADS,
        (dealt_in_turn, remainders, copies_behind_each_other),
        (),
        "To copy all groups often enough gives every head its own.",
        "The copies must lie beside each other: the first heads share the first group.",
    ),
    Mistake(
        "one group for all heads",
        "The keys and values of the other groups are never looked at.",
        "With one group you are right. Which columns of w_k does your code never use?",
        _HEADS,
        (first_group_for_all, last_group_for_all),
    ),
    Mistake(
        "groups that are averaged",
        "All heads look at the mean of all groups.",
        "With one group you are right. Do heads of different groups see the same keys?",
        _HEADS,
        (groups_averaged,),
    ),
    Mistake(
        "the number of groups taken for the size of a group",
        "All is well as long as there are as many groups as heads in each.",
        "With four heads in two groups you are right. How many heads share a group if "
        "there are six heads and two groups?",
        _HEADS,
        (as_many_to_a_group_as_groups, owner_by_groups, owners_in_a_loop),
    ),
    Mistake(
        "keys and values of different groups",
        "A head looks for keys in one group and takes values from another.",
        "With one group you are right. Do your keys and your values stand in the same "
        "order?",
        _HEADS,
        (values_in_another_order, keys_in_another_order),
    ),
    Mistake(
        "heads joined in another order than split",
        "What the heads found meets the wrong rows of w_o.",
        "What the heads found is right. Which comes first in a row of the joined "
        "heads: all heads of group 0, or the first head of each group?",
        _MIX,
        (joined_in_another_order,),
    ),
)
