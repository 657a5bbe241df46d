"""Comments in scripts for programs, as a script's text is given them; `encoder.annotations` reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from encoder.annotations import kept
from encoder.script import PuzzleScript
from fillomino.formats import adjacency_json, plain
from fillomino.puzzle import Puzzle
from smtlib.scramble import names_comment, names_in, scramble


def head(puzzle: Puzzle, encoding: str | None = None, mark: str = ";") -> str:
    """Write puzzle and encoding as comments, which `notes_of` reads back exactly.

    Args:
        puzzle: the puzzle.
        encoding: the name of its encoding, if it has one.
        mark: what a comment begins with: ``c`` in DIMACS.
    """
    return "".join(f"{mark} {line}\n" for line in _lines(puzzle, encoding))


def annotated(script: PuzzleScript) -> PuzzleScript:
    """Return a script that, written to a file, has its puzzle, its encoding and its families in comments.

    So has it the terms of its cells, where they are not named by convention.
    """
    cells = script.cells.comments(script.puzzle.board) if script.cells is not None else ()
    lines = (*_lines(script.puzzle, script.encoding), *cells, *script.header.annotations)
    return replace(script, header=script.header._replace(annotations=lines))


def trailer(script: PuzzleScript, names: Mapping[str, str], *, another: bool = False) -> str:
    """Return the comments for the end of a script's text, with which a file of it holds its puzzle.

    Args:
        script: the script.
        names: where the text is scrambled each new symbol and that of the script.
        another: whether the text asks for another solution than one that it blocks.
    """
    if script.output and not script.given:  # a file, with its comments
        text = kept(script.output)
        names = names_in(script.output) or names
    else:
        text = "".join(f"; {line}\n" for line in annotated(script).header.annotations)
    return text + ("; asks unique\n" if another else "") + names_comment(names)


def scrambled(text: str, seed: int, *, names: bool = True, source: str = "<text>") -> str:
    """Scramble a text as `smtlib.scramble` does, but keep the comments that hold for it in any order.

    Args:
        text: the commands; those of a scrambled file are named as in the first original.
        seed: 0 for the text as it is.
        names: whether symbols are renamed.
        source: the name of the text, for messages.

    Raises:
        SexprError: if it is no sequence of commands.
        InputError: for a comment that is not of its form.
    """
    done = scramble(text, seed, names=names, source=source)
    if not seed:
        return text
    before = names_in(text)
    new = {new: before.get(old, old) for new, old in done.names.items()} or before
    return kept(text, source) + replace(done, names=new).file


def _lines(puzzle: Puzzle, encoding: str | None) -> list[str]:
    lines = [*_puzzle_lines(puzzle), *([f"encoding {encoding}"] if encoding else [])]
    return [_printable(line) for line in lines]


def _puzzle_lines(puzzle: Puzzle) -> Iterator[str]:
    board = puzzle.board
    if board.grid is None or board.spec is not None:
        if board.positions is not None and not all(abs(x) + abs(y) < 1e300 for x, y in board.positions):
            puzzle = replace(puzzle, board=replace(board, positions=None))  # none that JSON can hold
        yield from f"puzzle {adjacency_json.write(puzzle)}".rstrip().split("\n")
        return
    size, *rows = plain.write(puzzle).splitlines()
    yield f"puzzle {size}"
    yield from (f"  {row}" for row in rows)
    names = board.names
    rest = {
        "walls": [[names[x], names[y]] for x, y in sorted(puzzle.walls)],
        "largest_region": puzzle.largest_region,
        "checkered": puzzle.checkered,
        "basic": puzzle.basic,
        "info": dict(puzzle.info),
    }
    given = {key: value for key, value in rest.items() if value}
    if given:
        yield f"puzzle {json.dumps(given, ensure_ascii=False)}"


def _printable(line: str) -> str:
    """A line in which strings of JSON hold escapes for what could end a comment; no halves of characters."""
    if line.isprintable():
        return line
    return "".join(
        char if char.isprintable() else "?" if "\ud800" <= char <= "\udfff" else json.dumps(char)[1:-1]
        for char in line
    )
