"""The explorer of the whole model in a page: Python's numbers, moved by keyboard."""

import math

import pytest
from test_site_explorers import figures, said, slide
from widget_pages import shown

from transformer_lib.widgets.transformer import TransformerExplorer

pytest_plugins = ["pages"]
pytestmark = pytest.mark.browser


def test_transformer_shows_pythons_numbers(browser, tmp_path):
    explorer = TransformerExplorer()
    with shown(browser, tmp_path, explorer) as page:
        states = [
            (512, 8, 6, 3, 2, 37_000, True, []),
            (4096, 16, 24, 64, 64, 100_000, False, ["End"]),
            (16, 1, 1, 1, 1, 1_000, True, ["Home"]),
            (32, 2, 2, 2, 2, 4_000, False, ["ArrowRight"]),
        ]
        names = ("width", "heads", "blocks", "words read", "words written")
        for *sizes, vocab, shared, keys in states:
            moved = [slide(page, name, *keys) for name in names]
            assert moved == list(map(str, sizes))
            page.get_by_role("combobox").select_option(f"{vocab:,}")
            page.get_by_role("checkbox").set_checked(shared)
            traits = ("d_model", "heads", "blocks", "source", "target")
            explorer.set_state(dict(zip(traits, sizes, strict=True)))
            explorer.vocab, explorer.shared = vocab, shared
            counts = [math.prod(shape) for shape in explorer.shapes.values()]
            parameters = [*explorer.parameters.values()]
            told = [row[0] for row in figures(page)]
            assert told == [*counts, *parameters, sum(parameters)]
            assert f"Of {sum(parameters):,} parameters" in said(page)
