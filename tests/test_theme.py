"""Figures can be read: on light and dark, and by colour-blind eyes."""

import re
from itertools import combinations
from pathlib import Path

import matplotlib as mpl
import pytest
import torch
from matplotlib.colors import to_rgb

from transformer_lib.notebook.theme import COLOURS, ink_on, luminance

CSS = (Path(__file__).parents[1] / "book/_assets/course.css").read_text()


def pages():
    """Text and background: the book's two pages, and JupyterLab's as it sets them."""
    found = [
        re.findall(rf"--pst-color-{name}: (#\w+)", CSS)
        for name in ("text-base", "background")
    ]
    light, dark = zip(*found, strict=True)
    return {
        "book light": light,
        "book dark": dark,
        "lab light": ("#212121", "#ffffff"),
        "lab dark": ("#ffffff", "#111111"),
    }


PAGES = pages()
# What is left of red, green and blue light (Machado and others 2009, severity 1).
EYES = {
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_XYZ = [
    [0.4339, 0.3762, 0.1899],
    [0.2127, 0.7152, 0.0722],
    [0.0178, 0.1095, 0.8727],
]  # of sRGB, as shares of its white


def contrast(a, b):
    dark, light = sorted([luminance(a), luminance(b)])
    return (light + 0.05) / (dark + 0.05)


def in_page(colour, ink):
    """Mix 70 parts of a colour with 30 of the text's, as the browser does."""
    pairs = zip(to_rgb(colour), to_rgb(ink), strict=True)
    return [0.7 * part + 0.3 * text for part, text in pairs]


def lab(rgb, eye):
    """Place a colour, as an eye sees it, where distance is difference."""
    rgb = torch.tensor(rgb, dtype=torch.float64)
    light = torch.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = (torch.tensor(eye, dtype=torch.float64) @ light).clamp(0, 1)
    x, y, z = (torch.tensor(TO_XYZ, dtype=torch.float64) @ seen) ** (1 / 3)
    return torch.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_contrast_is_that_of_wcag():
    assert contrast((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)) == pytest.approx(21)
    assert contrast(to_rgb("#767676"), (1.0, 1.0, 1.0)) == pytest.approx(
        4.54, abs=0.005
    )
    assert contrast(to_rgb("#ff0000"), (1.0, 1.0, 1.0)) == pytest.approx(
        4.00, abs=0.005
    )


@pytest.mark.parametrize("ink, ground", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("colour", COLOURS)
def test_lines_and_their_labels_stand_out_from_the_page(colour, ink, ground):
    assert contrast(in_page(colour, ink), to_rgb(ground)) >= 4.5


@pytest.mark.parametrize("colour", COLOURS)
def test_lines_stand_out_from_the_white_of_the_picture(colour):
    assert contrast(to_rgb(colour), (1.0, 1.0, 1.0)) >= 3


@pytest.mark.parametrize("ink", [ink for ink, _ in PAGES.values()], ids=PAGES)
@pytest.mark.parametrize("eye", EYES.values(), ids=EYES)
def test_colour_blind_eyes_tell_the_lines_apart(eye, ink):
    seen = [lab(in_page(colour, ink), eye) for colour in COLOURS]
    # A difference of 2 is just visible side by side; ask for five times that.
    assert min(torch.dist(a, b).item() for a, b in combinations(seen, 2)) >= 10


def test_the_numbers_in_a_heat_map_can_be_read_on_every_shade():
    shades = mpl.colormaps["viridis"](range(256))[:, :3].tolist()
    assert min(contrast(shade, to_rgb(ink_on(shade))) for shade in shades) >= 4.5
