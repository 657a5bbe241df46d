"""One run as a line of JSON, and runs that can't be right: fillings that break rules, and contradictions.

Every filling was checked against the rules. So where two runs of a puzzle contradict each other, the one that
claims "there is none" or "there is no other" is wrong. Of two runs of a script a ``:status`` or a model that
was evaluated decides; else both are contradicted.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Meta, MsgspecError
from msgspec.json import decode

from drivers.statistics import Statistics
from fillomino.errors import InputError
from workbench.methods.method import Status, contradicting, status_refuted

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


@dataclass(frozen=True, slots=True)
class Row:
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

    def __post_init__(self) -> None:
        """Round times to the microsecond, so that rows are equal to the same rows read from a file."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, float):
                object.__setattr__(self, field.name, round(value, 6))

    @property
    def answered(self) -> bool:
        """Return whether the run answered the question."""
        return self.status in ANSWERS

    @property
    def variant(self) -> int:
        """The number of its order, which is distinct for each `mutation`."""
        kind = 0 if self.mutation is None else MUTATIONS.index(self.mutation) + 1
        return kind * _VARIANTS + self.scramble

    @property
    def disturbed(self) -> bool:
        """Return whether it took so long by the clock that something else must have used its core.

        A session also lasts while we judge its answers; so our work after encoding is not a disturbance.
        """
        ours = max(0.0, self.own_cpu_seconds - self.deduce_seconds - self.encode_seconds)
        session = self.asked > 1 if self.session is None else self.session
        busy = self.cpu_seconds + (ours if session else 0.0)
        return self.wall_seconds > DISTURBED_TIMES * busy + DISTURBED_SECONDS

    def to_line(self) -> str:
        """Return a line of JSON, with its line end."""
        return json.dumps(asdict(self), allow_nan=False) + "\n"


