"""The games that there are: ours, those of installed packages, and those of files.

An installed package adds its own by an entry point of the group `GROUP`: a name, and the module and constant
of a `Game`, or of its class.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

from fillomino import plugins
from fillomino.errors import InputError, shown
from fillomino.tokens import Token

if TYPE_CHECKING:
    from games.game import Game

GROUP = "fillomino.games"
"""The group of entry points by which packages add games."""

NAMES = ("hitori", "nurikabe", "slitherlink", "hashi", "fobidoshi")
"""The names of our games."""

_LOADED: dict[str, Game] = {}
"""The games of files, by their names, for this process."""


def find(name: str) -> Game:
    """Return the game of a name, or of the path of a file, ``….py``.

    Raises:
        InputError: for an unknown name; the message lists those there are.
        GameError: for a file or a package whose game can't be used.
    """
    if name in NAMES:
        game: Game = import_module(f"games.{name}").GAME
        return game
    if name in _LOADED:
        return _LOADED[name]
    if name.endswith(".py"):
        return load(name)
    if name in of_packages():
        return _of_a_package(name)
    others = ", ".join([*NAMES, *_LOADED, *of_packages()])
    raise InputError(
        f"unknown game {shown(name)}; the games are fillomino, {others}, or a file ./GAME.py",
        code="unknown-game",
    )


def is_known(name: str) -> bool:
    """Return whether there is a game of a name, other than Fillomino."""
    return name in NAMES or name in _LOADED or name in of_packages()


def known() -> tuple[Game, ...]:
    """Return our games, and those of packages and files."""
    return tuple(find(name) for name in dict.fromkeys([*NAMES, *_LOADED, *of_packages()]))


def find_at(token: Token) -> Game:
    """Return the game of a name in a text.

    Raises:
        InputError: as `find`, with line and column.
    """
    try:
        return find(token.text)
    except InputError as error:
        raise token.error(error.message, code=error.code) from None


def of_packages() -> tuple[str, ...]:
    """Return the names of games that installed packages add."""
    return tuple(sorted(set(plugins.names(GROUP)).difference(NAMES)))


@cache
def _of_a_package(name: str) -> Game:
    from games.guard import guarded

    point = next(point for point in plugins.points(GROUP) if point.name == name)
    return guarded(point.load, f"{name}, which is {point.value},", name)


def load(path: str) -> Game:
    """Return the game of a person's file: that of its one subclass of `Game`.

    From then on its name finds it in this process.

    Raises:
        InputError: for a path that can't be read.
        GameError: for a file that fails, or has no game or several; with file and line.
    """
    from games.guard import guarded

    file = Path(path).resolve()
    if not file.is_file():
        raise InputError("there is no such file", source=path, code="no-such-file")
    game = guarded(lambda: _module(file), f"the file {file.name}", str(file))
    if game.name in NAMES or game.name == "fillomino":
        raise InputError(f"its game is called {game.name}, as one of ours; give it another name", source=path)
    _LOADED[game.name] = game
    return game


def _module(file: Path) -> object:
    """Import a file, which has no name as a module that others could import."""
    spec = spec_from_file_location(f"game_of_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise InputError("is no Python file", source=str(file), code="unreadable")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where classes, such as dataclasses, look for their module
    spec.loader.exec_module(module)
    return module
