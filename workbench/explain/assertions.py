"""Minimal cores: of an encoding's assertions that refuse a filling, and of any script's.

Those of a script are found by deletion from the solver's own core, one fresh process for each question, so
that any solver that knows unsat cores can be asked, in any logic (Joao Marques-Silva, "Minimal
Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
from drivers.backend import run
from drivers.cores import core_of, minimal_core, require_session
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.solver import Solver, installed
from drivers.solvers import SECOND, SOLVERS, default_solver
from encoder.annotations import notes_of
from encoder.encoding import Encoding
from encoder.puzzle_script import PuzzleScript, cells_of
from fillomino.errors import InputError
from fillomino.graph import distances
from fillomino.instance import Filling, Instance, Violation
from smtlib.commands import CHECKS
from smtlib.scopes import shown_check
from smtlib.script import Assertion
from smtlib.sexpr import Command, Sexpr, atoms_of, begin_of, read_next, symbol_name, write
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

    @property
    def finding(self) -> Literal["right", "wrong", "accepts", "misses"]:
        """Whether the filling is right or wrong; else the script accepts a wrong one or misses a solution."""
        refused = bool(self.assertions) or self.unsayable
        if self.violations:
            return "wrong" if refused else "accepts"
        return "misses" if refused else "right"


def broken(
    puzzle: Instance, filling: Filling, encoding: Encoding, solver: Solver, limits: Limits = LIMITS
) -> Broken:
    """Judge a filling by the rules and by the assertions of an encoding; see `broken_by`."""
    script = encoding.script(puzzle, best_logic(encoding, solver), seconds=limits.seconds)
    return broken_by(script, filling, solver, limits)


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


@dataclass(frozen=True, slots=True)
class Claim:
    """An assertion or assumption of a script: where it begins, its term, and its name and family if any."""

    line: int
    column: int
    term: str
    name: str = ""
    family: str = ""
    assumed: bool = False


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
    parts = _Parts(text)
    claims = parts.claims
    progress("the verdict")
    every = range(len(claims))
    plain = run(parts.text(every, named=False), solver, limits)
    if not isinstance(plain.answer, Unsat):
        return Core(plain.answer, of=len(claims), seconds=plain.usage.cpu_seconds)
    search = _Search(parts, solver, limits)
    needed = search.needed(progress)
    core = tuple(claims[number] for number in needed)
    second: Solver | None = None
    confirmed: Answer | None = None
    for another in _others(solver):
        progress(f"confirmed by {another.title}?")
        said = run(parts.text(needed, named=False), another, limits).answer
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
                used = self._parts.numbers_of(core)
                return sorted(used) if used and used <= set(numbers) else numbers
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
        asked = run(self._parts.text(numbers, named=named), self._solver, self._limits)
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


class _Part(NamedTuple):
    """What stands in the text for a claim: without a label, with one, and that label without bars."""

    plain: str
    labelled: str
    label: str


class _Parts:
    """The text of a script, of which some assertions and assumptions can be left out.

    Whatever stays is in its line, and in its column but for what is put in before it: blanks stand for the
    rest.

    Attributes:
        claims: what can be left out, in the order of the text.
        fixed: how many assertions stay, since other commands use names in them.
    """

    def __init__(self, text: Text) -> None:
        """Take a text apart.

        Raises:
            InputError: if it asks several times, or nothing is asserted; with the place.
            SexprError: if it is no script.
        """
        self.claims: list[Claim] = []
        self.fixed = 0
        self._parts: list[_Part] = []
        self._pieces: list[str | int] = []
        """What stays, and the numbers of claims."""
        self._text, self._notes = text, notes_of(text)
        asking = [each for each in text.asked if each.head in CHECKS]
        for each in asking[1:]:
            line, column = text.place(each.start)
            message = (
                f"a second {each.head}: explain takes a script that asks once; leave out one of the questions"
            )
            raise InputError(message, source=text.name, line=line, column=column, code="incremental")
        self._read(asking[0] if asking else None)
        if not self.fixed and not self.claims:
            message = "nothing is asserted; is this all of the script?"
            raise InputError(message, source=text.name, code="nothing-to-read")

    def text(self, numbers: Collection[int], *, named: bool) -> str:
        """The script with the claims of some numbers, and a question."""
        kept, parts = set(numbers), ["(set-option :produce-unsat-cores true) "] if named else []
        for piece in self._pieces:
            if isinstance(piece, str):
                parts.append(piece)
            elif piece in kept:
                parts.append(self._parts[piece].labelled if named else self._parts[piece].plain)
            else:
                parts.append(_blank(self._parts[piece].plain))
        return "".join([*parts, "(get-unsat-core)\n" if named else "\n"])

    def numbers_of(self, labels: Iterable[str]) -> set[int] | None:
        """The numbers of the claims with some labels; ``None`` if there is another label among them."""
        known = {part.label: number for number, part in enumerate(self._parts)}
        found = {known.get(symbol_name(label) or label) for label in labels}
        return None if None in found else {number for number in found if number is not None}

    def _read(self, check: Command | None) -> None:
        text, at = self._text, 0
        before = [each for each in text.asked if check is None or each.start < check.start]
        kept = [each for each, stays in zip(before, _stay(text, before), strict=True) if stays]
        assumed = shown_check(text).assumptions
        uses = Counter[str]()
        if ":named" in text:
            uses.update(atom for each in kept for atom in atoms_of(each.term))
            uses.update(atom for literal in assumed for atom in atoms_of(literal))
        stay = {each.start for each in kept}
        for each in before:
            self._pieces.append(text[at : each.start])
            at, own = each.end, text[each.start : each.end]
            if each.start not in stay:
                self._pieces.append(_blank(own))
            elif each.head == "assert" and len(each.term) == 2 and not _is_used_elsewhere(each.term, uses):
                self._assertion(each, own)
            else:
                self.fixed += each.head == "assert" and len(each.term) == 2
                self._pieces.append(own)
        if check is None:
            self._pieces.append(" (check-sat)")
            return
        self._pieces.append(text[at : check.start])
        if check.head == "check-sat-using":
            self._pieces.append(text[check.start : check.end])
            return
        if check.head == "check-sat-assuming":
            self._assumptions(check, assumed)
        self._pieces.append("(check-sat)")

    def _assertion(self, command: Command, own: str) -> None:
        """An assertion: one without a name of its own is named by its number."""
        inner, name, text = command.term[1], "", self._text
        match inner:
            case ("!", term, ":named", str(label)):
                inner, name = term, symbol_name(label) or label
        begin = begin_of(text, begin_of(text, command.start + 1) + len("assert")) - command.start
        label = name or f"core-{len(self.claims)}"
        named = own if name else f"{own[:begin]}(! {own[begin:-1]} :named {label}))"
        family = self._notes.family_at(command.line)
        where = text.place(command.start)
        self._add(Claim(*where, write(inner), name, family.name if family else ""), own, named, label)

    def _assumptions(self, check: Command, literals: Sequence[Sexpr]) -> None:
        """The literals of a check, each asserted in its place."""
        text = self._text
        at = begin_of(text, begin_of(text, check.start + 1) + len(check.head)) + 1
        self._pieces.append(_blank(text[check.start : at]))
        for literal in literals:
            begin = begin_of(text, at)
            _, end = read_next(text, begin) or (literal, begin)
            self._pieces.append(_blank(text[at:begin]))
            own, label = text[begin:end], f"core-{len(self.claims)}"
            claim = Claim(*text.place(begin), write(literal), assumed=True)
            self._add(claim, f"(assert {own})", f"(assert (! {own} :named {label}))", label)
            at = end
        self._pieces.append(_blank(text[at : check.end]))

    def _add(self, claim: Claim, plain: str, labelled: str, label: str) -> None:
        self._pieces.append(len(self.claims))
        self.claims.append(claim)
        self._parts.append(_Part(plain, labelled, label))


def _stay(text: Text, commands: Sequence[Command]) -> Iterator[bool]:
    """Yield for each command before the question whether it bears on that."""
    check = shown_check(text)
    in_force = {each.start for each in check.commands}
    options = {each.start for each in check.options}
    begun = max((each.start for each in commands if each.head == "reset"), default=0)
    for each in commands:
        yield (
            each.start in in_force
            or (each.start in options and not _about_output(each.term))
            or (each.head == "set-logic" and each.start >= begun)
            or (each.head == "set-info" and each.term[1:2] != (":status",))
        )


def _blank(text: str) -> str:
    """Blanks of the same length, with the same line breaks."""
    return re.sub(r"[^\r\n]", " ", text)


def _is_used_elsewhere(term: Sexpr, uses: Counter[str]) -> bool:
    """Return whether another command uses a name that an assertion gives to a term in it."""
    atoms = atoms_of(term) if uses else []
    names = [name for mark, name in pairwise(atoms) if mark == ":named"]
    return any(uses[name] > atoms.count(name) for name in names)


def _about_output(command: tuple[Sexpr, ...]) -> bool:
    """Return whether a command sets what is asked or printed, which is ours to set here."""
    option = command[1] if len(command) > 1 and isinstance(command[1], str) else ""
    return option.startswith(":produce-") or option in (":print-success", ":interactive-mode", ":verbosity")
