"""Programs by name, where pip and systems put them; light, for each command looks one up."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

HIDE = "FILLOMINO_HIDE"
"""The environment variable that hides programs, as if not installed: names, separated by commas."""


def words_of(line: str) -> list[str]:
    """The words of a command, divided as by a shell of the system: on Windows a backslash is a character.

    Raises:
        ValueError: if a quotation does not end.
    """
    import shlex

    words = shlex.shlex(line, posix=True)
    words.whitespace_split, words.commenters = True, ""
    if sys.platform == "win32":
        words.escape = ""
    return list(words)


def _paths(folders: list[str], name: str) -> Iterator[str]:
    for folder in folders:
        path = os.path.join(folder, name)
        if sys.platform == "win32":
            yield f"{path}.exe"
        yield path


def find_program(name: str) -> str | None:
    """Return the path of a program: beside ``sys.executable``, where pip puts programs, or along PATH.

    ``sys.executable`` is not resolved: in a virtual environment it is a link to a Python elsewhere. On
    Windows pip has two folders of its own, and names end in ``.exe``. Names in the variable `HIDE` are not
    found.
    """
    if name in os.environ.get(HIDE, "").split(","):
        return None
    pips = [os.path.dirname(sys.executable)]
    if sys.platform == "win32":
        pips += [os.path.join(sys.prefix, "Scripts"), os.path.join(sys.prefix, "bin")]
    path = os.environ.get("PATH", os.defpath).split(os.pathsep)  # `os.get_exec_path` imports `warnings`
    folders = [""] if os.path.dirname(name) else [*pips, *path]
    for program in _paths(folders, name):
        if os.path.isfile(program) and os.access(program, os.X_OK):
            return os.path.abspath(program)
    return None
