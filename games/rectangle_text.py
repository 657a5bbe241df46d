"""Puzzles of games as text.

::

    file   = *comment head rows
    head   = GAME HEIGHT WIDTH             "nurikabe 5 5"
    row    = WIDTH signs separated by blanks

Blank lines are skipped. Before the head a line that begins with ``#`` is a comment.
"""

from __future__ import annotations

import re

from fillomino.errors import shown
from fillomino.tokens import Line, Token, behind, content_lines, read_rows, size
from games.game import Game, Rectangle

HEAD = re.compile(
    r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*([a-z][\w.-]*)[ \t]+[0-9]+[ \t]+[0-9]+[ \t]*(?:\r?\n|\Z)"
)
"""The beginning of a puzzle's text; its group is the name of the game."""


def read(text: str, game: Game | None = None) -> Rectangle:
    """Return the puzzle of a text.

    Args:
        text: the text; its first line names the game.
        game: the game that the puzzle is to be of, whatever its name; by default that of the first line.

    Raises:
        InputError: for an unknown game, a wrong size, a row of another length, or a sign that the game does
            not have.
    """
    lines = content_lines(text)
    start = next((i for i, line in enumerate(lines) if not line[0].text.startswith("#")), len(lines))
    if start == len(lines):
        raise Token("", 1, 1).error("only comments; a puzzle should follow", code="nothing-to-read")
    head, rows = lines[start], lines[start + 1 :]
    if len(head) != 3:
        raise _head_fault(head)
    if game is None:
        from games.registry import find_at

        game = find_at(head[0])
    elif head[0].text != game.name:
        raise head[0].error(f"a puzzle of {shown(head[0].text)}, not of {game.name}", code="other-game")
    height, width = size(head[1], head[2])
    end = Token("", lines[-1][0].line + 1, 1)
    signs, tokens = read_rows(rows, height, width, lambda token: token.text, end=end)
    return checked(game, height, width, signs, tokens)


def checked(
    game: Game,
    height: int,
    width: int,
    signs: list[str],
    tokens: list[Token],
    info: dict[str, str] | None = None,
) -> Rectangle:
    """Return the puzzle of some signs; the tokens are where each was read.

    Raises:
        InputError: if the game has no such puzzle.
    """
    puzzle = Rectangle(game, height, width, tuple(signs), info)
    if wrong := game.complaint(puzzle):
        raise tokens[wrong[0]].error(wrong[1], code="bad-sign")
    return puzzle


def _head_fault(head: Line) -> Exception:
    if len(head) > 3:
        return head[3].error("the first line should be the game, the height and the width alone")
    return behind(head).error("the first line should be the game, the height and the width: hitori 4 4")
