"""Make the sentence pairs anew, from the help of LibreOffice as Debian packages it.

The help is written in English and translated paragraph by paragraph. Each paragraph
has the same name in every language, so its translation is found, not guessed.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from transformer_lib.data.cleaning import sentence_pairs
from transformer_lib.data.help_pages import read_paragraphs
from transformer_lib.data.pairs import SUMS, Pair, write_pairs
from transformer_lib.data.splitting import split_by_page

ENGLISH = "en-US"
HELP = Path("usr/share/libreoffice/help")


class PackageError(Exception):
    """A package cannot be had or read; the message says what to do."""


def align(english: Path, other: Path) -> Iterator[tuple[str, Pair]]:
    """Pair the sentences of two languages, by the names of their paragraphs.

    Args:
        english: The folder of the English pages.
        other: The folder of those in the other language.

    Yields:
        The page and the pair, each pair once.
    """
    sources, targets = read_paragraphs(english), read_paragraphs(other)
    seen = set()
    for place in sorted(sources.keys() & targets.keys()):
        if sources[place] == targets[place]:
            continue
        for pair in sentence_pairs(sources[place], targets[place]):
            if pair not in seen:
                seen.add(pair)
                yield place.page, pair


def download(language: str, into: Path) -> Path:
    """Fetch the help in one language with apt, without installing it.

    Args:
        language: The language as LibreOffice calls it, such as `pt-BR`.
        into: The folder to put the package into.

    Returns:
        The package.

    Raises:
        PackageError: If apt is not there or has no such package.
    """
    name = f"libreoffice-help-{language.lower()}"
    _run(["apt-get", "download", "-q", name], into)
    return next(into.glob(f"{name}_*.deb"))


def unpack(package: Path, language: str, into: Path) -> Path:
    """Take a package apart, without installing it.

    Args:
        package: The package, a `.deb` file.
        language: The language as LibreOffice calls it.
        into: The folder to put its files into.

    Returns:
        The folder of the help pages.

    Raises:
        PackageError: If it is no package, or has no help in this language.
    """
    _run(["dpkg-deb", "-x", str(package.resolve()), str(into)], into)
    pages = into / HELP / language
    if not pages.is_dir():
        raise PackageError(
            f"{package} has no {HELP / language}: give the package of the English help "
            f"first, then libreoffice-help-{language.lower()}."
        )
    return pages


def make(language: str, packages: Sequence[Path], into: Path, max_words: int) -> None:
    """Make a folder of sentence pairs, and say what is in it.

    Args:
        language: The language to translate to, as LibreOffice calls it.
        packages: The packages of the English help and of the other; none to download.
        into: The folder to write.
        max_words: Most words of a side.

    Raises:
        PackageError: If a package cannot be had or read, or gives too few pairs.
    """
    languages = (ENGLISH, language)
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        given = packages or [download(each, folder) for each in languages]
        pages = []
        for package, each in zip(given, languages, strict=True):
            (folder / each).mkdir()
            pages.append(unpack(package, each, folder / each))
            print(f"{each}: version {_version(package)}")
        parts = split_by_page(align(*pages), max_words)
    if not all(parts.values()):
        counts = {split.name: len(pairs) for split, pairs in parts.items()}
        raise PackageError(
            f"not every part has a pair, {counts}: allow more than {max_words} words, "
            f"or choose a language that is translated further than {language}."
        )
    write_pairs(parts, into)
    for split, pairs in parts.items():
        print(f"{into / split.file_name}: {len(pairs)} pairs")
    print((into / SUMS).read_text(encoding="utf-8"), end="")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: What stands behind the command's name; without it, the process's.

    Returns:
        0, or 1 if a package could not be had or read, or the folder not be written.
    """
    given = _parser().parse_args(arguments)
    try:
        make(given.language, given.packages or [], given.into, given.max_words)
    except (PackageError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m transformer_lib.data.libreoffice", description=__doc__
    )
    parser.add_argument(
        "--language",
        default="pt-BR",
        help="to translate to, as LibreOffice calls it: de, fr, es, ... (%(default)s)",
    )
    parser.add_argument(
        "--packages",
        nargs=2,
        type=Path,
        metavar=("ENGLISH.deb", "OTHER.deb"),
        help="two packages that are there already; without this, apt-get fetches them",
    )
    parser.add_argument("--into", type=Path, required=True, help="the folder to write")
    parser.add_argument(
        "--max-words", type=int, default=20, help="most words of a side (%(default)s)"
    )
    return parser


def _version(package: Path) -> str:
    return _run(["dpkg-deb", "-f", str(package.resolve()), "Version"], None).strip()


def _run(command: list[str], folder: Path | None) -> str:
    try:
        run = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=True
        )
    except FileNotFoundError:
        raise PackageError(
            f"{command[0]} is not installed: run this on Debian, or fetch the folder "
            f"from somebody who did."
        ) from None
    except subprocess.CalledProcessError as error:
        raise PackageError(
            f"{' '.join(command)} failed: {error.stderr.strip()}"
        ) from None
    return run.stdout


if __name__ == "__main__":
    sys.exit(main())
