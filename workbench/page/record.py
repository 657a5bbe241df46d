"""Data of a page that is one file: everything it may be asked, computed beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from drivers.solver import installed
from drivers.solvers import find as find_solver
from encoder.encoding import Encoding
from encoder.encodings.table import METHODS
from encoder.encodings.table import find as find_encoding
from encoder.errors import EncodingError
from fillomino.deduction.engine import Level
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from workbench.inputs import Opened
from workbench.logics import best_logic
from workbench.page.deducing import report_steps
from workbench.page.encoded import encoded_json, encodings_json
from workbench.page.limits import MAX_CELLS
from workbench.page.model import Json, puzzle_json
from workbench.page.solving import solve_job

TEXT_AT_HAND = 3_000_000
"""Characters of SMT-LIB in one file, unless encodings are asked for by name: what opens at once."""


def recorded(
    opened: Opened,
    *,
    encodings: Sequence[str],
    solvers: Sequence[str],
    seconds: float | None,
    progress: Callable[[str], None] = lambda _: None,
) -> Json:
    """The data of a page.

    Args:
        opened: the puzzle.
        encodings: by name; empty for all whose text is short enough.
        solvers: whose runs to record, with every encoding they can take; if empty, deduction is left out.
        seconds: the limit of each run; ``None`` is none.
        progress: called with a few words on the work in hand.

    Raises:
        InputError: for a board too large for a page, or a text too long.
        EncodingError: for an encoding that does not exist, or a solver that takes none of them.
        UnknownSolverError: for a solver that does not exist.
        SolverNotFoundError: for one that is not installed.
    """
    puzzle = opened.document.puzzle
    if puzzle.board.size > MAX_CELLS:
        raise InputError(
            f"the board has {puzzle.board.size:,} cells; a page takes {MAX_CELLS:,}", source=opened.name
        )
    level = Level.NONE  # what is shown and timed is the work of encodings and solvers
    texts: dict[str, Json] = {}
    for encoding in [find_encoding(name) for name in encodings] or METHODS:
        progress(f"encode {encoding.name}")
        try:
            text = encoded_json(puzzle, encoding, level)
        except InputError:
            if encodings:
                raise
            continue
        if encodings or sum(len(one["text"]) for one in texts.values()) + len(text["text"]) <= TEXT_AT_HAND:
            texts[encoding.name] = text
    runs = []
    for solver in solvers:
        goes_with = [name for name in texts if _takes(solver, find_encoding(name), required=len(texts) == 1)]
        for name in goes_with:
            progress(f"solve {name} {solver}")
            runs.append(_run(puzzle, find_encoding(name), solver, level, seconds))
    return {
        "live": False,
        "about": {"encodings": encodings_json(), "solvers": [], "formats": []},
        "puzzle": puzzle_json(opened.document, opened.name),
        "encoding": next(iter(texts), ""),
        "encoded": texts,
        "runs": runs,
        "steps": _steps(puzzle, progress) if solvers else [],
    }


def _steps(puzzle: Puzzle, progress: Callable[[str], None]) -> list[Json]:
    progress("deduce")
    found: list[Json] = []
    report_steps(puzzle, lambda event: found.append(event["step"]) if "step" in event else None)
    return found


def _takes(solver: str, encoding: Encoding, *, required: bool) -> bool:
    record = find_solver(solver)
    try:
        best_logic(encoding, record)
    except EncodingError:
        if required or installed(record) is None:
            raise
        return False
    return True


def _run(puzzle: Puzzle, encoding: Encoding, solver: str, level: Level, seconds: float | None) -> Json:
    events: list[Json] = []
    name = level.name.lower()
    solve_job(puzzle, encoding, solver, name, drop=(), unique=True, seconds=seconds, report=events.append)
    return {"encoding": encoding.name, "solver": solver, "events": events}
