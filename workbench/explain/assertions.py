"""Minimal cores: of an encoding's assertions that refuse a filling, and of any script's.

Those of a script are found by deletion from the solver's own core, one fresh process for each question, so
that any solver that knows unsat cores can be asked, in any logic (Joao Marques-Silva, "Minimal
Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
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
from smtlib.commands import CHECKS
from smtlib.scopes import shown_check
from smtlib.script import Assertion
from smtlib.sexpr import Node, symbol_name, without_places, write, write_in_place
from smtlib.text import Text
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
    """Judge a filling by the rules and by the assertions of an encoding; see `broken_by`."""
    return broken_by(encoding.script(puzzle, best_logic(encoding, solver)), filling, solver, limits)


def broken_by(script: PuzzleScript, filling: Filling, solver: Solver, limits: Limits = LIMITS) -> Broken:
    """Judge a filling by the rules and by the assertions of a script; the limits are of each question.

    Raises:
        InputError: if the solver can't hold a session.
        SessionError: if the solver does not answer.
    """
    check_taken(script, solver)
    rules, equal = script.puzzle.violations(filling), cells_of(script).equal(filling)
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
            found = core_of(script.replace(assertions=part), [], solver, Limits(seconds=PART_SECONDS))
        except SessionError:
            continue
        if found:
            return found
    try:
        return core_of(script, [], solver, limits)
    except SessionError as error:
        raise blamed([script], error) from error


_NAME = "core-{}"


@dataclass(frozen=True, slots=True)
class Claim:
    """An assertion or assumption of a script: where it begins, its term, and its name and family if any."""

    line: int
    column: int
    term: str
    name: str = ""
    family: str = ""
    assumed: bool = False
    node: Node = field(default=Node("", 1, 1), compare=False, repr=False)

    def asserted(self, label: str) -> str:
        """The command that asserts it, with line breaks as in the script; with a name, if one is given."""
        if not (label or self.assumed):
            return write_in_place(self.node)
        term = self.node if self.assumed else _stripped(self.node)
        breaks = term.line - self.line
        before = "\n" * breaks + " " * (term.column - 1) if breaks else ""
        named = f"(! {before}{write_in_place(term)} :named {label})" if label else write_in_place(term)
        return f"(assert {named})"


@dataclass(frozen=True, slots=True)
class Core:
    """What became of a script.

    Attributes:
        answer: of the solver, to the script as it stands.
        claims: a core of its assertions, in their order; empty unless the answer is ``unsat``.
        of: the number of its assertions and assumptions.
        assumptions: the number of its assumptions.
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
    assumptions: int = 0
    fixed: int = 0
    undecided: int = 0
    seconds: float = 0.0
    core_seconds: float = 0.0
    second: Solver | None = None
    confirmed: Answer | None = None


@dataclass(frozen=True, slots=True)
class _Parts:
    """The commands of a script, each in its place, and how many assertions stay.

    Attributes:
        commands: line, column and text of each command that stays; or a claim.
        question: the command that asks.
        fixed: how many assertions stay, since other commands use names in them.
    """

    commands: tuple[_Placed | Claim, ...]
    question: _Placed
    fixed: int

    @property
    def claims(self) -> list[Claim]:
        return [command for command in self.commands if isinstance(command, Claim)]

    def text(self, kept: Sequence[Claim], *, named: bool) -> str:
        """The script with some of its assertions, each in its line, and a question."""
        numbers = {id(claim): number for number, claim in enumerate(self.claims)}
        wanted = {id(claim) for claim in kept}
        placed = [_Placed(1, 1, "(set-option :produce-unsat-cores true)")] if named else []
        for command in self.commands:
            if isinstance(command, _Placed):
                placed.append(command)
            elif id(command) in wanted:
                label = _NAME.format(numbers[id(command)]) if named else ""
                placed.append(_Placed(command.line, command.column, command.asserted(label)))
        questions = [self.question, *([_Placed(1, 1, "(get-unsat-core)")] if named else [])]
        return _assembled([*placed, *questions])


class _Placed(NamedTuple):
    """The text of a command, and where it begins."""

    line: int
    column: int
    text: str


