"""The data of a page that is one file: everything it can show, computed beforehand."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from time import monotonic, process_time

from drivers.solver import installed
from drivers.solvers import find as find_solver
from encoder.encoding import Encoding
from encoder.encodings.registry import METHODS
from encoder.errors import EncodingError
from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.deduction.engine import Level
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from labs.page.deducing import STEP_SECONDS, report_steps
from labs.page.plain_data import Json, puzzle_json
from labs.page.quotas import MAX_PAGE_CELLS
from labs.page.solving import by_paradigm, encoded_json, encodings_json, method_shown, solve_job
from workbench.methods.encodings import best_logic, find_encoding, with_families
from workbench.methods.protocol import Method
from workbench.texts.inputs import Opened

ALL = "all"
"""The word for all encodings that fit."""

TEXT_AT_HAND = 3_000_000
"""Characters of SMT-LIB in one file of all encodings: a file that opens without delay."""

ENCODE_SECONDS = 2.0
"""CPU time to encode, unless the encoding is named."""

RUN_SECONDS = 5.0
"""Time of a solver, unless a limit is given."""

RUNS_SECONDS, SECONDS = 20.0, 25.0
"""Wall-clock time of all runs together, and of the whole page, unless a limit is given."""

_RESERVE = 3.0
"""Part of the page's time that is kept for deduction and for ending solvers."""


def recorded(
    opened: Opened,
    *,
    encodings: Sequence[str],
    solvers: Sequence[str],
    by: Sequence[str] = (),
    seconds: float | None,
    progress: Callable[[str], None] = lambda _: None,
) -> Json:
    """The data of a page.

    Args:
        opened: the puzzle.
        encodings: their names; `ALL` alone for all whose text is short enough.
        solvers: solvers to run, each with every encoding that it takes; without any, deduction is left out.
        by: paradigms to run, too.
        seconds: the limit of each run, infinity for none; by default it depends on their number.
        progress: called with a few words on the current work.

    Raises:
        InputError: for a board too large for a page, a text too long, or a paradigm that does not exist.
        EncodingError: for an encoding that does not exist, or a solver that takes none of them.
        UnknownSolverError: for a solver that does not exist.
        SolverNotFoundError: for one that is not installed.
        ProgramError: for a program that encodes, and fails.
    """
    started = monotonic()
    puzzle = _puzzle_of(opened)
    named = [] if list(encodings) == [ALL] else [with_families(find_encoding(name)) for name in encodings]
    texts = _named(puzzle, named, progress) if named else _at_hand(puzzle, progress)
    left_out = [] if named else [encoding.name for encoding in METHODS if encoding.name not in texts]
    shown = [encoding for encoding in named or METHODS if encoding.name in texts]
    methods = _methods(shown, solvers, by)
    spare = max(1.0, SECONDS - _RESERVE - (monotonic() - started))
    limit = min(RUN_SECONDS, min(RUNS_SECONDS, spare) / max(1, len(methods))) if seconds is None else seconds
    bound = None if limit == math.inf else limit
    runs = []
    for number, (encoding, solver, method) in enumerate(methods, start=1):
        name = f"{encoding} {solver}".strip()
        progress(f"solve {name}, run {number} of {len(methods)}, at most {limit:.2g} s")
        events: list[Json] = []
        solve_job(puzzle, method, unique=True, seconds=bound, report=events.append)
        runs.append({"encoding": encoding, "solver": solver, "events": events})
    left = STEP_SECONDS if seconds is not None else max(1.0, SECONDS - (monotonic() - started))
    steps, deduced = _steps(puzzle, min(left, STEP_SECONDS), progress) if methods else ([], "")
    return {
        "live": False,
        "about": {"encodings": encodings_json(named or METHODS), "solvers": [], "formats": []},
        "puzzle": puzzle_json(opened.fillomino("page"), opened.name),
        "encoding": next(iter(texts), ""),
        "encoded": texts,
        "left_out": left_out,
        "runs": runs,
        "limit": bound,
        "steps": steps,
        "deduced": deduced,
    }


def _puzzle_of(opened: Opened) -> Puzzle:
    """The puzzle, which must be small enough for a page."""
    puzzle = opened.fillomino("page").puzzle
    if puzzle.board.size > MAX_PAGE_CELLS:
        raise InputError(
            f"the board has {puzzle.board.size:,} cells; a page takes {MAX_PAGE_CELLS:,}",
            source=opened.name,
            code="board-too-large",
        )
    return puzzle


def _methods(
    encodings: Sequence[Encoding], solvers: Sequence[str], by: Sequence[str]
) -> list[tuple[str, str, Method]]:
    """Each solver with every encoding that it takes, then the paradigms: two names, and the method."""
    pairs = [
        (encoding, solver)
        for solver in solvers
        for encoding in encodings
        if _takes(solver, encoding, required=len(encodings) == 1)
    ]
    return [
        *((encoding.name, solver, method_shown(encoding, solver, "none")) for encoding, solver in pairs),
        *(("", name, by_paradigm(name)) for name in by),
    ]


def _named(puzzle: Puzzle, named: Sequence[Encoding], progress: Callable[[str], None]) -> dict[str, Json]:
    texts = {}
    for number, encoding in enumerate(named, start=1):
        progress(f"encode {encoding.name}, {number} of {len(named)}")
        texts[encoding.name] = encoded_json(puzzle, encoding, Level.NONE)
    return texts


def _at_hand(puzzle: Puzzle, progress: Callable[[str], None]) -> dict[str, Json]:
    """The encodings whose text is short and quickly made."""
    texts: dict[str, Json] = {}
    room = TEXT_AT_HAND
    for number, encoding in enumerate(METHODS, start=1):
        progress(f"encode {encoding.name}, {number} of {len(METHODS)}")
        try:
            with interrupted_at(process_time() + ENCODE_SECONDS):
                text = encoded_json(puzzle, encoding, Level.NONE, room)
        except (InputError, OutOfTimeError):
            continue
        if len(text["text"]) <= room:
            texts[encoding.name] = text
            room -= len(text["text"])
    return texts


def _steps(puzzle: Puzzle, seconds: float, progress: Callable[[str], None]) -> tuple[list[Json], str]:
    """The steps of deduction, and a sentence about its result."""
    steps: list[Json] = []
    end = ""

    def record(event: Json) -> None:
        nonlocal end
        end = event.get("deduced", "")
        if "step" in event:
            steps.append(event["step"])
            if len(steps) % 20 == 0:
                progress(f"deduce, {len(steps):,} steps")

    progress("deduce")
    report_steps(puzzle, record, seconds)
    return steps, end


def _takes(solver: str, encoding: Encoding, *, required: bool) -> bool:
    record = find_solver(solver)
    try:
        best_logic(encoding, record)
    except EncodingError:
        if required or installed(record) is None:
            raise
        return False
    return True
