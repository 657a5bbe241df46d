"""Dolmen, the type checker that the library's intake runs, if it is installed.

Source of its options: the workflow of SMT-LIB/benchmark-submission, 2026 (Dolmen 0.10).
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from smtlib.lint import Finding

DOLMEN = "dolmen"
"""The executable."""
PATIENCE = 600.0
"""Seconds for a file."""
_PLACE = re.compile(r'^File ".*", line ([0-9]+), characters? ([0-9]+)', re.MULTILINE)
_SENTENCE = re.compile(r"^(?:Error|Warning|Fatal error:?)[ \t]+(.*)", re.MULTILINE)
_VERSION = re.compile(rb"^\(set-info :smt-lib-version ([0-9.]+)\)", re.MULTILINE)


def program() -> str | None:
    """Return the path of Dolmen; ``None`` if it is not installed."""
    return shutil.which(DOLMEN)


def checked_by(dolmen: str, path: Path, content: bytes) -> list[Finding]:
    """Check a file by Dolmen, as the library's intake does.

    Args:
        dolmen: the path of the executable.
        path: the file.
        content: its bytes, for the version in its header.

    Returns:
        Each error and warning at its place; one at the beginning of the file if Dolmen fails otherwise.
    """
    version = _VERSION.search(content)
    language = f"--input=smt{version[1].decode() if version else '2.6'}"
    command = [dolmen, "--strict=false", "--check-headers=true", language, str(path)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return [Finding(1, 1, True, "dolmen", f"Dolmen could not check it: {error}")]
    printed = f"{done.stdout}\n{done.stderr}"
    found = list(_PLACE.finditer(printed))
    if not found and done.returncode:
        sentence = " ".join(printed.split()) or f"exit code {done.returncode}"
        return [Finding(1, 1, True, "dolmen", sentence)]
    ends = [*(place.start() for place in found[1:]), len(printed)]
    return [_finding(place, printed[place.end() : end]) for place, end in zip(found, ends, strict=False)]


def _finding(place: re.Match[str], text: str) -> Finding:
    sentence = _SENTENCE.search(text)
    words = sentence[1] if sentence else " ".join(text.split()).lstrip(": ")
    is_error = sentence is None or not sentence[0].startswith("Warning")
    return Finding(int(place[1]), int(place[2]) + 1, is_error, "dolmen", words)
