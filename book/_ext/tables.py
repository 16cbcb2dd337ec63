"""Lay out a table of nodes."""

from docutils import nodes


def table(head: list[nodes.Node], rows: list[list[nodes.Node]]) -> nodes.table:
    """Make a table of a head and of rows, each a list of what stands in its cells."""
    columns = (nodes.colspec(colwidth=1) for _ in head)
    body = nodes.tbody("", *map(_row, rows))
    parts = (*columns, nodes.thead("", _row(head)), body)
    return nodes.table("", nodes.tgroup("", *parts, cols=len(head)))


def _row(cells: list[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", c)) for c in cells))
