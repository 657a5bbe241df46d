"""Programs by name, where pip and systems put them; light, for each command looks one up."""

from __future__ import annotations

import os
import sys

HIDE = "FILLOMINO_HIDE"
"""The environment variable that hides programs, as if not installed: names, separated by commas."""


def find_program(name: str) -> str | None:
    """Return the path of a program: beside ``sys.executable``, where pip puts programs, or along PATH.

    ``sys.executable`` is not resolved: in a virtual environment it is a link to a Python elsewhere. Names in
    the variable `HIDE` are not found.
    """
    if name in os.environ.get(HIDE, "").split(","):
        return None
    folders = [""] if os.sep in name else [os.path.dirname(sys.executable), *os.get_exec_path()]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return os.path.abspath(path)
    return None
