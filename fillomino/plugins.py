"""What installed packages add to the workbench by entry points."""

from __future__ import annotations

import os
import sys
from functools import lru_cache

from fillomino.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from types import ModuleType
    from typing import Any

COMMANDS = "fillomino.commands"
"""The group of entry points of commands, each a class, a `workbench.cli.command.Command`."""

METHODS = "fillomino.methods"
"""The group of entry points of methods, each a `workbench.methods.registry.Named`."""


def imported(name: str) -> ModuleType:
    """Import a module and return it, as `importlib.import_module`, which imports `warnings` first."""
    __import__(name)
    return sys.modules[name]


def names(group: str) -> list[str]:
    """The names of the entry points of a group, in alphabetical order."""
    return sorted({point.name for point in points(group)})


def points(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group, which are read again only after a package has come or gone."""
    return _points(group, tuple((folder, _changed(folder)) for folder in sys.path))


def _changed(folder: str) -> int:
    """The time of the last change of a folder; 0 if there is none."""
    try:
        return os.stat(folder or ".").st_mtime_ns  # noqa: PTH116 -- pathlib takes its time, too
    except OSError:
        return 0


@lru_cache(maxsize=64)
def _points(group: str, _folders: tuple[tuple[str, int], ...]) -> tuple[EntryPoint, ...]:
    """The entry points of a group, with folders of packages that have not changed since."""
    if not _may_be_named(group):
        return ()
    from importlib.metadata import entry_points

    return tuple(entry_points(group=group))


def _may_be_named(group: str) -> bool:
    """Return whether some installed package may have entry points of a group: false only if none has any.

    Importing `importlib.metadata` takes longer than all else that `--help` does.
    """
    wanted = f"[{group}]".encode()
    for folder in sys.path:
        try:
            entries = os.listdir(folder or ".")  # noqa: PTH208 -- pathlib takes its time, too
        except NotADirectoryError:  # an archive
            return True
        except OSError:
            continue
        for package in entries:
            if not package.endswith((".dist-info", ".egg-info")):
                continue
            try:
                with open(f"{folder or '.'}/{package}/entry_points.txt", "rb") as file:  # noqa: PTH123
                    if wanted in file.read().replace(b" ", b""):
                        return True
            except OSError:
                continue
    return False


def load(group: str, name: str, kind: type, noun: str) -> Any:
    """Import what an entry point names; ``None`` if there is none of the name.

    Args:
        group: the group.
        name: the name of the entry point.
        kind: what it must be: an instance of this class, or a subclass of it.
        noun: the same in words, for messages.

    Raises:
        InputError: if it can't be imported, or is something else.
    """
    for point in points(group):
        if point.name != name:
            continue
        try:
            thing = point.load()
        except (ImportError, AttributeError) as error:
            message = f"{name}, which is {point.value}, can't be imported: {error}"
            raise InputError(message, code="bad-plugin") from error
        except Exception as error:
            from fillomino.faults import fault

            message, source, line = fault(error, f"{name}, which is {point.value},")
            raise InputError(message, source=source, line=line, code="bad-plugin") from error
        if not (isinstance(thing, kind) or (isinstance(thing, type) and issubclass(thing, kind))):
            raise InputError(f"{name}, which is {point.value}, is not {noun}", code="bad-plugin")
        return thing
    return None
