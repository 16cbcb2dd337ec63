"""What student code says on the side, cut to what a person reads."""

from dataclasses import dataclass, field

LINES, WIDTH = 3, 200


@dataclass
class Said:
    """What a function printed, warned or changed on the side."""

    lines: list[str] = field(default_factory=list)

    def hear(self, text: str) -> None:
        """Keep the lines of what the code printed."""
        for line in text.splitlines():
            if line.strip():
                self.note(f"Your code also said: {short(line)}")

    def note(self, line: str) -> None:
        """Keep a line of our own, once."""
        if line not in self.lines:
            self.lines.append(line)

    def told(self) -> list[str]:
        """Give the first lines, and how many there are more."""
        more = len(self.lines) - LINES
        return self.lines[:LINES] + [f"(and {more} lines more)"] * (more > 0)


def short(line: str) -> str:
    """Cut a line that is too long to be read."""
    return line if len(line) <= WIDTH else line[:WIDTH] + " …"


def first_line(error: BaseException) -> str:
    """Give the first line of what an error says, if it says anything.

    Args:
        error: The error; that of a student may fail even at this.
    """
    try:
        return short(str(error).strip().split("\n")[0])
    except Exception:
        return ""
