"""The jobs of the live page: one function each, in the table `JOBS`.

A job takes the request of the page and reports events; it may be cancelled at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from drivers.default_solvers import usual_names
from drivers.solver import installed
from drivers.solvers import every
from drivers.solvers import find as find_solver
from encoder.encodings.registry import METHODS, of_packages
from encoder.encodings.registry import find as find_encoding
from fillomino import formats, laboratories
from fillomino.board import Board
from fillomino.boards import from_spec
from fillomino.deduction.levels import level_of
from fillomino.deduction.rules import registry
from fillomino.errors import InputError
from fillomino.puzzle import Document, Puzzle
from labs.page.auditing import audited
from labs.page.deducing import explained, next_hint, report_steps
from labs.page.plain_data import Json, exports, numbers, puzzle_json, puzzle_of
from labs.page.quotas import MAX_GENERATED, MAX_PAGE_CELLS, MAX_SECONDS
from labs.page.solving import (
    by_paradigm,
    encoded_json,
    encodings_json,
    method_shown,
    solve_job,
    violations_json,
)
from workbench.methods.protocol import Method
from workbench.methods.smt import smt
from workbench.texts.inputs import MARK, example

Request = Mapping[str, Any]
Report = Callable[[Json], None]


def about() -> Json:
    """Return the choices of this machine, and those of `solve`.

    Paradigms that are not installed are included, with the command that installs them.

    Raises:
        EncodingError: if what a package adds is no encoding, or can't be imported.
    """
    fast = smt()
    paradigms = (
        laboratories.part("paradigms", "registry:PARADIGMS", "the list of paradigms")
        if laboratories.is_here("paradigms")
        else {}
    )
    return {
        "encodings": encodings_json([*METHODS, *map(find_encoding, of_packages())]),
        "solvers": [
            {"name": solver.name, "title": solver.title, "logics": solver.logics}
            for solver in every()
            if installed(solver) is not None
        ],
        "paradigms": [
            {
                "name": paradigm.name,
                "title": paradigm.title,
                "missing": None if installed(paradigm.process()) else paradigm.solver.install,
            }
            for paradigm in paradigms.values()
        ],
        "generates": laboratories.is_here("generate"),
        "hints": laboratories.is_here("deduce"),
        "levels": [[str(level), registry.label(rule.name)] for level, rule in enumerate(registry.levels())],
        "formats": [{"name": known.name, "title": known.title} for known in formats.known()],
        "solver": fast.solver.name,
        "fast": {"encoding": fast.encoding.name, "level": fast.level.name.lower()},
        "race": [{"name": solver.name, "title": solver.title} for solver in map(find_solver, usual_names())],
    }


def open_job(request: Request, report: Report) -> None:
    """Read a puzzle from a text, or by the name of an example; or lay out the empty board of a spec."""
    spec, text = request.get("spec"), request.get("text")
    if isinstance(spec, str):
        document, base = Document(Puzzle(_checked_size(from_spec(spec)), {})), None
        name = spec.strip()
    elif isinstance(text, str):
        title = request.get("name")
        if text.lstrip().startswith(MARK):
            title = text.strip()
            text = Path(example(title)).read_text(encoding="utf-8")
        form = request.get("format")
        document = formats.read(text, source="puzzle", format=form if isinstance(form, str) else None)
        base = {"text": text} | ({"format": form} if isinstance(form, str) else {})
        name = str(title or document.puzzle.info.get("title") or "puzzle")
    else:
        raise InputError("the page sent neither a text nor a board", code="bad-request")
    _checked_size(document.puzzle.board)
    report({"puzzle": puzzle_json(document, name, base)})


def encode_job(request: Request, report: Report) -> None:
    """Encode the puzzle."""
    puzzle = _puzzle(request)
    encoding = find_encoding(_text(request, "encoding"))
    report({"encoded": encoded_json(puzzle, encoding, level_of(_text(request, "level")))})


def export_job(request: Request, report: Report) -> None:
    """The puzzle, with its clues as they are now, in every format that can hold it."""
    report({"formats": exports(_puzzle(request))})


def check_job(request: Request, report: Report) -> None:
    """List the violations of the rules in a filling."""
    puzzle = _puzzle(request)
    filling = numbers(request.get("numbers"), puzzle.board.size)
    report({"violations": violations_json(puzzle, filling)})


def run_job(request: Request, report: Report) -> None:
    """Solve the puzzle with one solver, or by a paradigm, reporting rounds and models as they come."""
    seconds = request.get("seconds")
    limit = float(seconds) if isinstance(seconds, int | float) and 0 < seconds <= MAX_SECONDS else MAX_SECONDS
    unique = request.get("unique") is True
    solve_job(_puzzle(request), _method(request), unique=unique, seconds=limit, report=report)


def _method(request: Request) -> Method:
    """The method of a request: a paradigm, or an encoding and a solver."""
    level = _text(request, "level")
    if "by" in request:
        return by_paradigm(_text(request, "by"), level)
    encoding = find_encoding(_text(request, "encoding"))
    return method_shown(encoding, _solver(request), level, _texts(request, "drop"))


def _solver(request: Request) -> str:
    """The solver of a request: a known one, so that no request can start another program.

    Raises:
        InputError: for any other.
    """
    name = _text(request, "solver")
    if name not in {solver.name for solver in every()}:
        raise InputError(
            f"the page takes the solvers of `fillomino solvers`, and {name!r} is none of them",
            code="bad-request",
        )
    return name


def hint_job(request: Request, report: Report) -> None:
    """Explain the next number that can be found from the numbers so far, unless one of them is wrong."""
    puzzle = _puzzle(request)
    report(next_hint(puzzle, numbers(request.get("numbers"), puzzle.board.size)))


def steps_job(request: Request, report: Report) -> None:
    """Report the steps of deduction as they are found."""
    report_steps(_puzzle(request), report)


def explain_job(request: Request, report: Report) -> None:
    """Explain why there is no solution, or which cells differ between two."""
    report({"explained": explained(_puzzle(request), _solver(request), report)})


def audit_job(request: Request, report: Report) -> None:
    """Audit an encoding, perhaps without some families, on all small boards."""
    drop = _texts(request, "drop")
    report({"audited": audited(_text(request, "encoding"), _solver(request), drop, report)})


def generate_job(request: Request, report: Report) -> None:
    """Generate a puzzle."""
    board = _checked_size(from_spec(_text(request, "spec")))
    if board.size > MAX_GENERATED:
        raise InputError(
            f"the page generates boards of up to {MAX_GENERATED} cells; see `fillomino generate`",
            code="board-too-large",
        )
    level = request.get("level")
    if not isinstance(level, int) or isinstance(level, bool):
        raise InputError("the page sent no level", code="bad-request")
    make = laboratories.part("generate", "seeded:make", "a generated puzzle")
    spec = laboratories.part("generate", "removal:Spec", "a generated puzzle")(
        board, level=level, largest=min(board.size, 9)
    )
    attempts = 0

    def tried() -> None:
        nonlocal attempts
        attempts += 1
        report({"attempts": attempts})

    made = make(spec, _text(request, "seed"), 200, tried)
    if made is None:
        raise InputError(f"200 attempts gave no puzzle of level {level}; try another level or a larger board")
    report({"puzzle": puzzle_json(Document(made.puzzle), f"generated {made.seed}")})


JOBS: dict[str, Callable[[Request, Report], None]] = {
    "open": open_job,
    "encode": encode_job,
    "export": export_job,
    "check": check_job,
    "solve": run_job,
    "hint": hint_job,
    "steps": steps_job,
    "explain": explain_job,
    "audit": audit_job,
    "generate": generate_job,
}


def do(name: str, body: bytes, report: Callable[[bytes], None]) -> None:
    """Run a job in a worker; ``body`` is the request, and each event is reported as a line of JSON."""

    def line(event: Json) -> None:
        report(json.dumps(event, separators=(",", ":")).encode() + b"\n")

    JOBS[name](json.loads(body), line)


def _puzzle(request: Request) -> Puzzle:
    """The puzzle of a request.

    Raises:
        InputError: if there is none, or it is too large.
    """
    sent = request.get("puzzle")
    if not isinstance(sent, dict):
        raise InputError("the page sent no puzzle", code="nothing-to-read")
    puzzle = puzzle_of(sent).puzzle
    _checked_size(puzzle.board)
    return puzzle


def _checked_size(board: Board) -> Board:
    """The board, if it is not too large for the page.

    Raises:
        InputError: if it is.
    """
    if board.size > MAX_PAGE_CELLS:
        raise InputError(
            f"a board of {board.size:,} cells is larger than the {MAX_PAGE_CELLS:,} that the page takes; "
            f"use the command line",
            code="board-too-large",
        )
    return board


def _text(request: Request, key: str) -> str:
    """A text of a request.

    Raises:
        InputError: if it is missing.
    """
    value = request.get(key)
    if not isinstance(value, str):
        raise InputError(f"the page sent no {key}", code="bad-request")
    return value


def _texts(request: Request, key: str) -> list[str]:
    """A list of texts of a request; empty if it is missing.

    Raises:
        InputError: if it is not a list of texts.
    """
    value = request.get(key, [])
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise InputError(f"{key} must be a list of names", code="bad-request")
    return value
