"""Make exercises/ from solutions/, or say where the two have drifted apart."""

import argparse
import filecmp
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE, RELEASE = "solutions", "exercises"


class ReleaseError(RuntimeError):
    """The exercises could not be made; the old ones stand as they were."""


def generate(root: Path, into: Path) -> None:
    """Write the students' version of every assignment into a new folder.

    Args:
        root: the course's folder, with solutions/ and nbgrader_config.py in it.
        into: the folder to fill, absolute.

    Raises:
        ReleaseError: if there is nothing to release, or nbgrader can't do it.
    """
    assignments = [path.parent.name for path in root.glob(f"{SOURCE}/*/*.ipynb")]
    if not assignments:
        raise ReleaseError(
            f"There is no {SOURCE}/NAME/NAME.ipynb in {root.resolve()}: run this in "
            "the course's own folder, or name it with --root."
        )
    command = [sys.executable, "-m", "nbgrader", "generate_assignment", "*"]
    command += ["--force", "--no-db", f"--CourseDirectory.release_directory={into}"]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True)
    missing = [name for name in assignments if not (into / name).is_dir()]
    if run.returncode or missing:
        raise ReleaseError(
            f"nbgrader could not release {', '.join(missing) or 'all assignments'}; "
            f"{RELEASE}/ is as it was. It said:\n{run.stdout}{run.stderr}"
        )


def release(root: Path) -> None:
    """Replace exercises/ by a fresh release of solutions/, all at once.

    Args:
        root: the course's folder.

    Raises:
        ReleaseError: if it can't be made; exercises/ then stands as it was.
    """
    build = root / "_build"
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=build) as name:
        new, old = Path(name, "new").resolve(), Path(name, "old")
        generate(root, new)
        exercises = root / RELEASE
        if exercises.exists():
            exercises.rename(old)
        try:
            new.rename(exercises)
        except OSError:
            if old.exists():
                old.rename(exercises)
            raise


def drift(root: Path) -> list[str]:
    """Compare exercises/ with a fresh release of solutions/.

    Args:
        root: the course's folder.

    Returns:
        One line for each file that is changed, missing or left over; none if all agree.

    Raises:
        ReleaseError: if the fresh release can't be made.
    """
    with tempfile.TemporaryDirectory() as name:
        fresh, kept = Path(name, "fresh"), root / RELEASE
        generate(root, fresh)
        made, found = _files(fresh), _files(kept)
        lines = [f"{RELEASE}/{path} is missing" for path in made - found]
        lines += [f"{RELEASE}/{path} has no source" for path in found - made]
        for path in made & found:
            if not filecmp.cmp(fresh / path, kept / path, shallow=False):
                lines.append(f"{RELEASE}/{path} differs from its source")
        return sorted(lines)


def _files(folder: Path) -> set[str]:
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    # Jupyter leaves these behind when a notebook is opened.
    return {path.as_posix() for path in files if ".ipynb_checkpoints" not in path.parts}


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line.

    Args:
        arguments: the words after the command; those of the process by default.

    Returns:
        0 if all is well, 1 if not.
    """
    parser = argparse.ArgumentParser(prog="release", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, compare")
    parser.add_argument("--root", type=Path, default=Path(), help="the course's folder")
    chosen = parser.parse_args(arguments)
    try:
        if not chosen.check:
            release(chosen.root)
            return 0
        lines = drift(chosen.root)
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    for line in lines:
        print(line, file=sys.stderr)
    if lines:
        print(f"Run `make {RELEASE}`: {SOURCE}/ is the place to edit.", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
