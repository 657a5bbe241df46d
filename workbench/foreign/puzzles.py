"""Puzzles as programs read them, and as messages name them; and the reply that refuses one."""

from __future__ import annotations

import json
from dataclasses import replace

from fillomino import formats
from fillomino.puzzle import Puzzle
from fillomino.words import counted
from workbench.foreign.command import Command, RefusedError

REFUSES = "; refuses"
"""The beginning of an output that refuses the puzzle."""

_LONGEST_ID = 60


def puzzle_input(puzzle: Puzzle, command: Command) -> str:
    """Return a puzzle as a program reads it.

    Plain text is the size and the rows, with 0 for an empty cell. JSON is that of docs/smtlib.md, always
    with cells and edges, on one line; a program that serves gets JSON, unless it asks for plain text.

    Raises:
        RefusedError: if the program reads plain text only, which can't hold the puzzle.
    """
    bare = replace(puzzle, unknown=frozenset(), info={})
    plain = is_rectangle(puzzle) and bare == Puzzle(puzzle.board, puzzle.clues)
    if command.puzzle_format == "plain" and not plain:
        raise not_plain(command, puzzle)
    if plain and command.puzzle_format != "json" and (command.puzzle_format == "plain" or not command.serve):
        return formats.write(bare, "plain")
    text = formats.write(replace(bare, board=replace(bare.board, spec=None)), "json")
    return json.dumps(json.loads(text), ensure_ascii=False) + "\n"


def not_plain(command: Command, puzzle: Puzzle) -> RefusedError:
    """Return the error for a program that reads plain text only, which can't hold a puzzle."""
    return RefusedError(f"{command.name} reads plain text, which has no place for {description(puzzle)}")


def check_refusal(output: str, name: str, puzzle: Puzzle) -> None:
    """Raise the refusal that an output begins with, if it does.

    Raises:
        RefusedError: with the reason that the program printed.
    """
    text = output.lstrip()
    if text.startswith(REFUSES):
        reason = text.removeprefix(REFUSES).partition("\n")[0].strip(" :")[:200]
        raise RefusedError(f"{name} refuses {description(puzzle)}{f': {reason}' if reason else ''}")


def is_rectangle(puzzle: Puzzle) -> bool:
    """Return whether a board is a rectangle without holes, whose cells have no other neighbours."""
    grid = puzzle.board.grid
    return grid is not None and puzzle.board.spec is None and grid.height * grid.width == puzzle.board.size


def description(puzzle: Puzzle) -> str:
    """Return a few words for a puzzle: its id, which commands take, where that is short."""
    board, clues = puzzle.board, puzzle.clues
    more = [f"{counted(len(puzzle.walls), 'wall')}"] if puzzle.walls else []
    more += [f"no region above {puzzle.largest_region}"] if puzzle.largest_region is not None else []
    more += [variant for variant in ("checkered", "basic") if getattr(puzzle, variant)]
    also = f" ({', '.join(more)})" if more else ""
    if is_rectangle(puzzle) and board.grid is not None:
        if max(clues.values(), default=0) <= 9:
            puzzle_id = formats.write(Puzzle(board, clues), "filling").strip()
            if len(puzzle_id) <= _LONGEST_ID:
                return f"the puzzle {puzzle_id}{also}"
        size = f"{board.grid.height}x{board.grid.width}"
        return f"the {size} puzzle with {counted(len(clues), 'clue')}{also}"
    given = ", ".join(f"{board.names[cell]} = {number}" for cell, number in sorted(clues.items()))
    clued = f" with {given}" if 0 < len(given) <= _LONGEST_ID else f" with {counted(len(clues), 'clue')}"
    return f"the puzzle of {counted(board.size, 'cell')}{clued}{also}"
