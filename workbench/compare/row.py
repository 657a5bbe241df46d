"""One run, in parts and as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, MsgspecError, Struct
from msgspec.json import decode

from drivers.counters import Statistics
from drivers.limits import Usage
from fillomino.errors import InputError
from workbench.methods.method import Cost, Facts, Status, Verdict

MOST = 1 << 53
"""The greatest number in a run: up to this, numbers of JSON are exact everywhere. The least is 0."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
Amount: TypeAlias = Annotated[float, Meta(ge=0, le=MOST)]

WRONG = "wrong"
"""The status of a run whose filling breaks a rule."""

CONTRADICTED = "contradicted"
"""In tables, the status of a run whose answer others contradict while nothing tells who is right."""

_STATUS = f"^({'|'.join(status.value for status in Status)})$"

ANSWERS = ("solved", "unsolvable")
"""The statuses that answer the question."""


MUTATIONS = ("orders", "names", "seeds")
"""The kinds of mutations for stability (`workbench.compare.stability`)."""

_VARIANTS = 10**6
"""The greatest number of orders of a kind in `Row.variant`."""

TUNED = "z3:tuned"
"""The name of Z3 with our options. Older rows, without statistics, call it z3."""

DISTURBED_TIMES, DISTURBED_SECONDS = 1.5, 0.1
"""A run is disturbed if its wall-clock time exceeds this multiple of its CPU time by these seconds."""


