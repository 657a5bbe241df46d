"""One run, as a line of JSON: all that is needed to judge it, to sum it up and to repeat it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from fillomino.errors import InputError
from workbench.methods.result import Status

WRONG = "wrong"
"""The status of a run whose filling breaks a rule; the others are those of `methods.result.Status`."""

ANSWERS = ("solved", "unsolvable")
"""The statuses that answer the question."""


DISTURBED_TIMES, DISTURBED_SECONDS = 1.5, 0.1
"""A run is disturbed if it took more than so many times its CPU time by the clock, and so many seconds."""


@dataclass(frozen=True, slots=True)
class Row:
    """One run.

    Attributes:
        key: digest of puzzle, method with its facts, seed, scramble, limits and question; of rows with the
            same key the last counts.
        puzzle: name of the puzzle: its path, URL or id, as given.
        puzzle_hash: digest of board, clues, walls and further rules.
        family: the folder of the puzzle.
        board: size of the board, ``10x12``, or the number of cells.
        cells: number of cells.
        empty: number of cells without a clue.
        known: digest of the solution that the puzzle's file gives, if it satisfies the rules.
        method: name of the method in tables.
        encoding: name of the encoding; ``null`` for a method without one.
        logic: SMT-LIB logic of the script.
        deduce: level of deduction before encoding; for a method without a solver, the rules or strategies.
        solver: name of the solver, as given.
        program: name of the solver's record.
        version: version that the solver reports, or ours for a method without a solver.
        arguments: arguments of the solver, with those that our driver adds; the whole command where a person
            gave that.
        seed: seed of the solver; 0 is its default.
        unique_wanted: whether uniqueness was to be proved or refuted.
        seconds_limit: limit of time in seconds, see `limit_time`; ``null`` if none.
        memory_limit_mib: limit of memory of each process in MiB; ``null`` if none.
        status: ``solved``, ``unsolvable``, ``unknown``, ``timeout``, ``failed`` or ``wrong``.
        unique: whether the solution is the only one; ``null`` if not decided.
        filling: digest of the filling found.
        violations: names of the rules that a wrong filling breaks.
        error: what went wrong or was left open, as a sentence.
        cpu_seconds: CPU time of the solver's processes; of the method itself where there are none.
        wall_seconds: wall-clock time of the same.
        memory_mib: greatest peak of their memory in MiB, see `memory_by`; ``null`` if not known.
        own_cpu_seconds: CPU time of our process in the run: deduction, encoding, decoding, checking, driving;
            without scrambling.
        deduce_seconds: wall-clock time of deduction.
        encode_seconds: wall-clock time of building the script, and of scrambling it.
        check_seconds: wall-clock time of decoding and checking.
        asked: number of questions to the solver; 0 where deduction alone decided.
        core: the core that the run had to itself; ``null`` if it shared one.
        host: name of the machine.
        cpu_model: its processor.
        fillomino: our version.
        commit: our commit, with ``+`` if files were changed since.
        started: time of the start, in ISO 8601.
        nodes: number of assumptions of backtracking; ``null`` for other methods.
        depth: greatest number of assumptions that held at once.
        scramble: seed of the order and names of the script; 0 is the script as it is.
        script: path of the script, where it was kept; of the first where there are several.
        decided_by: ``deduction`` where that left nothing open, else ``solver``, or the method that needs
            none; ``null`` if nothing was decided.
        open_cells: number of cells that deduction left open.
        opening: commands that our driver sent a session before all others.
        place: place of the method on the command line, from 0: the order of tables.
        limit_time: the time that `seconds_limit` limits: ``cpu`` of the solver's processes, with a
            wall-clock limit behind it (`drivers.limits.wall_behind`); ``wall`` in rows of older versions.
        memory_by: how the peak was measured: ``wait4`` (the kernel's account of the process), ``polled``
            (samples while it ran) or ``runexec`` (BenchExec's control group); ``null`` in older rows.
        floor_seconds: the floor: median CPU time that the solver took on this core for a trivial script in
            the same logic, with the same arguments, before the first run; ``null`` where there is no solver.
        session: whether the solver was asked in a session, which lasts while we judge its answers; ``null``
            in older rows.
        code: digest of the code that solved, in rows of older versions; else ``null``.
        text: digest of the script that the solver was given, with its blocking clause; ``null`` for a method
            that has no script, and where none was written.
        orbit: digest of the puzzle up to rotation and reflection, by which a verdict counts puzzles; ``null``
            in older rows.
    """

    key: str
    puzzle: str
    puzzle_hash: str
    family: str
    board: str
    cells: int
    empty: int
    known: str | None
    method: str
    encoding: str | None
    logic: str | None
    deduce: str | None
    solver: str | None
    program: str | None
    version: str
    arguments: tuple[str, ...]
    seed: int
    unique_wanted: bool
    seconds_limit: float | None
    memory_limit_mib: int | None
    status: str
    unique: bool | None
    filling: str | None
    violations: tuple[str, ...]
    error: str | None
    cpu_seconds: float
    wall_seconds: float
    memory_mib: float | None
    own_cpu_seconds: float
    deduce_seconds: float
    encode_seconds: float
    check_seconds: float
    asked: int
    core: int | None
    host: str
    cpu_model: str
    fillomino: str
    commit: str | None
    started: str
    nodes: int | None = None
    depth: int | None = None
    scramble: int = 0
    script: str | None = None
    decided_by: str | None = None
    open_cells: int | None = None
    opening: tuple[str, ...] = ()
    place: int = 0
    limit_time: str = "wall"
    memory_by: str | None = None
    floor_seconds: float | None = None
    session: bool | None = None
    code: str | None = None
    text: str | None = None
    orbit: str | None = None

    def __post_init__(self) -> None:
        """Times to the microsecond, so that a report of these runs is that of the runs read back."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, float):
                object.__setattr__(self, field.name, round(value, 6))

    @property
    def answered(self) -> bool:
        """Return whether the run answered the question."""
        return self.status in ANSWERS

    @property
    def disturbed(self) -> bool:
        """Return whether it took so long by the clock that something else was running on its core.

        A session lasts while we judge its answers; so what we did after encoding is no disturbance.
        """
        ours = max(0.0, self.own_cpu_seconds - self.deduce_seconds - self.encode_seconds)
        session = self.asked > 1 if self.session is None else self.session
        busy = self.cpu_seconds + (ours if session else 0.0)
        return self.wall_seconds > DISTURBED_TIMES * busy + DISTURBED_SECONDS

    def to_line(self) -> str:
        """One line of JSON, with its line end."""
        return (
            json.dumps({field.name: getattr(self, field.name) for field in fields(self)}, allow_nan=False)
            + "\n"
        )


def from_line(line: str, *, source: str, number: int) -> Row:
    """Read a line; keys that we do not know are passed over.

    Raises:
        InputError: if it is no row; with the place.
    """
    try:
        values = json.loads(line, parse_constant=_no_number)
    except ValueError as error:
        raise InputError(f"not a line of JSON: {error}", source=source, line=number) from error
    except RecursionError as error:
        raise InputError("not a run: it is nested too deep", source=source, line=number) from error
    if not isinstance(values, dict):
        raise InputError("a run must be a JSON object", source=source, line=number)
    known: dict[str, Any] = {}
    for field in fields(Row):
        if field.name not in values:
            if field.default is not MISSING:  # a later field, which older runs do not have
                continue
            raise InputError(f"this run has no {field.name!r}", source=source, line=number)
        value = values[field.name]
        known[field.name] = tuple(value) if isinstance(value, list) else value
        if not _fits(known[field.name], _TYPES[field.name]) or value not in ALLOWED.get(field.name, (value,)):
            shown = ascii(value)
            raise InputError(f"{field.name!r} can't be {shown[:80]}", source=source, line=number)
    return Row(**known)


def _no_number(word: str) -> float:
    """Refuse NaN and Infinity, which are no JSON, and which nothing can be made of."""
    raise ValueError(f"{word} is no number")


def _fits(value: object, wanted: Any) -> bool:
    """Return whether a value is one of a type: a number within bounds, a text that is Unicode."""
    if isinstance(wanted, UnionType):
        return any(_fits(value, one) for one in get_args(wanted))
    if get_origin(wanted) is tuple:
        return isinstance(value, tuple) and all(_fits(item, str) for item in value)
    if wanted in (float, int):
        kinds = int | float if wanted is float else int
        return isinstance(value, kinds) and not isinstance(value, bool) and 0 <= value <= MOST
    if wanted is str:
        return isinstance(value, str) and value == value.encode(errors="replace").decode()
    return isinstance(value, wanted)


_TYPES = get_type_hints(Row)

MOST = 1 << 53
"""The greatest number in a run: up to it JSON's numbers are exact everywhere. The least is 0."""

ALLOWED: Mapping[str, tuple[str, ...]] = {
    "status": tuple(status.value for status in Status),
    "limit_time": ("cpu", "wall"),
}
"""The values of keys that have few."""
