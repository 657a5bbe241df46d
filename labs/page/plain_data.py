"""A puzzle as the page shows it: plain data, ready for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fillomino import formats
from fillomino.board import Board
from fillomino.errors import InputError
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.render.colours import PALETTE
from fillomino.render.svg import scene

Json = dict[str, Any]

_CARRIERS = ("plain", "pzprv3", "json", "adjacency")


def puzzle_json(document: Document, name: str, base: Mapping[str, str] | None = None) -> Json:
    """Everything the page shows of a puzzle before a job is run.

    Args:
        document: the puzzle, and its answer if the file gave one.
        name: its name or path.
        base: the text that it was read from and its format, if there is one; see `carried`.
    """
    puzzle = document.puzzle
    return {
        "name": name,
        "base": dict(base) if base is not None else carried(puzzle),
        "board": board_json(puzzle.board),
        "clues": [puzzle.clues.get(cell, 0) for cell in range(puzzle.board.size)],
        "walls": sorted(puzzle.walls),
        "unknown": sorted(puzzle.unknown),
        "largest_region": puzzle.largest_region,
        "checkered": puzzle.checkered,
        "basic": puzzle.basic,
        "info": dict(puzzle.info),
        "answer": document.answer,
        "formats": exports(puzzle),
    }


def board_json(board: Board) -> Json:
    """A board and its drawing; numbers are rounded to a hundredth of a pixel."""
    drawn = scene(board)
    return {
        "spec": board.spec,
        "names": board.names,
        "neighbours": board.neighbours,
        "shape": drawn.shape,
        "box": drawn.box,
        "outline": [_rounded(point) for point in drawn.outline],
        "centres": [_rounded(point) for point in drawn.centres],
        "images": [[cell, *_rounded(point)] for cell, point in drawn.images],
        "sides": [
            [side.one, -1 if side.other is None else side.other, int(side.seam)]
            + [number for end in side.ends for number in _rounded(end)]
            for side in drawn.sides
        ],
        "unseen": drawn.unseen,
        "palette": len(PALETTE),
    }


def exports(puzzle: Puzzle) -> list[Json]:
    """The puzzle in each format that can hold it; for the others, why they can't."""
    rows = []
    for known in formats.known():
        row: Json = {"name": known.name, "title": known.title, "suffixes": known.suffixes}
        try:
            row["text"] = formats.write(puzzle, known.name)
        except InputError as error:
            row["error"] = error.message
        rows.append(row)
    return rows


def carried(puzzle: Puzzle) -> Json:
    """A text that keeps all of a puzzle, grid included, and the name of its format."""
    for name in _CARRIERS:
        try:
            text = formats.write(puzzle, name)
            again = formats.read(text, format=name).puzzle
        except InputError:
            continue
        if again.replace(info=puzzle.info) == puzzle:
            return {"text": text, "format": name}
    raise InputError("no format keeps all of this puzzle", code="not-expressible")


def puzzle_of(sent: Mapping[str, object]) -> Document:
    """The puzzle of a request: the text that the page began with, and the clues as they are now.

    Raises:
        InputError: if that is not a puzzle.
    """
    base = sent.get("base")
    if not isinstance(base, dict) or not isinstance(base.get("text"), str):
        raise InputError("the page sent no puzzle", code="nothing-to-read")
    form = base.get("format")
    document = formats.read(base["text"], source="puzzle", format=form if isinstance(form, str) else None)
    clues = sent.get("clues")
    if clues is None:
        return document
    puzzle = document.puzzle
    given = dict(enumerate(numbers(clues, puzzle.board.size)))
    held = {cell: number for cell, number in given.items() if number}
    unknown = puzzle.unknown - held.keys()
    return Document(puzzle.replace(clues=held, unknown=frozenset(unknown)))


def numbers(sent: object, size: int) -> Filling:
    """The numbers of a request, one for each cell, 0 for an empty one.

    Raises:
        InputError: if it is not a list of that many integers.
    """
    if not isinstance(sent, list) or len(sent) != size:
        raise InputError(f"the page must send a list of {size} numbers", code="bad-request")
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in sent):
        raise InputError("the page must send integers", code="bad-request")
    return tuple(sent)


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 2), round(point[1], 2)
