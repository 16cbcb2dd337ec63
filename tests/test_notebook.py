"""What lessons lean on: seed, device, source, glued numbers, figures."""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
import torch
from matplotlib.figure import Figure as MatplotlibFigure
from myst_nb.core.variables import format_plain_text
from myst_nb.ext.glue import extract_glue_data_cell
from nbclient import NotebookClient

from transformer_lib.notebook import (
    axes,
    device,
    glue,
    seed,
    show,
    show_source,
)

pytestmark = pytest.mark.unhooked
ALT = 'Weights < 1 & "soft": the curve falls and never touches zero.'


def curve(alt=ALT):
    ax = axes(title="A curve that falls", x="lag (tokens)", y="share (of 1)")
    ax.plot([1, 2, 3], [1.0, 0.5, 0.25])
    ax.plot([1], [0.5], "o", color="black", markerfacecolor="white")
    ax.annotate("falls", (2, 0.5))
    return show(ax, alt=alt)


# Seed and device


def test_a_seed_fixes_the_numbers_and_the_threads():
    torch.set_num_threads(2)
    seed(3)
    first = torch.rand(5)
    seed(3)
    assert torch.equal(torch.rand(5), first)
    seed(4)
    assert not torch.equal(torch.rand(5), first)
    assert torch.get_num_threads() == 1


@pytest.mark.parametrize("there, kind", [(True, "cuda"), (False, "cpu")])
@pytest.mark.parametrize("unset", [None, ""])
def test_without_a_wish_a_gpu_is_taken_if_there(monkeypatch, there, kind, unset):
    monkeypatch.delenv("TRANSFORMER_LIB_DEVICE", raising=False)
    if unset is not None:
        monkeypatch.setenv("TRANSFORMER_LIB_DEVICE", unset)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: there)
    assert device().type == kind


def test_a_wish_comes_before_a_gpu(monkeypatch):
    monkeypatch.setenv("TRANSFORMER_LIB_DEVICE", "cpu")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert device() == torch.device("cpu")


@pytest.mark.parametrize("name", ["gpu", "cuda:99"])
def test_a_device_that_is_not_there_is_named(monkeypatch, name):
    monkeypatch.setenv("TRANSFORMER_LIB_DEVICE", name)
    says = (
        rf"TRANSFORMER_LIB_DEVICE is '{name}', but no tensor .*\(.+\)\. Set it to cpu"
    )
    with pytest.raises(RuntimeError, match=says):
        device()


# Source


def test_source_is_shown_as_it_stands_in_its_file():
    class Outer:
        def inner(self):
            return "`"

    assert show_source(Outer.inner).data == (
        '```python\ndef inner(self):\n    return "`"\n```'
    )
    assert show_source(Outer).data.startswith("```python\nclass Outer:\n    def inner")


@pytest.mark.parametrize("thing", [3.5, len, torch.relu], ids=repr)
def test_what_has_no_source_is_refused(thing):
    with pytest.raises(TypeError, match=f"{re.escape(repr(thing))} has no Python code"):
        show_source(thing)


# Glue, read back as MyST-NB does, from a notebook that was really executed


@pytest.fixture(scope="module")
def cells():
    sources = [
        "from transformer_lib.notebook import axes, glue, show",
        'glue("share", 0.4, ".2f")',
        'glue("words", "a third")\nglue("count", 1234567, ",")',
        f'show(axes(title="t", x="x", y="y"), alt={ALT!r})',
    ]
    notebook = nbformat.v4.new_notebook(
        cells=[*map(nbformat.v4.new_code_cell, sources)]
    )
    return NotebookClient(notebook, timeout=120).execute().cells


@pytest.mark.parametrize(
    "cell, name, text",
    [(1, "share", "0.40"), (2, "words", "a third"), (2, "count", "1,234,567")],
)
def test_a_glued_value_is_printed_and_reaches_the_text(cells, cell, name, text):
    cell = nbformat.from_dict(cells[cell])
    printed = "".join(o.text for o in cell.outputs if o.output_type == "stream")
    assert f"{name}: {text}\n" in printed
    record = dict(extract_glue_data_cell(cell))[name]["data"]["text/plain"]
    assert format_plain_text(record, "s") == text
    assert [o.output_type for o in cell.outputs] == ["stream"] * len(cell.outputs)


def test_a_value_that_the_format_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="'f' for object of type 'str'"):
        glue("share", "a third", ".2f")


# Figures


def test_a_figure_is_displayed_as_svg_with_a_picture_in_reserve(cells):
    (output,) = cells[3].outputs
    assert output.data["text/html"].startswith('<div class="course-figure"><svg ')
    assert output.data["image/png"].startswith("iVBORw0KGgo")  # PNG's first bytes
    assert (
        output.data["text/plain"]
        == 'Figure: Weights < 1 & "soft": the curve falls and never [...]'
    )


def test_a_figure_speaks_in_the_colours_and_letters_of_the_page():
    svg = curve().svg
    root = ElementTree.fromstring(svg)
    assert (root.get("role"), root.get("aria-label")) == ("img", ALT)
    assert not re.search("#000000|#ffffff(?!\\))|DejaVu|<style|metadata", svg)
    assert "currentColor" in svg
    assert "color-mix(in srgb, #0072b2 70%, currentColor)" in svg
    texts = {"".join(e.itertext()) for e in root.iter() if e.tag.endswith("}text")}
    assert {"A curve that falls", "lag (tokens)", "share (of 1)", "falls"} <= texts


def test_a_figure_is_the_same_on_every_run():
    code = "from test_notebook import curve; print(curve().svg, curve().png, sep='')"
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=Path(__file__).parent,
        env=os.environ | {"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == f"{curve().svg}{curve().png}\n"


def test_two_figures_on_a_page_share_no_id():
    first, second = (
        {e.get("id") for e in ElementTree.fromstring(f.svg).iter()} - {None}
        for f in (curve(), curve(alt=ALT + " Indeed."))
    )
    assert first and second and not first & second


def test_every_reference_inside_a_figure_is_kept():
    svg = curve().svg
    ids = set(re.findall(r' id="([^"]+)"', svg))
    references = set(re.findall(r'(?:url\(|href=")#([^")]+)', svg))
    assert references and references <= ids


@pytest.mark.parametrize("alt", ["", "  \n ", "plot", " a   figure      of   it "])
def test_a_figure_needs_words_that_say_something(alt):
    with pytest.raises(
        ValueError, match="characters, but at least 20.*what one learns"
    ):
        show(axes(title="t", x="x", y="y"), alt=alt)


def test_only_a_figure_can_be_shown():
    with pytest.raises(TypeError, match="show got a list, but it takes the axes"):
        show(axes(title="t", x="x", y="y").plot([1, 2]), alt=ALT)
    assert 'role="img"' in show(MatplotlibFigure(), alt=ALT).svg


def test_a_long_title_is_broken_and_not_cut():
    svg = show(axes(title="word " * 40, x="x", y="y"), alt=ALT).svg
    assert svg.count(">word word") > 1
