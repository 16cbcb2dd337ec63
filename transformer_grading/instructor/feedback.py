"""What a student gets back: verdicts and hints, never the source of a hidden test."""

import textwrap

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from traitlets import Bool

WRAP = textwrap.TextWrapper(88, break_long_words=False, break_on_hyphens=False)


class OnlyMessages(Preprocessor):
    """Keep of each error in a graded cell its message alone.

    A traceback quotes the lines around the error, hidden tests among them.
    """

    enabled = Bool(True).tag(config=True)

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, object], index: int
    ) -> tuple[NotebookNode, dict[str, object]]:
        """Shorten the errors of one cell.

        Args:
            cell: the cell, which is changed in place.
            resources: what nbconvert passes along.
            index: the cell's place in the notebook.
        """
        if cell.metadata.get("nbgrader", {}).get("grade"):
            for output in cell.get("outputs", []):
                if output.output_type == "error":
                    output.traceback = [_message(output.ename, output.evalue)]
        return cell, resources


def _message(name: str, says: str) -> str:
    text = says if name == "CheckFailed" else f"{name}: {says}"
    # A feedback page does not break lines by itself.
    return "\n".join(map(WRAP.fill, text.splitlines()))
