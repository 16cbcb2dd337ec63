"""Say in a sentence why queries, keys and values do not fit together."""

from torch import Tensor

from transformer_grading.checks.observing import UnusableError
from transformer_lib.attention import check_inputs


def refuse_misfits(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> None:
    """Refuse what attention cannot work on.

    Args:
        q: The queries.
        k: The keys.
        v: The values.
        mask: The mask, or None. One axis will do: it is the same for every query.

    Raises:
        UnusableError: If the tensors do not fit together.
    """
    if v.dim() == 1 and k.dim() > 1:
        says = (
            f"v came back with shape ({len(v)},): values are rows, (key, d_v), so one "
            "number for each key makes a column, (key, 1)."
        )
        raise UnusableError("v with one axis", says)
    if mask is not None and mask.dim() == 1:
        mask = mask[None]
    try:
        check_inputs(q, k, v, mask)
    except (TypeError, ValueError) as error:
        raise UnusableError("misfits", f"It does not fit together: {error}") from None
