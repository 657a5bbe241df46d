"""Puzzles of any game as programs read them, in a few words, and small ones to try programs with."""

from __future__ import annotations

import json

from fillomino.instance import Instance
from workbench.foreign.spec import Command, RefusedError

FILLOMINO = "fillomino"
"""The game whose puzzles are known to programs by a text without a game's name."""

_LONGEST = 60


def puzzle_input(puzzle: Instance, command: Command) -> str:
    """Return a puzzle as a program reads it.

    A Fillomino as plain text is the size and the rows, with 0 for an empty cell. As JSON it is that of
    docs/smtlib.md, always with cells and edges, on one line. A puzzle of another game is its own text; or one
    line of JSON: ``game``, ``height``, ``width``, and ``rows``, each a list of signs.

    A program that serves gets JSON, unless it asks for plain text.

    Raises:
        RefusedError: if the program reads plain text only, which can't hold the puzzle.
    """
    if puzzle.game.name == FILLOMINO:
        from workbench.fillomino.for_programs import as_input

        text = as_input(puzzle, command.puzzle_format, serve=command.serve)
        if text is None:
            raise not_plain(command, puzzle)
        return text
    as_json = command.serve if command.puzzle_format == "auto" else command.puzzle_format == "json"
    if not as_json:
        return puzzle.text()
    head, *rows = puzzle.text().splitlines()
    game, height, width = head.split()
    signs = [row.split() for row in rows]
    line = {"game": game, "height": int(height), "width": int(width), "rows": signs}
    return json.dumps(line, ensure_ascii=False) + "\n"


def not_plain(command: Command, puzzle: Instance) -> RefusedError:
    """Return the error for a program that reads plain text only, which can't hold a puzzle."""
    return RefusedError(f"{command.name} reads plain text, which has no place for {description(puzzle)}")


def description(puzzle: Instance) -> str:
    """Return a few words for a puzzle, which name it exactly where that is short."""
    if puzzle.game.name == FILLOMINO:
        from workbench.fillomino import for_programs

        return for_programs.description(puzzle)
    text = " / ".join(" ".join(line.split()) for line in puzzle.text().splitlines())
    return f"the puzzle {text if len(text) <= _LONGEST else text[:_LONGEST] + ' …'}"


def same(one: Instance, other: Instance) -> bool:
    """Return whether two puzzles are the same, whatever their titles and the names of their cells."""
    if one.game.name == other.game.name == FILLOMINO:
        from workbench.fillomino import for_programs

        return for_programs.same(one, other)
    return one.text() == other.text()


def undecided(game: str) -> Instance:
    """Return a small puzzle of a game about which a solver is asked, as deduction does not decide it.

    Raises:
        InputError: for an unknown game.
    """
    if game == FILLOMINO:
        from workbench.fillomino import for_programs

        return for_programs.UNDECIDED
    return samples(game)[0]


def samples(game: str) -> tuple[Instance, ...]:
    """Return a small puzzle of a game, and others that have what an encoding may treat apart.

    Raises:
        InputError: for an unknown game.
        PuzzleError: if the rules of the game have no small puzzle with a solution.
    """
    if game == FILLOMINO:
        from workbench.fillomino import for_programs

        return for_programs.samples()
    from games.registry import find
    from games.samples import example

    return (example(find(game)),)
