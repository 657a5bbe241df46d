"""What comes with the program beside its code: examples and pages. Light, for `--help` names them."""

from __future__ import annotations

import os


def pages() -> str | None:
    """Return the folder of the pages that help names ``docs/…``; ``None`` where they are not here."""
    return _folder("docs", "docs")


def examples() -> dict[str, str]:
    """Return the path of each example by its name: that of its file without the ending. Programs are none."""
    folder = _folder("puzzles", "examples")
    names = os.listdir(folder) if folder else []  # noqa: PTH208
    files = [(file.partition("."), f"{folder}/{file}") for file in names]
    return {name: path for (name, dot, ending), path in sorted(files) if dot and ending != "py"}


def _folder(in_wheel: str, in_repository: str) -> str | None:
    """Return a folder within the package, or beside it."""
    here = os.path.dirname(__file__)  # noqa: PTH120 -- pathlib would be a tenth of the start
    for folder in ((in_wheel,), ("..", in_repository)):
        path = os.path.normpath(os.path.join(here, *folder))  # noqa: PTH118
        if os.path.isdir(path):  # noqa: PTH112
            return path
    return None