def from_line(line: str, *, source: str, number: int) -> Row:
    """Read a line; unknown keys are ignored, and keys that older rows lack have a default.

    Raises:
        InputError: if it is not a row; with the place.
    """
    try:
        row = decode(line, type=Row)
    except (MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise InputError(f"not a run: {error}", source=source, line=number, code="bad-run") from error
    return row if '"statistics":' in line else _with_tuned_z3(row)


def name_of_variant(variant: int) -> int | str:
    """Return the name of a `Row.variant`: the number of the order, after the kind of a mutation."""
    kind, number = divmod(variant, _VARIANTS)
    return f"{MUTATIONS[kind - 1]} {number}" if kind else number


def _with_tuned_z3(row: Row) -> Row:
    """Return a row from when ``z3`` meant Z3 with our options with today's name: ``z3:tuned``."""
    if row.program != "z3":
        return row
    named = row.solver is not None and row.solver.partition(" ")[0] == "z3"
    if not named:
        return replace(row, program=TUNED)
    solver = f"{TUNED}{(row.solver or '').removeprefix('z3')}"
    method = f"{row.method.removesuffix(row.solver or '')}{solver}"
    return replace(row, program=TUNED, solver=solver, method=method)


@dataclass(frozen=True, slots=True)
class Finding:
    """A run that can't count as answered, and a sentence that says why.

    Attributes:
        row: the run.
        text: the sentence.
        contradicted: whether others contradict it and nothing tells who is right; else it is wrong.
    """

    row: Row
    text: str
    contradicted: bool = False


def findings(rows: Sequence[Row]) -> list[Finding]:
    """Return every run that is wrong or contradicted, puzzle by puzzle."""
    by_puzzle: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_puzzle[row.puzzle_hash].append(row)
    return [finding for group in by_puzzle.values() for finding in _in_one_puzzle(group)]


def _in_one_puzzle(rows: Sequence[Row]) -> list[Finding]:
    # The source of each filling: a method, or the puzzle's own file.
    fillings = {row.known: "the puzzle's file" for row in rows if row.known}
    for row in rows:
        if row.filling and row.status != WRONG:
            fillings.setdefault(row.filling, row.method)
    several = next((row.method for row in rows if row.unique is False), None)
    wrong = _disagreements(rows)
    for row in rows:
        start = f"{row.method} on {row.puzzle}"
        if row.status == WRONG:
            wrong.append(Finding(row, f"{start}: {row.error or ', '.join(row.violations)}"))
        elif row.status == "unsolvable" and (fillings or several):
            who = next(iter(fillings.values()), several)
            wrong.append(Finding(row, f"{start}: reports no solution, but one is known from {who}"))
        elif row.unique:
            others = [who for filling, who in fillings.items() if filling != row.filling]
            if others or several:
                who = others[0] if others else several
                wrong.append(Finding(row, f"{start}: reports no other filling, but {who} has another"))
    return wrong


def contradicted_by_status(row: Row) -> list[int]:
    """Return the checks, from 0, at which a run answers sat against ``:status``, and its model is not known.

    None for a run that is wrong for another reason.
    """
    if row.file is None or row.status != WRONG or row.violations or _models_false(row):
        return []
    return [
        number
        for number in contradicting(_each(row.expected), _each(row.verdict))
        if _each(row.verdict)[number] == "sat" and _model_of(row, number) is None
    ]


def refuted_statuses(rows: Sequence[Row]) -> dict[int, Row]:
    """Return the checks of a script whose ``:status`` is wrong, each with a run whose model shows it."""
    found: dict[int, Row] = {}
    for row in rows:
        for number in contradicting(_each(row.expected), _each(row.verdict)):
            if _each(row.verdict)[number] == "sat" and _model_of(row, number):
                found.setdefault(number, row)
    return found


def with_statuses_judged(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the runs of a script that were wrong by its ``:status`` alone, where a model refutes that."""
    refuted = refuted_statuses(rows)
    for row in rows if refuted else ():
        expected, verdicts = _each(row.expected), _each(row.verdict)
        alone = row.status == WRONG and not row.violations and not _models_false(row)
        against = contradicting(expected, verdicts)
        if alone and against and refuted.keys() >= set(against):
            status = "unknown" if "unknown" in verdicts else STATUS_OF.get(str(verdicts[-1]), "unknown")
            error = status_refuted(against[0], len(expected))
            yield replace(row, status=status, error=error, decided_by="solver")


def status_lines(rows: Sequence[Row]) -> list[str]:
    """Return a sentence on each script whose ``:status`` is wrong."""
    by_script: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.file is not None:
            by_script[row.puzzle_hash].append(row)
    lines = []
    for group in by_script.values():
        for number, row in refuted_statuses(group).items():
            which = f" check {number + 1}:" if len(_each(row.expected)) > 1 else ""
            lines.append(f"{row.file}:{which} unsat, but a model of {row.method} makes every assertion true")
    return lines


class Dispute(NamedTuple):
    """Runs that answer a check of a script in opposite ways.

    Attributes:
        number: of the check, from 0.
        sat: runs that answer sat, without those whose model is known to be false.
        unsat: runs that answer unsat.
        refuted: runs that answer sat, and whose model makes an assertion false.
        confirmed: a run whose model makes every assertion true, if there is one.
    """

    number: int
    sat: list[Row]
    unsat: list[Row]
    refuted: list[Row]
    confirmed: Row | None

    @property
    def is_open(self) -> bool:
        """Return whether nothing that is known tells who is right."""
        return self.confirmed is None and bool(self.sat)


def disputes(rows: Sequence[Row]) -> list[Dispute]:
    """Return the disputes in the runs of one script; runs that are known to be wrong take no part."""
    by_check: defaultdict[int, defaultdict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.file is not None and row.status != WRONG:
            for number, verdict in enumerate(_each(row.verdict)):
                by_check[number][str(verdict)].append(row)
    found = []
    for number, by_verdict in sorted(by_check.items()):
        sat, unsat = by_verdict["sat"], by_verdict["unsat"]
        if sat and unsat:
            models = [(row, _model_of(row, number)) for row in sat]
            confirmed = next((row for row, model in models if model), None)
            refuted = [row for row, model in models if model is False]
            kept = [row for row, model in models if model is not False]
            found.append(Dispute(number, kept, unsat, refuted, confirmed))
    return found


STATUS_OF = {"sat": "solved", "unsat": "unsolvable"}
"""The status of a run by the last verdict on its script."""


def _each(word: str | tuple[str | None, ...] | None) -> tuple[str | None, ...]:
    return word if isinstance(word, tuple) else () if word is None else (word,)


def _model_of(row: Row, number: int) -> bool | None:
    models = row.model if isinstance(row.model, tuple) else (row.model,)
    return models[number] if number < len(models) else None


def _models_false(row: Row) -> bool:
    return False in (row.model if isinstance(row.model, tuple) else (row.model,))


def _disagreements(rows: Sequence[Row]) -> list[Finding]:
    """Return the runs of a script that others contradict: wrong where a model decides, else contradicted."""
    found: dict[str, Finding] = {}
    for dispute in disputes(rows):
        several = len(_each(dispute.unsat[0].verdict)) > 1
        which = f"check {dispute.number + 1}: " if several else ""
        start = f"{dispute.unsat[0].file}: {which}"
        for row in dispute.refuted:
            text = f"{start}{row.method} answers sat, but its model makes an assertion false"
            found.setdefault(row.key, Finding(row, text))
        if dispute.confirmed is not None:
            who = dispute.confirmed.method
            for row in dispute.unsat:
                text = f"{start}{row.method} answers unsat, but a model of {who} makes every assertion true"
                found.setdefault(row.key, Finding(row, text))
        elif dispute.sat:
            text = f"{start}{_sides(dispute)}"
            for row in (*dispute.sat, *dispute.unsat):
                found.setdefault(row.key, Finding(row, text, contradicted=True))
    return list(found.values())


def _sides(dispute: Dispute) -> str:
    """Who says what, and which side has the majority, which decides nothing."""
    sides = {
        verdict: list(dict.fromkeys(row.method for row in side))
        for verdict, side in (("sat", dispute.sat), ("unsat", dispute.unsat))
    }
    said = "; ".join(f"{verdict}: {', '.join(methods)}" for verdict, methods in sides.items())
    most, least = sorted(sides, key=lambda verdict: -len(sides[verdict]))
    if len(sides[most]) == len(sides[least]):
        return f"{said}; nothing tells who is right"
    whole = len(sides[most]) + len(sides[least])
    return f"{said}; nothing tells who is right (a majority, {len(sides[most])} of {whole}, says {most})"
