"""Read the paragraphs of help pages, by the names that they have in every language."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

_TEXT = {"p", "h1", "h2", "h3", "h4", "h5", "h6"}


class Place(NamedTuple):
    """Where a paragraph stands: the same place in every language.

    Attributes:
        page: The page, as a path below the folder of its language.
        paragraph: The name of the paragraph in it.
    """

    page: str
    paragraph: str


def read_paragraphs(folder: Path) -> dict[Place, str]:
    """Read every paragraph and heading that has a name.

    Args:
        folder: The help pages of one language, also in folders below.

    Returns:
        The text of each, without markup and with single spaces; none is empty.
    """
    return {
        Place(path.relative_to(folder).as_posix(), name): text
        for path in sorted(folder.rglob("*.html"))
        for name, text in _paragraphs(path.read_text(encoding="utf-8"))
        if text
    }


def _paragraphs(page: str) -> Iterator[tuple[str, str]]:
    reader = _Reader()
    reader.feed(page)
    reader.close()
    for name, parts in reader.found:
        yield name, " ".join("".join(parts).split())


class _Reader(HTMLParser):
    """Collects the name and the parts of the text of each paragraph."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, list[str]]] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a paragraph, if it has a name; one without ends the one before."""
        if tag in _TEXT:
            name = dict(attrs).get("id")
            self._inside = bool(name)
            if name:
                self.found.append((name, []))

    def handle_endtag(self, tag: str) -> None:
        """Close a paragraph."""
        if tag in _TEXT:
            self._inside = False

    def handle_data(self, data: str) -> None:
        """Keep text that stands in a paragraph."""
        if self._inside:
            self.found[-1][1].append(data)
