"""The ledger: every claim beside the cell that measures it.

A cell of a lesson says by its tag, `claim-C07`, which claim it settles. The page with
the directive `{claims}` lists the claims in words, as a definition list; each term
begins with an id. A link to the cell and what it printed complete each entry.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.environment.collectors import EnvironmentCollector
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

TAG = "claim-"
LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Row:
    """One claim of the ledger, and where it stands there."""

    claim: str
    page: str
    line: int | None


@dataclass(frozen=True)
class Cell:
    """One cell that settles a claim, and what it printed."""

    claim: str
    page: str
    line: int | None
    section: str
    printed: str

    @property
    def anchor(self) -> str:
        """Name the cell in its page."""
        return f"{TAG}{self.claim}".lower()


class ClaimsDirective(SphinxDirective):
    """List claims: `C07 its name` on one line, `: what it says` on the next."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Mark every entry of the definition list with the id of its claim.

        The id is for those who write; the page shows the name alone.
        """
        content = self.parse_content_to_nodes()
        items = [i for c in content for i in c.findall(nodes.definition_list_item)]
        if not items:
            raise self.error("The claims must be a definition list.")
        for item in items:
            term = item[0]
            item["claim"], _, name = term[0].astext().partition(" ")
            term[0] = nodes.Text(name)
        return content


class ClaimsCollector(EnvironmentCollector):
    """Keep, page by page, the claims listed and the cells tagged."""

    def clear_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Forget a page that is read again or gone."""
        for kept in _kept(env):
            kept.pop(docname, None)

    def merge_other(
        self, app: Sphinx, env: BuildEnvironment, docnames: set[str], other
    ) -> None:
        """Take over what another reading process found."""
        for kept, found in zip(_kept(env), _kept(other), strict=True):
            kept.update({page: found[page] for page in docnames if page in found})

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        """Collect a page, and give its tagged cells an anchor."""
        rows, cells = _kept(app.env)
        rows[app.env.docname] = [
            Row(item["claim"], app.env.docname, item.line)
            for item in doctree.findall(nodes.definition_list_item)
            if "claim" in item
        ]
        cells[app.env.docname] = list(_tagged(doctree, app.env.docname))


def _kept(env: BuildEnvironment) -> tuple[dict[str, list], dict[str, list]]:
    if not hasattr(env, "claim_rows"):
        env.claim_rows, env.claim_cells = {}, {}
    return env.claim_rows, env.claim_cells


def _all(pages: dict[str, list]) -> list:
    return [entry for entries in pages.values() for entry in entries]


def _tagged(doctree: nodes.document, page: str) -> Iterator[Cell]:
    for node in doctree.findall(nodes.container):
        for tag in node.get("cell_metadata", {}).get("tags", []):
            if tag.startswith(TAG):
                claim, section = tag.removeprefix(TAG), _section(node)
                cell = Cell(claim, page, node.line, section, _printed(node))
                node["ids"].append(cell.anchor)
                yield cell


def _section(node: nodes.Node) -> str:
    """Find the title of the page's part that a node stands in."""
    titles: list[str] = []
    while node.parent is not None:
        node = node.parent
        if isinstance(node, nodes.section):
            titles.append(next(node.findall(nodes.title)).astext())
    return titles[-2:][0] if titles else ""


def _printed(cell: nodes.container) -> str:
    streams = (n for n in cell.findall(nodes.literal_block) if "stream" in n["classes"])
    return "\n".join(stream.astext().strip() for stream in streams)


def _ledgers(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Write the ledger in every build, whichever pages were read again.

    Sphinx then also checks all claims, and copies all assets, when no page has changed.
    """
    return [page for page, rows in _kept(env)[0].items() if rows]


def _check(app: Sphinx, env: BuildEnvironment) -> None:
    rows, cells = map(_all, _kept(env))
    listed, measured = (Counter(e.claim for e in entries) for entries in (rows, cells))
    for row in rows:
        if listed[row.claim] > 1:
            _warn(row, "claim %s is listed %d times", row.claim, listed[row.claim])
        if not measured[row.claim]:
            _warn(row, "claim %s has no cell", row.claim)
    for cell in cells:
        if not listed[cell.claim]:
            _warn(cell, "claim %s is not in the ledger", cell.claim)
        if measured[cell.claim] > 1:
            _warn(cell, "claim %s has %d cells", cell.claim, measured[cell.claim])
        if not cell.printed:
            _warn(cell, "the cell of claim %s prints nothing", cell.claim)


def _warn(entry: Row | Cell, message: str, *values: object) -> None:
    LOG.warning(message, *values, location=(entry.page, entry.line), type="claims")


def _resolve(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    cells = {cell.claim: cell for cell in _all(_kept(app.env)[1])}
    for item in doctree.findall(nodes.definition_list_item):
        if item.get("claim") in cells:
            cell = cells[item["claim"]]
            item[-1] += [_link(app, docname, cell), _result(cell)]


def _link(app: Sphinx, docname: str, cell: Cell) -> nodes.paragraph:
    title = app.env.titles[cell.page].astext()
    link = nodes.reference(
        "",
        title if cell.section in ("", title) else f"{title}: {cell.section}",
        internal=True,
        refuri=f"{app.builder.get_relative_uri(docname, cell.page)}#{cell.anchor}",
    )
    return nodes.paragraph("", "", nodes.Text("Measured in "), link)


def _result(cell: Cell) -> nodes.literal_block:
    return nodes.literal_block(cell.printed, cell.printed, language="none")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive, the collector and the check."""
    app.add_directive("claims", ClaimsDirective)
    app.add_env_collector(ClaimsCollector)
    app.connect("env-updated", _ledgers)
    app.connect("env-check-consistency", _check)
    app.connect("doctree-resolved", _resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
