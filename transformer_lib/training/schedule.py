r"""The learning rate: up in a straight line, then down as a root or as a wave.

Adam's first steps rest on few gradients; small steps at first keep it from going
astray. The paper lets the rate then fall as a root, which suits a run of any length. A
run whose length is known gets further when the rate comes down to 0 at its end.

Source: vaswani2017, section 5.3, equation (3); loshchilov2017, section 3.
"""

from math import cos, pi, sqrt

from torch.optim import Optimizer
from torch.optim.lr_scheduler import LambdaLR


def warmup_rate(
    step: int,
    *,
    d_model: int,
    warmup: int = 4_000,
    factor: float = 1.0,
    decay_until: int | None = None,
) -> float:
    r"""Tell the learning rate of one update.

    $$\mathrm{rate} = \mathrm{factor} \cdot d_{\mathrm{model}}^{-1/2} \cdot
    \min\left(\mathrm{step}^{-1/2},\ \mathrm{step} \cdot \mathrm{warmup}^{-3/2}\right)$$

    The two terms meet at `step = warmup`, where the rate is highest. With
    `decay_until`, half a wave of a cosine takes the place of the first term:

    $$\mathrm{factor} \cdot (d_{\mathrm{model}} \cdot \mathrm{warmup})^{-1/2} \cdot
    \frac{1 + \cos(\pi x)}{2}, \qquad
    x = \frac{\mathrm{step} - \mathrm{warmup}}{\mathrm{until} - \mathrm{warmup}}$$

    Args:
        step: Which update, counted from 1; 0 is taken as 1.
        d_model: Features of a token; wider models take smaller steps.
        warmup: How many updates the rate rises for, at least 1.
        factor: What the paper's rate is multiplied with, a pure number above 0.
        decay_until: The update with which the rate has come down to 0, above `warmup`,
            and where it stays; None: it falls as a root, as the paper's.

    Returns:
        The rate as Adam takes it: about how far one weight moves in one update.

    Raises:
        ValueError: If `step` is negative or another number is not above 0.

    Source: vaswani2017, section 5.3, equation (3); loshchilov2017, equation (5).
    """
    if step < 0:
        raise ValueError(f"step is {step}, but updates are counted from 1.")
    if d_model < 1 or warmup < 1 or not factor > 0:
        raise ValueError(
            f"d_model is {d_model}, warmup {warmup} and factor {factor}, but the first "
            f"two must be at least 1 and the third above 0."
        )
    if decay_until is not None and decay_until <= warmup:
        raise ValueError(
            f"decay_until is {decay_until} and warmup {warmup}, but the rate falls "
            f"after it has risen: raise the first or lower the second."
        )
    step = max(step, 1)
    highest = factor / sqrt(d_model * warmup)
    if step <= warmup:
        return highest * step / warmup
    if decay_until is None:
        return highest * sqrt(warmup / step)
    passed = min(1, (step - warmup) / (decay_until - warmup))
    return highest * (1 + cos(pi * passed)) / 2


def warmup_schedule(
    optimizer: Optimizer,
    *,
    d_model: int,
    warmup: int = 4_000,
    factor: float = 1.0,
    decay_until: int | None = None,
) -> LambdaLR:
    """Let an optimiser follow `warmup_rate`; step it once after every update.

    Args:
        optimizer: Built with `lr=1.0`, which the schedule multiplies.
        d_model: Features of a token; wider models take smaller steps.
        warmup: How many updates the rate rises for, at least 1.
        factor: What the paper's rate is multiplied with, a pure number above 0.
        decay_until: As for `warmup_rate`.

    Returns:
        The schedule, set for the first update.

    Raises:
        ValueError: If the optimiser's own rate is not 1, or a number is not above 0.

    Source: vaswani2017, section 5.3.
    """
    rates = sorted({group["lr"] for group in optimizer.param_groups} - {1.0})
    if rates:
        raise ValueError(
            f"the optimiser's own learning rate is {rates[0]}, but the schedule "
            f"multiplies it: build the optimiser with lr=1.0."
        )

    def rate(updates_done: int) -> float:
        return warmup_rate(
            updates_done + 1,
            d_model=d_model,
            warmup=warmup,
            factor=factor,
            decay_until=decay_until,
        )

    return LambdaLR(optimizer, rate)
