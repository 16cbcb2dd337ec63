"""The map of the Transformer that opens every chapter, with the chapter's part lit."""

from matplotlib.axes import Axes

from transformer_lib.notebook import Figure, axes, show
from transformer_lib.notebook.theme import COLOURS

_LIT, _INK = COLOURS[1], "black"

_BOXES = (  # name, column, row
    ("source tokens", 0.0, 0.0),
    ("embedding + position", 0.0, 1.0),
    ("self-attention", 0.0, 2.0),
    ("feed-forward", 0.0, 3.0),
    ("target tokens so far", 1.0, 0.0),
    ("embedding + position", 1.0, 1.0),
    ("masked self-attention", 1.0, 2.0),
    ("cross-attention", 1.0, 3.0),
    ("feed-forward", 1.0, 4.0),
    ("next-token scores", 1.0, 5.0),
)
_ATTENTION = {"self-attention", "masked self-attention", "cross-attention"}
# What a chapter does that builds no part.
_DOES = {
    "recurrence": "shows what came before",
    "complexity": "weighs",
    "training": "trains",
    "decoding": "uses",
    "inspection": "looks into",
}
_TAUGHT = {
    "recurrence": _ATTENTION,
    "attention": _ATTENTION,
    "scaling": _ATTENTION,
    "multihead": _ATTENTION,
    "positions": {"embedding + position"},
    "blocks": _ATTENTION | {"feed-forward"},
    "masking": {"masked self-attention"},
    "complexity": _ATTENTION | {"feed-forward"},
    "transformer": {name for name, *_ in _BOXES},
    "training": {name for name, _, row in _BOXES if row > 0},
    "decoding": {"target tokens so far", "next-token scores"},
    "inspection": {"self-attention"},
}


def course_map(slug: str) -> Figure:
    """Draw the Transformer as a stack of boxes and light what a chapter builds.

    Args:
        slug: The chapter, by the name of its module.

    Returns:
        The figure, with a text alternative that names the lit boxes.

    Raises:
        ValueError: If the map knows no chapter of that name.

    Source: vaswani2017, figure 1.
    """
    if slug not in _TAUGHT:
        raise ValueError(f"no chapter {slug!r} on the map: choose from {[*_TAUGHT]}")
    ax = axes(title="", x="", y="", size=(6.0, 4.2))
    ax.set(xlim=(-0.55, 1.55), ylim=(-0.4, 5.75))
    ax.axis("off")
    for name, column, row in _BOXES:
        _box(ax, name, (column, row), lit=name in _TAUGHT[slug])
        if row > 0:
            _arrow(ax, (column, row - 0.72), (column, row - 0.28))
    _arrow(ax, (0.24, 3.0), (0.7, 3.0))
    for column, name in enumerate(["encoder", "decoder"]):
        ax.text(column, -0.62, name, ha="center", style="italic", color=_INK)
    lit = ", ".join(sorted(_TAUGHT[slug]))
    return show(
        ax,
        alt="Map of the Transformer. The encoder turns source tokens into vectors by "
        "self-attention and a feed-forward network; the decoder reads them by "
        "cross-attention and scores the next token. This chapter "
        f"{_DOES.get(slug, 'builds')}: {lit}.",
    )


def _box(ax: Axes, name: str, at: tuple[float, float], lit: bool) -> None:
    style = {"boxstyle": "round,pad=0.45", "linewidth": 2.2 if lit else 0.8}
    ax.text(
        *at,
        name,
        ha="center",
        va="center",
        color=_LIT if lit else _INK,
        weight="bold" if lit else "normal",
        bbox=style | {"facecolor": "none", "edgecolor": _LIT if lit else _INK},
    )


def _arrow(ax: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    arrow = {"arrowstyle": "->", "color": _INK, "linewidth": 0.8}
    ax.annotate("", xy=end, xytext=start, arrowprops=arrow)
