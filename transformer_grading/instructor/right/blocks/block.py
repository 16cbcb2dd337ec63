"""Right ways to mend the block, and examples that show what it had lost."""

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_grading.mistakes.blocks.parts import attend, norm, think
from transformer_lib.attention import scaled_dot_product_attention

Pair = tuple[Tensor, Tensor]


def mended(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def one_name(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    x = norm(x + attend(x, x, w_self, mask))
    x = norm(x + attend(x, memory, w_cross))
    return norm(x + think(x, w_1, w_2))


def in_a_loop(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    for sublayer in ("look", "ask", "think"):
        if sublayer == "look":
            made = attend(x, x, w_self, mask)
        elif sublayer == "ask":
            made = attend(x, memory, w_cross)
        else:
            made = think(x, w_1, w_2)
        x = F.layer_norm(x + made, x.shape[-1:])
    return x


def written_out(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    for context, (w_q, w_k, w_v, w_o), seen in (
        (None, w_self, mask),
        (memory, w_cross, None),
    ):
        read = x if context is None else context
        q, k, v = x @ w_q, read @ w_k, read @ w_v
        x = norm(x + scaled_dot_product_attention(q, k, v, seen)[0] @ w_o)
    return norm(x + F.relu(x @ w_1) @ w_2)


def fused(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    q, k, v = (torch.einsum("...i,ij->...j", x, w) for w in w_self[:3])
    x = norm(x + F.scaled_dot_product_attention(q, k, v, mask) @ w_self[3])
    q, k, v = x @ w_cross[0], memory @ w_cross[1], memory @ w_cross[2]
    x = norm(x + F.scaled_dot_product_attention(q, k, v) @ w_cross[3])
    return norm(x + (x @ w_1).clamp(min=0) @ w_2)


def softmax_by_hand(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    root = x.shape[-1] ** 0.5
    scores = (x @ w_self[0]) @ (x @ w_self[1]).mT / root
    weights = scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)
    x = norm(x + weights @ x @ w_self[2] @ w_self[3])
    weights = ((x @ w_cross[0]) @ (memory @ w_cross[1]).mT / root).softmax(dim=-1)
    x = norm(x + weights @ memory @ (w_cross[2] @ w_cross[3]))
    return norm(x + think(x, w_1, w_2))


def functional(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    look: Any = F.multi_head_attention_forward
    for context, w, hidden in ((None, w_self, ~mask), (memory, w_cross, None)):
        read = x if context is None else context
        flat, read = (t.reshape(-1, *t.shape[-2:]).transpose(0, 1) for t in (x, read))
        made = look(
            *(flat, read, read, x.shape[-1], 1),
            *(None, None, None, None, False, 0.0, w[3].T, None),
            attn_mask=hidden,
            use_separate_proj_weight=True,
            q_proj_weight=w[0].T,
            k_proj_weight=w[1].T,
            v_proj_weight=w[2].T,
        )
        x = norm(x + made[0].transpose(0, 1).reshape(x.shape))
    return norm(x + think(x, w_1, w_2))


def of_the_course(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    layer = torch.nn.TransformerDecoderLayer(
        x.shape[-1], 1, w_1.shape[-1], dropout=0.0, batch_first=True, dtype=x.dtype
    )
    made: Tensor = layer(x, memory, tgt_mask=~mask)
    return made


def one_answer() -> Pair:
    x = torch.tensor([[1.0, 2.0, 3.0, 5.0], [4.0, 0.0, -1.0, 2.0]])
    return x, torch.tensor([[2.0, -1.0, 0.0, 1.0]])


def equal_answers() -> Pair:
    return torch.eye(4)[:3], torch.tensor([[2.0, -1.0, 0.0, 1.0]]).repeat(5, 1)


def one_direction() -> tuple[Tensor, Tensor]:
    return torch.eye(4)[:3], torch.tensor([[1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0]])


def no_answer() -> Pair:
    return torch.eye(4), torch.zeros(3, 4)


def with_a_batch() -> Pair:
    x = torch.arange(24.0).sin().reshape(2, 3, 4)
    return x, torch.ones(2, 1, 4)


def in_double() -> Pair:
    x = 5 * torch.eye(4, dtype=torch.float64)[:2]
    return x, torch.ones(1, 4, dtype=torch.float64)


RIGHT = (
    Right("own", "the road put back", mended),
    Right("own", "one name for the tokens", one_name),
    Right("own", "a loop over sublayers, F.layer_norm", in_a_loop),
    Right("own", "attention written out in a loop", written_out),
    Right("own", "F.scaled_dot_product_attention, einsum", fused),
    Right("own", "a softmax by hand, products regrouped", softmax_by_hand),
    Right("W36", "F.multi_head_attention_forward", functional),
    Right(
        "own",
        "nn.TransformerDecoderLayer",
        of_the_course,
        Verdict.SEALED,
        "forward is what this task asks you to write",
    ),
)
COUNTEREXAMPLES = (
    Right("own", "a memory of one word", one_answer),
    Right("own", "a memory of equal words", equal_answers),
    Right("own", "a memory of zeros", no_answer),
    Right("own", "a word twice as loud, which the norm hides", one_direction),
    Right("own", "a batch", with_a_batch),
    Right("own", "float64", in_double),
)
