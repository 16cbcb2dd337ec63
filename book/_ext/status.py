"""How long each page took: a table that is written anew in every build.

The directive `{seconds}` lists the notebooks of the book, when each was last executed
and how many seconds that took. A failed one stops the build, so none is listed.
"""

from datetime import UTC, datetime

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from tables import table

HEAD = ("page", "last executed (UTC)", "seconds")


class seconds(nodes.General, nodes.Element):  # noqa: N801, as docutils names its nodes
    """Where the table will stand, once all pages have been read."""


class SecondsDirective(SphinxDirective):
    """Say which pages were executed, when, and how long it took."""

    def run(self) -> list[nodes.Node]:
        """Leave a place for the table."""
        self.env.metadata[self.env.docname]["seconds"] = True
        return [seconds()]


def _pages(app: Sphinx, env: BuildEnvironment) -> list[str]:
    return [page for page, data in env.metadata.items() if "seconds" in data]


def _resolve(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    executed = {
        page: data["exec_data"]
        for page, data in sorted(getattr(app.env, "nb_metadata", {}).items())
        if data.get("exec_data")
    }
    for place in list(doctree.findall(seconds)):
        rows = [_row(app, docname, page, run) for page, run in executed.items()]
        place.replace_self(table([nodes.Text(text) for text in HEAD], rows))


def _row(app: Sphinx, here: str, page: str, run: dict) -> list[nodes.Node]:
    uri = app.builder.get_relative_uri(here, page)
    title = app.env.titles[page].astext()
    when = datetime.fromtimestamp(run["mtime"], UTC)
    return [
        nodes.reference("", title, internal=True, refuri=uri),
        nodes.Text(f"{when:%Y-%m-%d %H:%M}"),
        nodes.Text(f"{run['runtime']:.1f}"),
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive, and write its page in every build."""
    app.add_node(seconds)
    app.add_directive("seconds", SecondsDirective)
    app.connect("env-updated", _pages)
    app.connect("doctree-resolved", _resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
