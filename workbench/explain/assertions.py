"""Minimal cores: of an encoding's assertions that refuse a filling, and of any script's.

Those of a script are found by deletion from the solver's own core, one fresh process for each question, so
that any solver that knows unsat cores can be asked, in any logic (Joao Marques-Silva, "Minimal
Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from drivers.answer import Answer, Failure, Sat, Timeout, Unsat
from drivers.backend import run
from drivers.cores import core_of, minimal_core, require_session
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.solver import Solver, installed
from drivers.solvers import SECOND, SOLVERS, default_solver
from encoder.annotations import FamilyLine, notes_of
from encoder.encoding import Encoding
from encoder.script import PuzzleScript, cells_of
from fillomino.errors import InputError
from fillomino.graph import distances
from fillomino.instance import Filling, Instance, Violation
from smtlib.commands import asked_commands
from smtlib.script import Assertion
from smtlib.sexpr import Node, symbol_name, without_places, write
from workbench.foreign.faults import blamed
from workbench.methods.encodings import best_logic, check_taken

LIMITS = Limits(seconds=60.0)
"""Of each question about a filling, if the caller sets none."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The faults of a filling: violations of the rules, and a minimal core of the assertions that refuse it.

    It is `unsayable` if the encoding can't represent one of the numbers.
    """

    violations: tuple[Violation, ...]
    script: PuzzleScript
    assertions: tuple[Assertion, ...]
    unsayable: bool = False


def broken(
    puzzle: Instance, filling: Filling, encoding: Encoding, solver: Solver, limits: Limits = LIMITS
) -> Broken:
    """Judge a filling by the rules and by the assertions of an encoding; the limits are of each question.

    Raises:
        InputError: if the solver can't hold a session.
        SessionError: if the solver does not answer.
    """
    script = encoding.script(puzzle, best_logic(encoding, solver))
    check_taken(script, solver)
    rules, equal = puzzle.violations(filling), cells_of(script).equal(filling)
    if "false" in equal:
        return Broken(rules, script, (), unsayable=True)
    require_session(solver)
    return Broken(rules, script, core_of(script, equal, solver, limits))


PART_SECONDS = 10.0
"""For each question about a part of the board; the whole board gets the limits that were asked for."""


def core_around(
    script: PuzzleScript, cells: Iterable[int], solver: Solver, limits: Limits
) -> tuple[Assertion, ...]:
    """Return a minimal core of the assertions, near some cells if possible.

    On a large board that is nearly empty a solver may not refute an encoding in any time, though the cause
    is a handful of cells. Assertions about a few cells that contradict each other do so on the whole board,
    too, so ever larger surroundings are tried.

    Raises:
        SessionError: if the solver decides it nowhere.
        ProgramError: if the solver refuses what a program wrote, with the place.
    """
    board = script.puzzle.places
    steps = distances(board.neighbours, cells)
    for radius in range(1, max((1, *steps.values())) + 1):
        known = {cell for cell, distance in steps.items() if distance <= radius}
        if len(known) == board.size:
            break
        part = tuple(assertion for assertion in script.assertions if known.issuperset(assertion.about))
        try:
            found = core_of(replace(script, assertions=part), [], solver, Limits(seconds=PART_SECONDS))
        except SessionError:
            continue
        if found:
            return found
    try:
        return core_of(script, [], solver, limits)
    except SessionError as error:
        raise blamed([script], error) from error


_LEFT_OUT = frozenset({"check-sat", "echo", "exit", "set-info"})
_REFUSED = frozenset({"push", "pop", "check-sat-assuming", "reset", "reset-assertions"})
_NAME = "core-{}"


@dataclass(frozen=True, slots=True)
class Claim:
    """An assertion of a script: where it begins, its term, and its name and family if it has any."""

    line: int
    column: int
    term: str
    name: str = ""
    family: str = ""


@dataclass(frozen=True, slots=True)
class Core:
    """What became of a script.

    Attributes:
        answer: of the solver, to the script as it stands.
        claims: a core of its assertions, in their order; empty unless the answer is ``unsat``.
        of: the number of its assertions.
        fixed: how many can't be left out, for other commands use names in them.
        undecided: how many of the core may not be needed: the solver did not decide it.
        seconds: CPU seconds of the solver for the verdict.
        core_seconds: the same with a core asked for.
        second: the solver that was asked about the core alone, if there is another.
        confirmed: its answer.
    """

    answer: Answer
    claims: tuple[Claim, ...] = ()
    of: int = 0
    fixed: int = 0
    undecided: int = 0
    seconds: float = 0.0
    core_seconds: float = 0.0
    second: Solver | None = None
    confirmed: Answer | None = None


@dataclass(frozen=True, slots=True)
class _Parts:
    """The commands of a script, assertions as claims, and how many assertions stay."""

    commands: tuple[str | Claim, ...]
    fixed: int

    @property
    def claims(self) -> list[Claim]:
        return [command for command in self.commands if isinstance(command, Claim)]

    def text(self, kept: Sequence[Claim], *, named: bool) -> str:
        """The script with some of its assertions, and a question."""
        numbers = {id(claim): number for number, claim in enumerate(self.claims)}
        wanted = {id(claim) for claim in kept}
        lines = ["(set-option :produce-unsat-cores true)"] if named else []
        for command in self.commands:
            if isinstance(command, str):
                lines.append(command)
            elif id(command) in wanted:
                label = f"(! {command.term} :named {_NAME.format(numbers[id(command)])})"
                lines.append(f"(assert {label if named else command.term})")
        return "\n".join([*lines, "(check-sat)", *(["(get-unsat-core)"] if named else []), ""])


def core_of_script(
    text: str,
    name: str,
    solver: Solver,
    limits: Limits,
    progress: Callable[[str], None] = lambda _: None,
) -> Core:
    """Find a minimal core of the assertions of a script that asks once.

    The limits are those of each question; `progress` is told in a few words how far the search is.

    Raises:
        InputError: if it asserts nothing, or is incremental; with the place.
        SolverNotFoundError: if the solver is not installed.
    """
    parts = _parts(text, name)
    claims = parts.claims
    progress("the verdict")
    plain = run(parts.text(claims, named=False), solver, limits)
    if not isinstance(plain.answer, Unsat):
        return Core(plain.answer, of=len(claims), seconds=plain.usage.cpu_seconds)
    undecided, core_seconds = 0, 0.0

    def refute(numbers: list[int]) -> list[int] | None:
        nonlocal undecided, core_seconds
        asked = run(parts.text([claims[number] for number in numbers], named=True), solver, limits)
        core_seconds = core_seconds or asked.usage.cpu_seconds
        match asked.answer:
            case Unsat(core=core):
                used = {_NAME.format(number): number for number in numbers}
                return [used[label] for label in core if label in used] if core else numbers
            case Sat():
                return None
            case Failure(text=reason) if len(numbers) == len(claims):
                raise SessionError(reason)
            case Timeout(seconds=seconds) if len(numbers) == len(claims):
                raise SessionTimeoutError(f"no core within {seconds:g} s, though the verdict is unsat")
        undecided += 1
        return None

    needed = minimal_core(
        range(len(claims)),
        refute,
        lambda known, open_: progress(f"a core of {known} to {known + open_} of {len(claims)} assertions"),
    )
    core = tuple(claims[number] for number in needed or [])
    second, confirmed = _second(solver), None
    if second is not None:
        progress(f"confirmed by {second.title}?")
        confirmed = run(parts.text(core, named=False), second, limits).answer
    return Core(
        plain.answer,
        core,
        of=len(claims),
        fixed=parts.fixed,
        undecided=undecided,
        seconds=plain.usage.cpu_seconds,
        core_seconds=core_seconds,
        second=second,
        confirmed=confirmed,
    )


def _second(solver: Solver) -> Solver | None:
    """Another solver, of another make, that is installed."""
    make = solver.same_as or solver.name
    for candidate in (SECOND, default_solver(), *SOLVERS):
        other = (candidate.same_as or candidate.name) != make
        if other and candidate.logics is None and installed(candidate) is not None:
            return candidate
    return None


def _parts(text: str, name: str) -> _Parts:
    notes, nodes = notes_of(text, name), asked_commands(text, name)
    uses = Counter[str]()
    if ":named" in text:
        uses.update(atom.atom for node in nodes if not node.head.startswith("get-") for atom in node.atoms())
    commands: list[str | Claim] = []
    fixed, asked = 0, False
    for node in nodes:
        if node.head in _REFUSED or (node.head == "check-sat" and asked):
            what = "a second check-sat" if node.head == "check-sat" else node.head
            raise InputError(
                f"{what}: explain takes a script that asks once; leave out what follows its first question",
                source=name,
                line=node.line,
                column=node.column,
                code="incremental",
            )
        asked = asked or node.head == "check-sat"
        written = write(without_places(node))
        if node.head == "assert" and len(node.items) == 2:
            stays = _is_used_elsewhere(node, uses)
            fixed += stays
            commands.append(written if stays else _claim(node, notes.family_at(node.line)))
        elif not (node.head in _LEFT_OUT or node.head.startswith("get-") or _about_output(node)):
            commands.append(written)
    if not fixed and not any(isinstance(command, Claim) for command in commands):
        raise InputError(
            "nothing is asserted; is this all of the script?", source=name, code="nothing-to-read"
        )
    return _Parts(tuple(commands), fixed)


def _is_used_elsewhere(node: Node, uses: Counter[str]) -> bool:
    """Return whether another command uses a name that an assertion gives to a term in it."""
    atoms = [atom.atom for atom in node.atoms()] if uses else []
    names = [name for mark, name in pairwise(atoms) if mark == ":named"]
    return any(uses[name] > atoms.count(name) for name in names)


def _claim(node: Node, family: FamilyLine | None) -> Claim:
    term, label = node.items[1], ""
    if term.head == "!" and len(term.items) == 4 and term.items[2].atom == ":named":
        label = symbol_name(term.items[3].atom) or term.items[3].atom
        term = term.items[1]
    return Claim(node.line, node.column, write(without_places(term)), label, family.name if family else "")


def _about_output(node: Node) -> bool:
    """Return whether a command sets what is asked or printed, which is ours to set here."""
    option = node.items[1].atom if node.head == "set-option" and len(node.items) > 1 else ""
    return option.startswith(":produce-") or option in (":print-success", ":interactive-mode", ":verbosity")
