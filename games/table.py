"""The games that there are: ours, and those of installed packages.

An installed package adds its own by an entry point of the group `GROUP`: a name, and the module and constant
of a `Game`.
"""

from __future__ import annotations

from importlib import import_module

from fillomino.errors import InputError, shown
from fillomino.tokens import Token
from games.game import Game

GROUP = "fillomino.games"
"""The group of entry points by which packages add games."""

NAMES = ("hitori", "nurikabe", "slitherlink", "hashi", "fobidoshi")
"""The names of our games."""


def find(name: str) -> Game:
    """Return the game of a name.

    Raises:
        InputError: for an unknown name; the message lists those there are.
    """
    if name in NAMES:
        game: Game = import_module(f"games.{name}").GAME
        return game
    raise InputError(
        f"unknown game {shown(name)}; the games are fillomino, {', '.join(NAMES)}", code="unknown-game"
    )


def is_known(name: str) -> bool:
    """Return whether a name is that of a game; none is imported."""
    return name in NAMES


def known() -> tuple[Game, ...]:
    """Return our games."""
    return tuple(find(name) for name in NAMES)


def find_at(token: Token) -> Game:
    """Return the game of a name in a text.

    Raises:
        InputError: as `find`, with line and column.
    """
    try:
        return find(token.text)
    except InputError as error:
        raise token.error(error.message, code=error.code) from None
