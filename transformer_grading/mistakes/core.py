"""A known mistake, as data.

One entry feeds three uses: the diagnosis a student reads, the mutation test of the
checkers, and the wrong options of the quiz.
"""

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Function = Callable[..., Any]


@dataclass(frozen=True)
class Mistake:
    """Name one way of thinking that goes wrong, and the code it leads to.

    Args:
        name: What the code does instead, as a noun phrase.
        does: What the mistake does to the result, in one sentence.
        hint: A question whose answer is the repair, never the repair itself.
        reread: The heading of the chapter that answers the question.
        ways: Functions that contain the mistake, each with self-contained source.
        ids: Rows of the public record of mistakes that this entry covers.
        belief: What somebody who makes the mistake may think.
        truth: What holds instead.
        beside: Properties of the task that the name says nothing about: an answer may
            do there what it likes and still make this mistake.
    """

    name: str
    does: str
    hint: str
    reread: str
    ways: tuple[Function, ...]
    ids: tuple[str, ...] = ()
    belief: str = ""
    truth: str = ""
    beside: tuple[str, ...] = ()


class _Bare(ast.NodeTransformer):
    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:  # noqa: N802
        assert node.value is not None
        return ast.Assign([node.target], node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:  # noqa: N802
        node.returns = None
        return self.generic_visit(node)


def source_of(way: Function, name: str) -> str:
    """Give the source of a way as a student would write it, without annotations.

    Args:
        way: A function written with `def` in a file.
        name: The name that the task asks for.
    """
    (function,) = ast.parse(inspect.getsource(way)).body
    assert isinstance(function, ast.FunctionDef)
    function.name = name
    return ast.unparse(ast.fix_missing_locations(_Bare().visit(function)))
