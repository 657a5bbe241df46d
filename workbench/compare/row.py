"""One run, as a line of JSON: all that is needed to judge it, to sum it up and to repeat it."""

from __future__ import annotations

import json
import sys
from dataclasses import MISSING, asdict, dataclass, fields
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from fillomino.errors import InputError

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
        key: stands for puzzle, method, seed, limits and question together; see `plan.key`.
        puzzle: what the person calls it: a path, mostly.
        puzzle_hash: stands for board, clues, walls and further rules.
        family: the folder it lies in.
        board: its size, ``10x12``, or the number of cells.
        cells: how many there are.
        empty: how many hold no clue.
        known: stands for the filling that the puzzle's file gives, if that keeps the rules.
        method: its name.
        encoding: see `workbench.methods.method.Facts`, as the next six.
        seed: 0 is the solver's own.
        unique_wanted: whether uniqueness was to be proved or refuted.
        seconds_limit: limit of time, see `limit_time`.
        memory_limit_mib: limit of each process.
        status: ``solved``, ``unsolvable``, ``unknown``, ``timeout``, ``failed`` or ``wrong``.
        unique: whether the filling is the only one, where decided.
        filling: stands for the filling found.
        violations: the names of the rules that a wrong filling breaks.
        error: what went wrong or was left open, as a sentence.
        cpu_seconds: of the solver's processes; of the method itself where there are none.
        wall_seconds: the same by the clock.
        memory_mib: their greatest peak; see `memory_by`.
        own_cpu_seconds: of our process meanwhile: deduction, encoding, decoding, checking, driving; without
            scrambling.
        deduce_seconds: wall-clock time of deduction, as of the next two.
        encode_seconds: of building the script, and of scrambling it.
        check_seconds: of decoding and checking.
        asked: how often the solver was asked; 0 where deduction alone decided.
        core: the core that the run had to itself; ``None`` where it had none.
        host: the name of the machine.
        cpu_model: its processor.
        fillomino: our version.
        commit: our commit, with ``+`` if files were changed since.
        started: when, in ISO 8601.
        nodes: how many numbers backtracking assumed; ``None`` where it was not it.
        depth: how many assumptions stood at once, at most.
        scramble: the seed of the order and names of the script; 0 is the text as it is.
        script: the path of the script, where one was kept.
        decided_by: see `workbench.methods.result.Result`, as the next two.
        open_cells: how many cells deduction left open.
        opening: what our driver sent a session before all others.
        place: of the method on the command line, from 0: the order of tables.
        limit_time: of which time `seconds_limit` is: ``cpu`` of the solver's processes, with one by the clock
            far behind it (`drivers.limits.wall_behind`); ``wall`` in runs of older versions.
        memory_by: how the peak was measured: ``wait4`` (the kernel's account of the process), ``polled``
            (samples while it ran) or ``runexec`` (BenchExec's control group); ``None`` in older runs.
        floor_seconds: median CPU seconds that the solver took on this core for a trivial script in the same
            logic, with the same arguments, before the first run; ``None`` where there is no solver.
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
        busy = self.cpu_seconds + (ours if self.asked > 1 else 0.0)
        return self.wall_seconds > DISTURBED_TIMES * busy + DISTURBED_SECONDS

    def to_line(self) -> str:
        """One line of JSON, with its line end."""
        return json.dumps(asdict(self), allow_nan=False) + "\n"


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
        if not _fits(known[field.name], _TYPES[field.name]):
            raise InputError(f"{field.name!r} can't be {value!r}", source=source, line=number)
    return Row(**known)


def _no_number(word: str) -> float:
    """Refuse NaN and Infinity, which are no JSON, and which nothing can be made of."""
    raise ValueError(f"{word} is no number")


def _fits(value: object, wanted: Any) -> bool:
    if isinstance(wanted, UnionType):
        return any(_fits(value, one) for one in get_args(wanted))
    if get_origin(wanted) is tuple:
        return isinstance(value, tuple) and all(isinstance(item, str) for item in value)
    if wanted is float:
        finite = isinstance(value, int | float) and abs(value) <= sys.float_info.max  # 1e999 is infinite
        return finite and not isinstance(value, bool)
    if wanted is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, wanted)


_TYPES = get_type_hints(Row)