def _assembled(placed: Iterable[_Placed]) -> str:
    """A text in which each command begins in its line, and in its column if there is room."""
    parts: list[str] = []
    line, column = 1, 1
    for command in placed:
        if command.line > line:
            parts.append("\n" * (command.line - line))
            line, column = command.line, 1
        if command.line == line and command.column > column:
            parts.append(" " * (command.column - column))
        parts += (command.text, " ")
        breaks = command.text.count("\n")
        line += breaks
        last = len(command.text) - (command.text.rindex("\n") + 1 if breaks else 0)
        column = (1 if breaks else max(column, command.column)) + last + 1
    return "".join([*parts, "\n"])


def core_of_script(
    text: Text,
    solver: Solver,
    limits: Limits,
    progress: Callable[[str], None] = lambda _: None,
) -> Core:
    """Find a minimal core of what is asserted and assumed at the only check of a script.

    A solver without cores for the script's logic is asked about each part. The limits are those of each
    question; `progress` is told in a few words how far the search is.

    Raises:
        InputError: if nothing is asserted there, or the script asks several times; with the place.
        SolverNotFoundError: if the solver is not installed.
    """
    parts = _parts(text)
    claims = parts.claims
    progress("the verdict")
    plain = run(parts.text(claims, named=False), solver, limits)
    if not isinstance(plain.answer, Unsat):
        return Core(plain.answer, of=len(claims), seconds=plain.usage.cpu_seconds)
    search = _Search(parts, solver, limits)
    needed = search.needed(progress)
    core = tuple(claims[number] for number in needed)
    second: Solver | None = None
    confirmed: Answer | None = None
    for another in _others(solver):
        progress(f"confirmed by {another.title}?")
        said = run(parts.text(core, named=False), another, limits).answer
        if second is None or not isinstance(said, Failure):
            second, confirmed = another, said
        if not isinstance(said, Failure):
            break
    return Core(
        plain.answer,
        core,
        of=len(claims),
        assumptions=sum(claim.assumed for claim in claims),
        fixed=parts.fixed,
        undecided=search.undecided,
        seconds=plain.usage.cpu_seconds,
        core_seconds=search.core_seconds,
        second=second,
        confirmed=confirmed,
    )


class _Search:
    """The search for a core of a script whose verdict is unsat.

    Attributes:
        undecided: the number of questions without an answer.
        core_seconds: CPU seconds of the first question with names; 0 for a solver without cores.
    """

    def __init__(self, parts: _Parts, solver: Solver, limits: Limits) -> None:
        self._parts, self._solver, self._limits = parts, solver, limits
        self._claims = parts.claims
        self._named = solver.unsat_cores
        self.undecided, self.core_seconds = 0, 0.0

    def needed(self, progress: Callable[[str], None]) -> list[int]:
        """The numbers of the claims of a core; whatever names led to it, it is unsat without them."""

        def report(known: int, open_: int) -> None:
            progress(f"a core of {known} to {known + open_} of {len(self._claims)} assertions")

        every = range(len(self._claims))
        found = minimal_core(every, self._refute, report) or []
        if self._named and not isinstance(self._ask(found), Unsat):
            self._named, self.undecided = False, 0
            found = minimal_core(every, self._refute, report) or []
        return found

    def _refute(self, numbers: list[int]) -> list[int] | None:
        whole = len(numbers) == len(self._claims)
        if not self._named and whole:
            return numbers  # the verdict is known
        match self._ask(numbers, named=self._named):
            case Unsat(core=core):
                used = {_NAME.format(number): number for number in numbers}
                return [used[label] for label in core] if core and used.keys() >= set(core) else numbers
            case Sat():
                return None
            case Failure() | Unknown() if self._named and whole:
                self._named = False
                return numbers
            case Timeout(seconds=seconds) if whole:
                raise SessionTimeoutError(f"no core within {seconds:g} s, though the verdict is unsat")
            case Failure() if self._named:
                return self._refute_unnamed(numbers)
        self.undecided += 1
        return None

    def _refute_unnamed(self, numbers: list[int]) -> list[int] | None:
        """Ask again without names, for a solver that fails at those."""
        self._named = False
        return self._refute(numbers)

    def _ask(self, numbers: Sequence[int], *, named: bool = False) -> Answer:
        asked = run(
            self._parts.text([self._claims[number] for number in numbers], named=named),
            self._solver,
            self._limits,
        )
        if named:
            self.core_seconds = self.core_seconds or asked.usage.cpu_seconds
        return asked.answer


