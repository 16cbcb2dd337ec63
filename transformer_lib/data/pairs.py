"""Sentences and their translations: three files, read once and checked.

A folder holds `train.tsv.xz`, `dev.tsv.xz` and `test.tsv.xz`, one pair a line, source
and target with a tab between them, and `SHA256SUMS`: what their texts hash to.
"""

import hashlib
import lzma
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

EN_PT_BR = Path(__file__).parent / "en_pt_BR"
SUMS = "SHA256SUMS"
# No bytes change from one machine to the next: no date, no name, one thread.
_PRESET = 9 | lzma.PRESET_EXTREME


class Pair(NamedTuple):
    """A sentence and its translation.

    Attributes:
        source: The sentence that is read.
        target: The same in the other language.
    """

    source: str
    target: str


class Split(Enum):
    """What a part of the pairs is for."""

    TRAIN = auto()
    DEV = auto()
    TEST = auto()

    @property
    def file_name(self) -> str:
        """The name of its file."""
        return f"{self.name.lower()}.tsv.xz"


def load_pairs(split: Split, folder: Path = EN_PT_BR) -> list[Pair]:
    """Read one part of the pairs, and see that it is what was written.

    Args:
        split: Which part.
        folder: Where the three files and their sums are; the default is English to
            Brazilian Portuguese, from the help of LibreOffice.

    Returns:
        The pairs, in the order of the file.

    Raises:
        FileNotFoundError: If the file, or that with the sums, is not there.
        ValueError: If the file is damaged or another one, or if a line is no pair.
    """
    path = folder / split.file_name
    pairs = read_pairs(path)
    wanted = _sums(folder).get(path.stem)
    found = _sha256(_text(pairs))
    if found != wanted:
        raise ValueError(
            f"the text of {path} has the SHA-256 {found}, but {SUMS} beside it asks "
            f"for {wanted}: it was damaged or changed. Install the package again, or "
            f"make the folder anew with python -m transformer_lib.data.libreoffice."
        )
    return pairs


def read_pairs(path: Path) -> list[Pair]:
    """Read pairs from a compressed file, one a line.

    Args:
        path: The file, text in UTF-8 compressed with xz.

    Returns:
        The pairs, in the order of the file.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If it is damaged, empty, or has a line that is no pair.
    """
    if not path.is_file():
        raise FileNotFoundError(
            f"{path} is not there: install the package again, or make the pairs with "
            f"python -m transformer_lib.data.libreoffice."
        )
    try:
        text = lzma.decompress(path.read_bytes()).decode("utf-8")
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise ValueError(
            f"{path} is damaged ({error}): it must be text in UTF-8, compressed with "
            f"xz. Install the package again."
        ) from error
    lines = text.removesuffix("\n").split("\n")
    return [_pair(line, f"{path}, line {n}") for n, line in enumerate(lines, 1)]


def write_pairs(parts: dict[Split, list[Pair]], folder: Path) -> None:
    """Write the three files of a folder, and their sums.

    The same pairs give the same bytes, as long as the library that compresses is the
    same; the sums are those of the texts and hold whichever it is.

    Args:
        parts: The pairs of each part.
        folder: Where to write; made if it is not there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sums = []
    for split, pairs in parts.items():
        path, text = folder / split.file_name, _text(pairs)
        path.write_bytes(lzma.compress(text.encode("utf-8"), preset=_PRESET))
        sums.append(f"{_sha256(text)}  {path.stem}\n")
    (folder / SUMS).write_text("".join(sums), encoding="utf-8")


def _pair(line: str, place: str) -> Pair:
    sides = line.split("\t")
    if len(sides) != 2 or not all(side.strip() for side in sides):
        raise ValueError(
            f"{place} is no pair: it has {len(sides)} columns, "
            f"{sum(not side.strip() for side in sides)} of them empty, but must be "
            f"source, tab, target. It reads {line[:60]!r}."
        )
    return Pair(*sides)


def _text(pairs: list[Pair]) -> str:
    return "".join(f"{source}\t{target}\n" for source, target in pairs)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _sums(folder: Path) -> dict[str, str]:
    path = folder / SUMS
    if not path.is_file():
        raise FileNotFoundError(f"{path} is not there: it says what the texts hash to.")
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: sha256 for sha256, name in map(str.split, lines)}
