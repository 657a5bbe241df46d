"""What the live page can ask for: one function a job, all in the table `JOBS`.

A job takes what the page sent and tells what it finds, piece by piece; it may be interrupted at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from drivers.solver import installed
from drivers.solvers import DEFAULT, SECOND, every
from encoder.encodings.table import find as find_encoding
from fillomino import formats
from fillomino.board import Board
from fillomino.boards import from_spec
from fillomino.errors import InputError
from fillomino.puzzle import Document, Puzzle
from fillomino.rules import violations
from workbench.generate.puzzle import make
from workbench.generate.wish import Wish
from workbench.levels import level_of
from workbench.page.auditing import audited
from workbench.page.deducing import explained, next_hint, tell_steps
from workbench.page.limits import MAX_CELLS, MAX_GENERATED, MAX_SECONDS
from workbench.page.model import Json, exports, numbers, puzzle_json, puzzle_of
from workbench.page.said import encodings_json, said_json
from workbench.page.solving import solve_job

Request = Mapping[str, Any]
Tell = Callable[[Json], None]


def about() -> Json:
    """What can be chosen on this machine."""
    return {
        "encodings": encodings_json(),
        "solvers": [
            {"name": solver.name, "title": solver.title, "logics": solver.logics}
            for solver in every()
            if installed(solver) is not None
        ],
        "solver": DEFAULT.name,
        "race": [{"name": solver.name, "title": solver.title} for solver in (SECOND, DEFAULT)],
        "formats": [{"name": known.name, "title": known.title} for known in formats.FORMATS],
    }


def open_job(request: Request, tell: Tell) -> None:
    """Read a puzzle from a text, or lay out an empty board from a specification."""
    spec, text = request.get("spec"), request.get("text")
    if isinstance(spec, str):
        document, base = Document(Puzzle(bounded(from_spec(spec)), {})), None
        name = spec.strip()
    elif isinstance(text, str):
        form = request.get("format")
        document = formats.read(text, source="puzzle", format=form if isinstance(form, str) else None)
        base = {"text": text} | ({"format": form} if isinstance(form, str) else {})
        name = str(request.get("name") or document.puzzle.info.get("title") or "puzzle")
    else:
        raise InputError("the page sent neither a text nor a board")
    bounded(document.puzzle.board)
    tell({"puzzle": puzzle_json(document, name, base)})


def say_job(request: Request, tell: Tell) -> None:
    """Say the puzzle in an encoding."""
    puzzle = asked(request)
    encoding = find_encoding(word(request, "encoding"))
    tell({"said": said_json(puzzle, encoding, level_of(word(request, "level")))})


def export_job(request: Request, tell: Tell) -> None:
    """The puzzle, with its clues as they are now, in every format that can hold it."""
    tell({"formats": exports(asked(request))})


def check_job(request: Request, tell: Tell) -> None:
    """What is wrong with a filling, by the rules."""
    puzzle = asked(request)
    found = violations(puzzle, numbers(request.get("numbers"), puzzle.board.size))
    tell({"violations": [{"name": one.name, "cells": one.cells, "text": one.text} for one in found]})


def run_job(request: Request, tell: Tell) -> None:
    """Solve the puzzle with one solver, telling rounds and models as they come."""
    seconds = request.get("seconds")
    limit = float(seconds) if isinstance(seconds, int | float) and 0 < seconds <= MAX_SECONDS else MAX_SECONDS
    solve_job(
        asked(request),
        find_encoding(word(request, "encoding")),
        word(request, "solver"),
        level_of(word(request, "level")),
        drop=words(request, "drop"),
        unique=request.get("unique") is True,
        seconds=limit,
        tell=tell,
    )


def hint_job(request: Request, tell: Tell) -> None:
    """The next number to be found from where the player is, in words."""
    puzzle = asked(request)
    tell({"hint": next_hint(puzzle, numbers(request.get("numbers"), puzzle.board.size))})


def steps_job(request: Request, tell: Tell) -> None:
    """All steps of deduction, told as they are found."""
    tell_steps(asked(request), tell)


def explain_job(request: Request, tell: Tell) -> None:
    """Why there is no filling, or which cells are open."""
    tell({"explained": explained(asked(request), word(request, "solver"), tell)})


def audit_job(request: Request, tell: Tell) -> None:
    """Whether an encoding, perhaps without some families, accepts just what the rules accept."""
    drop = words(request, "drop")
    tell({"audited": audited(word(request, "encoding"), word(request, "solver"), drop, tell)})


def generate_job(request: Request, tell: Tell) -> None:
    """Make a puzzle."""
    board = bounded(from_spec(word(request, "spec")))
    if board.size > MAX_GENERATED:
        raise InputError(
            f"the page generates boards of up to {MAX_GENERATED} cells; see `fillomino generate`"
        )
    level = request.get("level")
    if not isinstance(level, int) or isinstance(level, bool):
        raise InputError("the page sent no level")
    wish = Wish(board, level=level, largest=min(board.size, 9))
    attempts = 0

    def tried() -> None:
        nonlocal attempts
        attempts += 1
        tell({"attempts": attempts})

    made = make(wish, word(request, "seed"), 200, tried)
    if made is None:
        raise InputError(
            f"200 attempts came to no puzzle of level {level}; try another level or a larger board"
        )
    tell({"puzzle": puzzle_json(Document(made.puzzle), f"generated {made.seed}")})


JOBS: dict[str, Callable[[Request, Tell], None]] = {
    "open": open_job,
    "say": say_job,
    "export": export_job,
    "check": check_job,
    "solve": run_job,
    "hint": hint_job,
    "steps": steps_job,
    "explain": explain_job,
    "audit": audit_job,
    "generate": generate_job,
}


def asked(request: Request) -> Puzzle:
    """The puzzle that a request is about.

    Raises:
        InputError: if it holds none, or too large a one.
    """
    said = request.get("puzzle")
    if not isinstance(said, dict):
        raise InputError("the page sent no puzzle")
    puzzle = puzzle_of(said).puzzle
    bounded(puzzle.board)
    return puzzle


def bounded(board: Board) -> Board:
    """The board, if a page may work on it.

    Raises:
        InputError: if it is too large.
    """
    if board.size > MAX_CELLS:
        raise InputError(
            f"a board of {board.size:,} cells is larger than the {MAX_CELLS:,} that the page takes; "
            f"use the commands for it"
        )
    return board


def word(request: Request, key: str) -> str:
    """A text in a request.

    Raises:
        InputError: if it is not there.
    """
    value = request.get(key)
    if not isinstance(value, str):
        raise InputError(f"the page sent no {key}")
    return value


def words(request: Request, key: str) -> list[str]:
    """A list of texts in a request; empty if it is not there.

    Raises:
        InputError: if it is something else.
    """
    value = request.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise InputError(f"the page sent something else than names as {key}")
    return value
