"""A question with one right answer, where every wrong answer is explained."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import anywidget
import traitlets

from transformer_lib.widgets.explorer import script, style

_MARKUP = re.compile(r"`([^`]+)`|\*([^*]+)\*|_\{([^}]+)\}|\^\{([^}]+)\}")
_TAGS = ("code", "i", "sub", "sup")  # one for each group of _MARKUP


@dataclass(frozen=True)
class Option:
    """One answer: what it says, and why it is tempting, wrong or right.

    Text may hold `code` between backticks, *italics* between stars (for variables),
    and d_{k} or x^{2} for what stands below or above the line; nothing else is markup.

    Attributes:
        text: The answer as the reader sees it.
        why: What the reader is told when she chooses it.
        right: Whether this is the right answer.
        belief: The number of the widespread belief that the answer states, such as
            "Q07", for those who teach; the page does not get it.

    Raises:
        ValueError: If the text or the reason is blank.
    """

    text: str
    why: str
    right: bool = False
    belief: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        """Refuse an answer without text or without a reason."""
        if not self.text.strip():
            raise ValueError("An option has no text")
        if not self.why.strip():
            raise ValueError(
                f"The option {self.text!r} has no `why`: say why one may choose it"
            )


def _marked(text: str) -> str:
    def tag(match: re.Match[str]) -> str:
        name = _TAGS[(match.lastindex or 1) - 1]
        return f"<{name}>{match[match.lastindex or 1]}</{name}>"

    return _MARKUP.sub(tag, html.escape(text))


class SelfCheck(anywidget.AnyWidget):
    """Ask a question with one right answer, and answer every choice with its reason.

    `chosen` is the number of the option the reader has checked, `None` before.
    `beliefs` are those of the options, in their order.
    """

    _esm = script("make", "selfcheck")
    _css = style("selfcheck")

    question = traitlets.Unicode().tag(sync=True)
    options = traitlets.List(traitlets.Dict()).tag(sync=True)
    chosen = traitlets.Int(None, allow_none=True).tag(sync=True)

    def __init__(self, question: str, options: Sequence[Option]) -> None:
        """Ask the question, with its options in the order given.

        Args:
            question: What is asked, with the markup of `Option`.
            options: At least two answers, exactly one of them right.

        Raises:
            ValueError: If the question is blank, if there are fewer than two options,
                if two options have the same text, or if not exactly one is right.
        """
        if not question.strip():
            raise ValueError("A self-check needs a question: this one is blank")
        if len(options) < 2:
            raise ValueError(
                f"{question!r} needs at least 2 options: it has {len(options)}"
            )
        if len({option.text for option in options}) < len(options):
            raise ValueError(f"{question!r} has two options with the same text")
        right = sum(option.right for option in options)
        if right != 1:
            raise ValueError(
                f"{question!r} has {right} right options: exactly 1 must be right"
            )
        shown = [{"text": o.text, "why": o.why, "right": o.right} for o in options]
        super().__init__(question=question, options=shown)
        self.beliefs = tuple(option.belief for option in options)

    @traitlets.validate("chosen")
    def _check_chosen(self, proposal: Any) -> Any:
        last = len(self.options) - 1
        if proposal.value is not None and not 0 <= proposal.value <= last:
            raise ValueError(
                f"chosen is {proposal.value}: the options are numbered 0 to {last}"
            )
        return proposal.value

    def __repr__(self) -> str:
        """Return a short text that stays the same from run to run."""
        return f"SelfCheck({self.question!r}, options={len(self.options)})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is not None:
            bundle[0]["text/html"] = self._list()
        return bundle

    def _list(self) -> str:
        options = "".join(f"<li>{_marked(o['text'])}</li>" for o in self.options)
        reasons = "".join(
            f"<li><b>{'Right.' if o['right'] else 'Not this one.'}</b> "
            f"{_marked(o['why'])}</li>"
            for o in self.options
        )
        return (
            f'<p>{_marked(self.question)}</p><ol type="A">{options}</ol>'
            f'<details><summary>Answers</summary><ol type="A">{reasons}</ol></details>'
        )
