"""What every lesson needs: a seed, a device, source on the page, figures, numbers.

A figure is inline SVG: its text and axes take the colour of the page around it, so that
it can be read in light and in dark, in the book and in JupyterLab.
"""

import inspect
import io
import math
import os
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import matplotlib.figure
import matplotlib.style
import torch
from IPython.display import Markdown, display
from matplotlib.axes import Axes
from torch import Tensor

from transformer_lib.notebook.theme import INK, SAVE, STYLE, in_page, ink_on

_SHORTEST_ALT = 20


def seed(n: int = 0) -> None:
    """Fix the random numbers and the number of threads, so that a rerun agrees.

    Args:
        n: Where PyTorch's random numbers start; any whole number.
    """
    torch.manual_seed(n)
    torch.set_num_threads(1)


def device() -> torch.device:
    """Choose where tensors live: `TRANSFORMER_LIB_DEVICE`, else a GPU, else the CPU.

    Returns:
        A device on which a tensor can really be made.

    Raises:
        RuntimeError: If the device that the variable names is unknown or not there.
    """
    name = os.environ.get("TRANSFORMER_LIB_DEVICE")
    if not name:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        return torch.empty(0, device=name).device
    except (AssertionError, NotImplementedError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise RuntimeError(
            f"TRANSFORMER_LIB_DEVICE is {name!r}, but no tensor can be made there "
            f"({reason}). Set it to cpu, or unset it to have a device chosen."
        ) from None


def show_source(obj: Callable[..., object]) -> Markdown:
    """Show the code of a function or a class as it stands in its file.

    Args:
        obj: The function or the class.

    Returns:
        The code, coloured by the page or by JupyterLab.

    Raises:
        TypeError: If there is no Python code to show.
    """
    try:
        source = inspect.getsource(obj)
    except (OSError, TypeError):
        raise TypeError(
            f"{obj!r} has no Python code to show: pass a function or a class that was "
            f"written in a module or in a cell of this notebook."
        ) from None
    return Markdown(  # type: ignore[no-untyped-call]
        f"```python\n{textwrap.dedent(source).rstrip()}\n```"
    )


def glue(name: str, value: str | float, spec: str = "") -> None:
    """Print a measured number, and put it at the disposal of the text around it.

    The text says it again with the role `{glue:text}` of MyST-NB.

    Args:
        name: The name by which the text asks for it; once in a chapter.
        value: The number, or a text that is ready to be read.
        spec: How to write the number, as after the colon of an f-string: ".2f".
    """
    text = format(value, spec)
    print(f"{name}: {text}")
    prefix = "application/papermill.record/"
    # As a quoted text, or MyST-NB would read 0.40 as a number and write 0.4.
    display(  # type: ignore[no-untyped-call]
        {f"{prefix}text/plain": repr(text)},
        metadata={"scrapbook": {"name": name, "mime_prefix": prefix}},
        raw=True,
    )


@dataclass(frozen=True)
class Figure:
    """A finished figure, ready to stand in a page.

    Attributes:
        alt: What one learns from it, for those who can't see it.
        svg: The figure as an element of the page, in the page's own colours.
        png: The same on white, for readers that take no SVG.
    """

    alt: str
    svg: str = field(repr=False)
    png: bytes = field(repr=False)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str | bytes]:
        return {
            "text/html": f'<div class="course-figure">{self.svg}</div>',
            "image/png": self.png,
            "text/plain": f"Figure: {textwrap.shorten(self.alt, 60)}",
        }


def axes(*, title: str, x: str, y: str, size: tuple[float, float] = (6.4, 3.4)) -> Axes:
    """Begin a figure with one pair of axes; finish it with `show`.

    Args:
        title: The one message of the figure.
        x: What runs to the right, with its unit.
        y: What runs upwards, with its unit.
        size: Width and height in inches.

    Returns:
        Axes to plot on, whose lines take `COLOURS` in turn.
    """
    with matplotlib.style.context(STYLE):
        figure = matplotlib.figure.Figure(figsize=size, layout="constrained")
        ax = figure.subplots()
        ax.set(title=textwrap.fill(title, int(10 * size[0])), xlabel=x, ylabel=y)
    return ax


