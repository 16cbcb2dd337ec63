"""Colours that can be read on a light page and on a dark one."""

import hashlib
from collections.abc import Sequence
from xml.etree import ElementTree

from matplotlib.rcsetup import cycler

# Black: in a page it becomes the colour of the page's own text.
INK = "#000000"
# Okabe and Ito's blue, vermilion, green and purple, which colour-blind readers tell
# apart. In a page each leans towards the text, so that it stands out from any ground.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")

STYLE = {
    "axes.prop_cycle": cycler(color=COLOURS),
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
}
SAVE = {
    "font.sans-serif": ["DejaVu Sans"],
    "svg.fonttype": "none",
    "svg.hashsalt": "figure",
}

_IN_PAGE = {
    INK: "currentColor",
    "#ffffff": "var(--pst-color-background, var(--jp-layout-color0, #ffffff))",
    "'DejaVu Sans', sans-serif": "sans-serif",
} | {c: f"color-mix(in srgb, {c} 70%, currentColor)" for c in COLOURS}
# Not quite black and white, which the page's own colours would replace.
_DARK, _LIGHT = "#010101", "#fefefe"
_SVG = "http://www.w3.org/2000/svg"


def luminance(rgb: Sequence[float]) -> float:
    """Say how bright a colour looks, as WCAG 2.2 defines relative luminance.

    Args:
        rgb: Red, green and blue, each from 0 to 1.

    Returns:
        The share of a white page's light, from 0 to 1.
    """
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(rgb: Sequence[float]) -> str:
    """Choose dark or light letters, whichever stands out more from a background.

    Args:
        rgb: The background's red, green and blue, each from 0 to 1.

    Returns:
        The colour of the letters as `#rrggbb`.
    """
    background = luminance(rgb) + 0.05
    return _DARK if background / 0.05 > 1.05 / background else _LIGHT


def in_page(svg: bytes, alt: str) -> str:
    """Turn matplotlib's SVG file into an element of a page, in the page's colours.

    Args:
        svg: The file, its text kept as text.
        alt: What is read aloud in its place.

    Returns:
        One `svg` element, whose ids are its own and the same on every run.
    """
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
                parent.remove(child)
    own = "f" + hashlib.sha256(svg + alt.encode()).hexdigest()[:8] + "-"
    for element in root.iter():
        for key, value in element.items():
            element.set(key, _attribute(key, value, own))
    root.attrib |= {
        "role": "img",
        "aria-label": alt,
        "fill": "currentColor",
        "stroke-linejoin": "round",
        "stroke-linecap": "butt",
        "style": "max-width: 100%; height: auto",
    }
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    return ElementTree.tostring(root, encoding="unicode")


def _attribute(key: str, value: str, own: str) -> str:
    if key == "id":
        return own + value
    if key == "clip-path" or key.endswith("href"):
        return value.replace("#", f"#{own}")
    for old, new in _IN_PAGE.items():
        value = value.replace(old, new)
    return value
