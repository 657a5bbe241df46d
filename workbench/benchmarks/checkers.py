"""The checkers that the library's intake runs, where they are installed: Dolmen and Klammerhammer.

Source of their arguments: the workflow of SMT-LIB/benchmark-submission, 2026 (Dolmen 0.10).
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from smtlib.lint import Finding

CHECKERS = ("dolmen", "klhm")
"""The executables."""
PATIENCE = 600.0
"""Seconds for one file."""
_PLACE = re.compile(r'^File ".*", line ([0-9]+), characters? ([0-9]+)', re.MULTILINE)
_SENTENCE = re.compile(r"^(?:Error|Warning|Fatal error:?)[ \t]+(.*)", re.MULTILINE)
_VERSION = re.compile(rb"^\(set-info :smt-lib-version ([0-9.]+)\)", re.MULTILINE)


def installed() -> list[str]:
    """The names of the checkers that are installed."""
    return [name for name in CHECKERS if shutil.which(name)]


def checked_by(name: str, path: Path, content: bytes) -> Iterator[Finding]:
    """Check a file with one of `CHECKERS`, as the library's intake does.

    Args:
        name: the executable.
        path: the file.
        content: its bytes, for the version in its header.

    Yields:
        Each error and warning at its place; an error at the beginning of the file if the checker fails.
    """
    version = _VERSION.search(content)
    language = f"--input=smt{version[1].decode() if version else '2.6'}"
    options = ["--strict=false", "--check-headers=true", language] if name == "dolmen" else []
    try:
        done = subprocess.run(
            [name, *options, str(path)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        yield Finding(1, 1, True, name, f"{name} could not check it: {error}")
        return
    # Klammerhammer writes the file again to its standard output.
    printed = f"{done.stdout}\n{done.stderr}" if name == "dolmen" else done.stderr
    places = list(_PLACE.finditer(printed))
    if not places and done.returncode:
        yield Finding(1, 1, True, name, " ".join(printed.split()) or f"exit code {done.returncode}")
    ends = [*(place.start() for place in places[1:]), len(printed)]
    for place, end in zip(places, ends, strict=False):
        text = printed[place.end() : end]
        sentence = _SENTENCE.search(text)
        words = sentence[1] if sentence else " ".join(text.split()).lstrip(": ")
        is_error = sentence is None or not sentence[0].startswith("Warning")
        yield Finding(int(place[1]), int(place[2]) + 1, is_error, name, words)
