"""Write text to a file or to standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from fillomino.errors import InputError
from workbench.keep import file_stem


def write_file(path: Path, text: str) -> None:
    """Write a file, making its directory if need be.

    Raises:
        InputError: if that is impossible.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"can't be written: {error.strerror or error}", source=str(path)) from error


def write_out(text: str, path: Path | None) -> None:
    """Write to a file, or to standard output for ``None``."""
    if path is None:
        sys.stdout.write(text if text.endswith("\n") or not text else text + "\n")
    else:
        write_file(path, text)


def file_stems(names: Iterable[str]) -> list[str]:
    """A file name for each puzzle, without ending; where two would be alike, the later gets a number."""
    stems: list[str] = []
    used: set[str] = set()
    for name in names:
        stem = plain = file_stem(name)
        number = 1
        while stem in used:
            number += 1
            stem = f"{plain}.{number}"
        used.add(stem)
        stems.append(stem)
    return stems