def _others(solver: Solver) -> Iterator[Solver]:
    """Yield the installed solvers of other makes that take any logic, by their name."""
    makes = {solver.make}
    for candidate in (SECOND, default_solver(), *SOLVERS):
        make = candidate.make
        if make not in makes and candidate.logics is None and installed(candidate) is not None:
            makes.add(make)
            yield candidate


def _parts(text: Text) -> _Parts:
    notes, asked, name = notes_of(text), text.asked, text.name or None
    nodes = text.nodes(asked)
    asking = [node for node in nodes if node.head in CHECKS]
    for node in asking[1:]:
        message = (
            f"a second {node.head}: explain takes a script that asks once; leave out one of the questions"
        )
        raise InputError(message, source=name, line=node.line, column=node.column, code="incremental")
    check = shown_check(text)
    in_force = {command.start for command in check.commands}
    options = {command.start for command in check.options}
    starts = [command.start for command in asked]
    assumed = next((each.items[1].items for each in asking if each.head == "check-sat-assuming"), ())
    resets = [at for at, node in enumerate(nodes) if node.head == "reset"]
    begun = resets[-1] if resets else 0
    kept = [
        node
        for at, node in enumerate(nodes)
        if starts[at] in in_force
        or (starts[at] in options and not _about_output(node))
        or (node.head == "set-logic" and at >= begun)
        or (node.head == "set-info" and [item.atom for item in node.items[1:2]] != [":status"])
    ]
    uses = Counter[str]()
    if ":named" in text:
        uses.update(atom.atom for node in kept for atom in node.atoms())
        uses.update(atom.atom for literal in assumed for atom in literal.atoms())
    commands: list[_Placed | Claim] = []
    fixed = 0
    for node in kept:
        if node.head == "assert" and len(node.items) == 2:
            if not _is_used_elsewhere(node, uses):
                commands.append(_claim(node, notes.family_at(node.line)))
                continue
            fixed += 1
        commands.append(_Placed(node.line, node.column, write_in_place(node)))
    commands += (
        Claim(literal.line, literal.column, write(without_places(literal)), assumed=True, node=literal)
        for literal in assumed
    )
    if not fixed and not any(isinstance(command, Claim) for command in commands):
        raise InputError(
            "nothing is asserted; is this all of the script?", source=name, code="nothing-to-read"
        )
    last = asking[0] if asking else nodes[-1]
    tactic = write_in_place(last) if last.head == "check-sat-using" else "(check-sat)"
    return _Parts(tuple(commands), _Placed(last.line, last.column, tactic), fixed)


def _is_used_elsewhere(node: Node, uses: Counter[str]) -> bool:
    """Return whether another command uses a name that an assertion gives to a term in it."""
    atoms = [atom.atom for atom in node.atoms()] if uses else []
    names = [name for mark, name in pairwise(atoms) if mark == ":named"]
    return any(uses[name] > atoms.count(name) for name in names)


def _claim(node: Node, family: FamilyLine | None) -> Claim:
    term, label = _stripped(node), ""
    if term is not node.items[1]:
        mark = node.items[1].items[3].atom
        label = symbol_name(mark) or mark
    text, name = write(without_places(term)), family.name if family else ""
    return Claim(node.line, node.column, text, label, name, node=node)


def _stripped(node: Node) -> Node:
    """The term of an assertion without its name."""
    term = node.items[1]
    named = term.head == "!" and len(term.items) == 4 and term.items[2].atom == ":named"
    return term.items[1] if named else term


def _about_output(node: Node) -> bool:
    """Return whether a command sets what is asked or printed, which is ours to set here."""
    option = node.items[1].atom if node.head == "set-option" and len(node.items) > 1 else ""
    return option.startswith(":produce-") or option in (":print-success", ":interactive-mode", ":verbosity")
