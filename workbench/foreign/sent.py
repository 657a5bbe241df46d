"""Puzzles as programs are sent them, and as messages name them."""

from __future__ import annotations

import json
from dataclasses import replace

from fillomino import formats
from fillomino.puzzle import Puzzle
from fillomino.words import counted
from workbench.foreign.command import Command, RefusedError

_LONGEST_ID = 60


def sent(puzzle: Puzzle, command: Command) -> str:
    """Return a puzzle as a program reads it.

    Plain text is the size and the rows, with 0 for an empty cell. JSON is that of docs/smtlib.md, always
    with cells and edges, in one line; a served program gets all puzzles in that, unless it wants plain text.

    Raises:
        RefusedError: for a puzzle that plain text has no place for, if the program wants nothing else.
    """
    its = replace(puzzle, unknown=frozenset(), info={})
    rules = bool(its.walls) or its.largest_region is not None or its.checkered or its.basic
    plain = is_rectangle(puzzle) and not rules
    if command.puzzle_format == "plain" and not plain:
        raise no_place(command, puzzle)
    if plain and command.puzzle_format != "json" and (command.puzzle_format == "plain" or not command.serve):
        return formats.write(its, "plain")
    text = formats.write(replace(its, board=replace(its.board, spec=None)), "json")
    return json.dumps(json.loads(text), ensure_ascii=False) + "\n"


def no_place(command: Command, puzzle: Puzzle) -> RefusedError:
    """Return the error for a program that reads plain text, and a puzzle that this has no place for."""
    return RefusedError(f"{command.name} reads plain text, which has no place for {named(puzzle)}")


def is_rectangle(puzzle: Puzzle) -> bool:
    """Return whether a board is a rectangle without holes, whose cells have no other neighbours."""
    grid = puzzle.board.grid
    return grid is not None and puzzle.board.spec is None and grid.height * grid.width == puzzle.board.size


def named(puzzle: Puzzle) -> str:
    """Return a few words that a puzzle is known by: its id, which commands take, where it has a short one."""
    board, clues = puzzle.board, puzzle.clues
    more = [f"{counted(len(puzzle.walls), 'wall')}"] if puzzle.walls else []
    more += [f"no region above {puzzle.largest_region}"] if puzzle.largest_region is not None else []
    more += [variant for variant in ("checkered", "basic") if getattr(puzzle, variant)]
    also = f" ({', '.join(more)})" if more else ""
    if is_rectangle(puzzle) and board.grid is not None:
        if max(clues.values(), default=0) <= 9:
            bare = replace(puzzle, walls=frozenset(), unknown=frozenset(), largest_region=None, info={})
            its = formats.write(replace(bare, checkered=False, basic=False), "filling").strip()
            if len(its) <= _LONGEST_ID:
                return f"the puzzle {its}{also}"
        size = f"{board.grid.height}x{board.grid.width}"
        return f"the {size} puzzle with {counted(len(clues), 'clue')}{also}"
    given = ", ".join(f"{board.names[cell]} = {number}" for cell, number in sorted(clues.items()))
    clued = f" with {given}" if 0 < len(given) <= _LONGEST_ID else f" with {counted(len(clues), 'clue')}"
    return f"the puzzle of {counted(board.size, 'cell')}{clued}{also}"
