"""Run the suite where laboratories are deleted: what is left must be green, and know nothing of them.

    python scripts/without_labs.py                       none is left
    python scripts/without_labs.py page benchexec        all but these two are left
    python scripts/without_labs.py page -- tests/test_house.py -q

The sources are copied, labs/, tests/labs/ and docs/labs/ (or the folders of the laboratories named) are
deleted there, and the tables of the pages are written anew. What stands after -- are arguments of pytest. The
copy has an environment of its own, where what is installed here can be imported, but not these sources.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from fillomino.laboratories import OURS
from scripts.harness import ROOT, new_parser

LEFT_BEHIND = shutil.ignore_patterns(
    ".git",
    ".venv",
    "build",
    "dist",
    "__pycache__",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
)
FOLDERS = ("labs", "tests/labs", "docs/labs")
"""The folders that hold a folder for each laboratory."""


def copy_without(names: Iterable[str], folder: Path) -> None:
    """Copy the sources to a new folder without some laboratories; without any if there are no names."""
    shutil.copytree(ROOT, folder, ignore=LEFT_BEHIND, symlinks=True)
    for path in (folder / each for each in FOLDERS):
        for gone in [path / name for name in names] or [path]:
            shutil.rmtree(gone, ignore_errors=True)


def environment(folder: Path) -> Path:
    """Make an environment for the sources of a folder within it; return its Python."""
    home = folder / ".venv"
    venv.create(home, symlinks=True)
    [site] = home.glob("lib/python*/site-packages")
    here = [path for path in sys.path if path.endswith("site-packages")]
    # Folders named in such a file are searched, but files of this kind in them are not read.
    (site / "sources.pth").write_text("\n".join([str(folder), *here]) + "\n", encoding="utf-8")
    programs = home / "bin"
    for program in Path(sys.executable).parent.iterdir():
        if not (programs / program.name).exists() and program.name != "fillomino":
            (programs / program.name).symlink_to(program)
    command = programs / "fillomino"
    command.write_text(f'#!/bin/sh\nexec "{programs / "python"}" -m workbench "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return programs / "python"


def suite(names: Sequence[str], arguments: Sequence[str]) -> int:
    """Run the suite without some laboratories, or without any; return the exit status of pytest."""
    with TemporaryDirectory(prefix="without-labs-") as top:
        folder = Path(top) / "sources"
        copy_without(names, folder)
        python = environment(folder)
        for words in (("scripts/pages.py",), ("-m", "compileall", "-q", ".", "-x", r"\.venv")):
            subprocess.run([python, *words], cwd=folder, check=True)
        how = arguments or ("-n", "4", "--dist", "worksteal", "--thorough")
        return subprocess.run([python, "-m", "pytest", *how], cwd=folder, check=False).returncode


def main() -> None:
    """Run the suite, and end with its exit status."""
    parser = new_parser(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(OURS)}  [all]")
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    names = parser.parse_args(words[:end]).names
    if unknown := set(names) - set(OURS):
        parser.error(f"there is no laboratory {', '.join(sorted(unknown))}")
    sys.exit(suite(names, words[end + 1 :]))


if __name__ == "__main__":
    main()