def show(plot: Axes | matplotlib.figure.Figure, *, alt: str) -> Figure:
    """Finish a figure: in the colours of the page, with its text alternative.

    Args:
        plot: The axes or the whole figure.
        alt: What one learns from the figure, for those who can't see it.

    Returns:
        The figure, displayed when it is the last value of a cell.

    Raises:
        TypeError: If `plot` belongs to no figure.
        ValueError: If `alt` is blank or too short to say anything.
    """
    alt = " ".join(alt.split())
    if len(alt) < _SHORTEST_ALT:
        raise ValueError(
            f"alt is {alt!r}, {len(alt)} characters, but at least {_SHORTEST_ALT} are "
            f"needed: say in a sentence what one learns from the figure."
        )
    figure = getattr(plot, "figure", None)
    if not isinstance(figure, matplotlib.figure.Figure):
        raise TypeError(
            f"show got a {type(plot).__name__}, but it takes the axes that axes() gave "
            f"or a whole figure."
        )
    svg, png = io.BytesIO(), io.BytesIO()
    with matplotlib.style.context(SAVE):
        figure.savefig(svg, format="svg", transparent=True, metadata={"Date": None})
        figure.savefig(png, format="png", dpi=150, facecolor="white")
    return Figure(alt, in_page(svg.getvalue(), alt), png.getvalue())


def heatmap(
    values: Tensor,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    title: str,
    alt: str,
    labels: tuple[str, str] = ("query", "key"),
) -> Figure:
    """Show a matrix as coloured cells with the numbers written in them.

    Shares (all from 0 to 1) are coloured from 0 to 1, so that two maps can be compared;
    other numbers from the smallest to the largest.

    Args:
        values: The matrix.
        rows: One name for each row.
        columns: One name for each column.
        title: The one message of the figure.
        alt: What one learns from the figure, for those who can't see it.
        labels: What the rows are, and what the columns are.

    Returns:
        The figure, displayed when it is the last value of a cell.

    Raises:
        ValueError: If the names are not as many as the rows and columns.
    """
    if tuple(values.shape) != (len(rows), len(columns)):
        raise ValueError(
            f"values has shape {tuple(values.shape)}, but there are {len(rows)} names "
            f"for rows and {len(columns)} for columns: name every row and column once."
        )
    left, below = (0.08 * max(map(len, n), default=0) for n in (rows, columns))
    slant = 40 if below > 0.6 else 0
    size = (0.9 + left + 0.6 * len(columns), 1.2 + 0.5 * len(rows) + slant / 90 * below)
    ax = axes(title=title, x=labels[1], y=labels[0], size=size)
    _draw_cells(ax, values.detach().cpu())
    ax.set_xticks([i + 0.5 for i in range(len(columns))], columns)
    for name in ax.get_xticklabels() if slant else []:
        name.set(rotation=slant, ha="right", rotation_mode="anchor")
    ax.set_yticks([i + 0.5 for i in range(len(rows))], rows)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    ax.invert_yaxis()
    return show(ax, alt=alt)


def _draw_cells(ax: Axes, values: Tensor) -> None:
    numbers = values.double()
    finite = numbers[numbers.isfinite()]
    shares = bool(((finite >= 0) & (finite <= 1)).all())
    cells = ax.pcolormesh(
        numbers.numpy(),
        cmap="viridis",
        vmin=0.0 if shares else None,
        vmax=1.0 if shares else None,
        edgecolors="face",
        linewidth=0.5,
    )
    shades = cells.to_rgba(numbers.numpy())[..., :3].tolist()
    decimals = 2 if values.is_floating_point() else 0
    for i, row in enumerate(numbers.tolist()):
        for j, number in enumerate(row):
            # A cell with no finite number has no colour: the page shows through.
            on_page = not math.isfinite(number)
            ink = INK if on_page else ink_on(shades[i][j])
            text = f"{number:.{decimals}f}"
            ax.text(j + 0.5, i + 0.5, text, color=ink, ha="center", va="center")