class Line(Struct, frozen=True):
    """One run.

    Attributes:
        key: digest of puzzle, method with its facts, seed, scramble, limits and question; the last row with a
            key counts.
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
        arguments: arguments of the solver, with those that our driver adds; the whole command of a solver
            that is known by its command alone.
        seed: seed of the solver; 0 is its default.
        unique_wanted: whether uniqueness was to be proved or refuted.
        seconds_limit: time limit in seconds, see `limit_time`; ``null`` if none.
        memory_limit_mib: memory limit of each process in MiB; ``null`` if none, or where the system
            keeps none.
        status: ``solved``, ``unsolvable``, ``unknown``, ``timeout``, ``failed`` or ``wrong``.
        unique: whether the solution is the only one; ``null`` if not decided.
        filling: digest of the filling found.
        violations: names of the rules that a wrong filling breaks.
        error: a sentence on what went wrong or was left open.
        cpu_seconds: CPU time of the solver's processes; of the method itself where there are none.
        wall_seconds: wall-clock time of the same processes.
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
        depth: greatest number of assumptions at once.
        scramble: seed of the order and names of the script; 0 is the script as it is.
        script: path of the (first) script, where it was kept.
        decided_by: ``deduction`` where it left nothing open, else ``solver``, or the method without a
            solver; ``null`` if nothing was decided.
        open_cells: number of cells that deduction left open.
        opening: commands that our driver sent at the start of a session.
        place: place of the method on the command line, from 0; the order of tables.
        limit_time: the time that `seconds_limit` limits: ``cpu`` of the solver's processes, with a
            wall-clock limit behind it (`drivers.limits.wall_behind`); ``wall`` in rows of older versions.
        memory_by: how the peak was measured: ``wait4`` (the kernel's account of the process), ``polled``
            (samples while it ran) or ``runexec`` (BenchExec's control group); ``null`` in older rows.
        floor_seconds: median CPU time of the solver for a trivial script in the same logic, with the same
            arguments, on this core before the first run; ``null`` where there is no solver.
        session: whether the solver was asked in a session, which lasts while we judge its answers; ``null``
            in older rows.
        code: digest of the code that solved, in rows of older versions; else ``null``.
        text: digest of the script that the solver was given, with its blocking clause; ``null`` where there
            is no script.
        statistics: the solver's own statistics: ``conflicts``, ``decisions``, ``propagations``, ``restarts``
            and ``memory_mib``, each ``null`` where the solver does not print it; ``null`` where it was
            stopped or prints none, and in older rows.
        mutation: the only thing that was changed, to judge stability: ``orders``, ``names`` or ``seeds``;
            ``null`` for other runs, whose `scramble` changes orders and names together.
        orbit: digest of the puzzle up to rotation and reflection, by which verdicts count puzzles; ``null``
            in older rows, and for a script.
        file: name of the script that was run as it stands; ``null`` for a puzzle. For a script, `puzzle` is
            the same name, and `status` is ``solved`` for a last verdict ``sat``, ``unsolvable`` for
            ``unsat``.
        verdict: ``sat``, ``unsat`` or ``unknown``, or the list of a script that asks several times, up to the
            limit or the first fault; ``null`` if there is none.
        expected: the ``:status`` in the script, in the same form.
        model: in the same form, whether the solver's model makes true all that is asserted at the check;
            ``null`` where that is not known. Where verdicts contradict each other, it is asked for.
    """

    key: str
    puzzle: str
    puzzle_hash: str
    family: str
    board: str
    cells: Count
    empty: Count
    known: str | None
    method: str
    encoding: str | None
    logic: str | None
    deduce: str | None
    solver: str | None
    program: str | None
    version: str
    arguments: tuple[str, ...]
    seed: Count
    unique_wanted: bool
    seconds_limit: Amount | None
    memory_limit_mib: Count | None
    status: Annotated[str, Meta(pattern=_STATUS)]
    unique: bool | None
    filling: str | None
    violations: tuple[str, ...]
    error: str | None
    cpu_seconds: Amount
    wall_seconds: Amount
    memory_mib: Amount | None
    own_cpu_seconds: Amount
    deduce_seconds: Amount
    encode_seconds: Amount
    check_seconds: Amount
    asked: Count
    core: Count | None
    host: str
    cpu_model: str
    fillomino: str
    commit: str | None
    started: str
    nodes: Count | None = None
    depth: Count | None = None
    scramble: Count = 0
    script: str | None = None
    decided_by: str | None = None
    open_cells: Count | None = None
    opening: tuple[str, ...] = ()
    place: Count = 0
    limit_time: Annotated[str, Meta(pattern="^(cpu|wall)$")] = "wall"
    memory_by: str | None = None
    floor_seconds: Amount | None = None
    session: bool | None = None
    code: str | None = None
    text: str | None = None
    orbit: str | None = None
    statistics: Statistics | None = None
    mutation: Annotated[str, Meta(pattern=f"^({'|'.join(MUTATIONS)})$")] | None = None
    file: str | None = None
    verdict: str | tuple[str | None, ...] | None = None
    expected: str | tuple[str | None, ...] | None = None
    model: bool | tuple[bool | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """What was solved: keys of `Line` of these names."""

    puzzle: str
    puzzle_hash: str
    family: str = ""
    board: str = ""
    cells: int = 0
    empty: int = 0
    known: str | None = None
    orbit: str | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What was asked, and under which limits."""

    seed: int = 0
    unique_wanted: bool = False
    seconds_limit: float | None = None
    memory_limit_mib: int | None = None
    scramble: int = 0
    mutation: str | None = None
    limit_time: str = "wall"


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, and what is wrong with it: digest of the filling, names of rules, a sentence."""

    filling: str | None = None
    violations: tuple[str, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Checks:
    """Of a script, for each ``check-sat``: its verdict, its ``:status``, and whether the model is one.

    Verdicts and models come as far as the run did. In a line each is one word where the script asks once.
    """

    verdicts: tuple[str | None, ...] = ()
    expected: tuple[str | None, ...] = ()
    models: tuple[bool | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Ours:
    """What our own process took."""

    own_cpu_seconds: float = 0.0
    deduce_seconds: float = 0.0
    encode_seconds: float = 0.0
    check_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Given:
    """What the solver was given."""

    opening: tuple[str, ...] = ()
    session: bool | None = None
    script: str | None = None
    text: str | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where, when and by which program it ran."""

    host: str
    cpu_model: str
    fillomino: str
    started: str
    core: int | None = None
    commit: str | None = None
    floor_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One run in parts, those of a result among them; a line of JSON has the keys of all parts (`Line`).

    Attributes:
        key: digest of puzzle, method with its facts, seed, scramble, limits and question.
        subject: the puzzle or script.
        method: name of the method in tables.
        facts: the properties of the method.
        terms: the question and its limits.
        verdict: what was decided.
        answer: what was found.
        cost: the work, of the solver.
        ours: that of our own process.
        given: what the solver was given.
        where: machine, program and time.
        checks: of a script, its verdicts.
        place: place of the method on the command line, from 0; the order of tables.
    """

    key: str
    subject: Subject
    method: str
    facts: Facts
    terms: Terms
    verdict: Verdict
    answer: Answer
    cost: Cost
    ours: Ours
    given: Given
    where: Place
    checks: Checks = Checks()
    place: int = 0

    @property
    def answered(self) -> bool:
        """Return whether the run answered the question."""
        return self.verdict.status in ANSWERS

    @property
    def variant(self) -> int:
        """The number of its order, which is distinct for each `mutation`."""
        kind = 0 if self.terms.mutation is None else MUTATIONS.index(self.terms.mutation) + 1
        return kind * _VARIANTS + self.terms.scramble

    @property
    def disturbed(self) -> bool:
        """Return whether it took so long by the clock that something else must have used its core.

        A session also lasts while we judge its answers; so our work after encoding is not a disturbance.
        """
        ours = max(0.0, self.ours.own_cpu_seconds - self.ours.deduce_seconds - self.ours.encode_seconds)
        session = self.cost.asked > 1 if self.given.session is None else self.given.session
        busy = self.cost.usage.cpu_seconds + (ours if session else 0.0)
        return self.cost.usage.wall_seconds > DISTURBED_TIMES * busy + DISTURBED_SECONDS

    def keys(self) -> dict[str, Any]:
        """Return the values of its line by their keys; times are rounded to the microsecond."""
        values = {"key": self.key, "method": self.method, "place": self.place}
        for part in PARTS:
            own = getattr(self, part)
            values |= {name: getattr(own, name) for name in PARTS[part]}
        values |= {name: getattr(self.cost.usage, name) for name in USAGE}
        for name, words in zip(
            CHECKS, (self.checks.verdicts, self.checks.expected, self.checks.models), strict=True
        ):
            values[name] = None if not words else words[0] if len(words) == 1 else words
        return {name: round(its, 6) if isinstance(its, float) else its for name, its in values.items()}

    def changed(self, **values: Any) -> Row:
        """Return the same run with other values of some keys of its line."""
        return _of_keys({**self.keys(), **values})

    def to_line(self) -> str:
        """Return a line of JSON, with its line end."""
        keys = self.keys()
        statistics = self.cost.statistics
        keys["statistics"] = None if statistics is None else vars(statistics)
        return json.dumps({name: keys[name] for name in NAMES}, allow_nan=False) + "\n"


NAMES = Line.__struct_fields__
"""The keys of a line, in their order."""

USAGE = tuple(field.name for field in fields(Usage))
"""Those of what a solver's processes used."""

CHECKS = ("verdict", "expected", "model")
"""The keys of `Checks`, by its attributes in their order."""

_OWN: Mapping[str, type[Any]] = {
    "subject": Subject,
    "terms": Terms,
    "answer": Answer,
    "ours": Ours,
    "given": Given,
    "where": Place,
    "facts": Facts,
    "verdict": Verdict,
    "cost": Cost,
}
PARTS: Mapping[str, tuple[str, ...]] = {
    part: tuple(field.name for field in fields(kind) if field.name in NAMES) for part, kind in _OWN.items()
}
"""The keys of the attributes of each part of a `Row`."""


def of_line(line: Line) -> Row:
    """Return the run of a line."""
    return _of_keys({name: getattr(line, name) for name in NAMES})


def _of_keys(values: Mapping[str, Any]) -> Row:
    parts = {
        part: kind(**{name: values[name] for name in PARTS[part]})
        for part, kind in _OWN.items()
        if part not in ("verdict", "cost")
    }
    parts["verdict"] = Verdict(Status(values["status"]), values["unique"], values["decided_by"])
    usage = Usage(**{name: values[name] for name in USAGE})
    cost = Cost(usage, **{name: values[name] for name in PARTS["cost"]})
    checks = (_each(values[name]) for name in CHECKS)
    return Row(
        key=values["key"],
        method=values["method"],
        place=values["place"],
        cost=cost,
        checks=Checks(*checks),
        **parts,
    )


def _each(word: Any) -> tuple[Any, ...]:
    """The words of a key that has one or several, or none."""
    return word if isinstance(word, tuple) else () if word is None else (word,)


def from_line(line: str, *, source: str, number: int) -> Row:
    """Read a line; unknown keys are ignored, and keys that older rows lack have a default.

    Raises:
        InputError: if it is not a row; with the place.
    """
    try:
        read = decode(line, type=Line)
    except (MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise InputError(f"not a run: {error}", source=source, line=number, code="bad-run") from error
    row = of_line(read)
    return row if '"statistics":' in line else _with_tuned_z3(row)


def name_of_variant(variant: int) -> int | str:
    """Return the name of a `Row.variant`: the number of the order, after the kind of a mutation."""
    kind, number = divmod(variant, _VARIANTS)
    return f"{MUTATIONS[kind - 1]} {number}" if kind else number


def _with_tuned_z3(row: Row) -> Row:
    """Return a row from when ``z3`` meant Z3 with our options with today's name: ``z3:tuned``."""
    if row.facts.program != "z3":
        return row
    named = row.facts.solver is not None and row.facts.solver.partition(" ")[0] == "z3"
    if not named:
        return row.changed(program=TUNED)
    solver = f"{TUNED}{(row.facts.solver or '').removeprefix('z3')}"
    method = f"{row.method.removesuffix(row.facts.solver or '')}{solver}"
    return row.changed(program=TUNED, solver=solver, method=method)
