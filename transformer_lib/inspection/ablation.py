"""Take heads away, and see what the model does without them.

A weight shows where a head looks, not whether the model needs it. This does.

Source: michel2019, sections 2 and 3.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

import torch
from einops import rearrange
from jaxtyping import Float
from torch import Tensor, nn

from transformer_lib.multihead import MultiHeadAttention


@contextmanager
def ablate(attention: MultiHeadAttention, heads: Collection[int]) -> Iterator[None]:
    r"""Let some heads of an attention add nothing to its output, for a while.

    $$\mathrm{MultiHead}(X, C) = \sum_i \xi_i\, \mathrm{head}_i\, W^O_i + b^O,
    \qquad \xi_i \in \{0, 1\}$$

    Args:
        attention: The attention that the heads belong to.
        heads: The heads with $\xi_i = 0$, counted from 0.

    Yields:
        Nothing; the heads are back when the context ends.

    Raises:
        ValueError: If there is no such head.

    Source: michel2019, section 2.3.
    """
    strangers = sorted(set(heads) - set(range(attention.n_heads)))
    if strangers:
        raise ValueError(
            f"there are no heads {strangers}: the attention has {attention.n_heads}, "
            f"0 to {attention.n_heads - 1}."
        )

    def silence(w_o: nn.Module, args: tuple[Tensor]) -> Tensor:
        silent = torch.zeros(attention.n_heads, 1, dtype=torch.bool)
        silent[list(heads)] = True
        apart = rearrange(
            args[0],
            "batch query (heads d_v) -> batch query heads d_v",
            heads=attention.n_heads,
        )
        quiet = apart.masked_fill(silent.to(apart.device), 0.0)
        return rearrange(quiet, "batch query heads d_v -> batch query (heads d_v)")

    # Compiled code would not notice the hook.
    uncompiled = torch.compiler.set_stance("force_eager")
    with uncompiled, attention.w_o.register_forward_pre_hook(silence):
        yield


def relative_change(after: Tensor, before: Tensor) -> float:
    r"""Measure how much an output moved.

    $$\frac{\lVert \mathrm{after} - \mathrm{before} \rVert}
    {\lVert \mathrm{before} \rVert}$$

    Args:
        after: The output now.
        before: The output it is compared with, not all 0.

    Returns:
        The change as a share of the output's size, at least 0.
    """
    return float((after - before).norm() / before.norm())


def ablation_effects(
    run: Callable[[], Tensor],
    attentions: Sequence[MultiHeadAttention],
    measure: Callable[[Tensor, Tensor], float] = relative_change,
) -> Float[Tensor, "layers heads"]:
    """Take away one head after another, and measure what each time becomes of it.

    Args:
        run: Runs the model on some input and returns what to look at, the same every
            time: in eval mode, without dropout.
        attentions: Whose heads to take away, with as many heads in each.
        measure: Compares an output without a head, its first argument, with the output
            of the whole model.

    Returns:
        What was measured, one number for each head of each attention.

    Raises:
        ValueError: If two runs of the whole model differ, or if the attentions differ
            in their numbers of heads.

    Source: michel2019, section 3.2.
    """
    counts = [attention.n_heads for attention in attentions]
    if len(set(counts)) != 1:
        raise ValueError(
            f"the attentions have {counts} heads, but a table needs as many in each: "
            f"measure them apart."
        )
    with torch.no_grad():
        whole = run()
        if not torch.equal(run(), whole):
            raise ValueError(
                "two runs of the whole model gave different outputs, so a change would "
                "mean nothing: call eval() on the model."
            )
        effects = torch.zeros(len(attentions), counts[0])
        for layer, attention in enumerate(attentions):
            for head in range(attention.n_heads):
                with ablate(attention, [head]):
                    effects[layer, head] = measure(run(), whole)
    return effects
