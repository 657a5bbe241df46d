"""A minimal conflict of clues, and a minimal set of simple rules that shows it.

The lazy method is used on the board without its clues: a clue is an assumption. So whatever is learned
holds for every set of clues, and one session decides them all. What remains of it are clauses about
few cells ("if x holds 4, so does one of y, z"), which people can follow, unlike edges and sizes.

In a basic puzzle no clue can be left out, for its region could not be without it. There all clues are kept
where they stand; reported are the rules that refute them, and the numbers of clues that these rules need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from drivers.answer import Sat, Timeout, Unknown, Unsat
from drivers.cores import (
    OPTION,
    minimal_core,
    refuted_by,
    require_session,
    unanswered,
    used_assumptions,
    with_switches,
)
from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from encoder.encodings.cuts import CAP, CUTS
from encoder.lazy.refutation import Verdict
from encoder.parts.clauses import ONE_VALUE
from encoder.parts.redundant import COUNT
from encoder.parts.values import BIG, Values, values_of
from encoder.parts.variants import CHECKERED
from fillomino.board import Board
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.reason import refutation
from fillomino.deduction.step import Step
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from smtlib.script import conjunction
from smtlib.sexpr import Sexpr, read_one
from workbench.fillomino.contradicted import CONTRADICTED, ContradictedError, known_solution
from workbench.fillomino.cut_loop import CutLoop
from workbench.methods.encodings import best_logic
from workbench.methods.method import Question, Result
from workbench.methods.smt import smt

TOO_SMALL, TOO_LARGE = "too-small", "too-large"
_OF_CELLS = {
    CHECKERED.name: (" and ", "the two colours of {}"),
    ONE_VALUE.name: (", ", "{} holds one number"),
    COUNT.name: (", ", "the cells are counted: {}"),
}
"""The families whose rules name the cells that they are about, and no numbers: in which words."""

STEP_SECONDS = 5.0
"""CPU time to look for steps of deduction from some clues."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A simple consequence of the rules, in words, of a family of the method `cuts`, about some cells."""

    family: str
    cells: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The reason for a puzzle's having no solution.

    Attributes:
        clues: a minimal conflict: without any one of them there is a filling, or, in a basic puzzle, these
            rules do not refute it.
        rules: a minimal set of simple rules that shows it.
        deduced: whether deduction alone finds the contradiction in these clues (in a basic puzzle, in all).
        steps: a minimal set of steps of deduction to a contradiction; ``None`` if the rules
            that can be shown step by step do not find one in time.
        from_all: whether the steps start from all clues, for these few are not enough for them.
    """

    clues: Mapping[int, int]
    rules: tuple[Rule, ...]
    deduced: bool
    steps: tuple[Step, ...] | None
    from_all: bool

    @property
    def cells(self) -> frozenset[int]:
        """The cells of the clues and the rules."""
        return frozenset(cell for rule in self.rules for cell in rule.cells) | self.clues.keys()

    def alone(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with these clues alone; a basic one keeps all, for it would be another without them."""
        return puzzle.replace(clues=puzzle.clues if puzzle.basic else self.clues, unknown=frozenset())


def contradiction(
    puzzle: Puzzle, solver: Solver, limits: Limits, progress: Callable[[str], None] = lambda _: None
) -> Contradiction | None:
    """Find a minimal conflict of clues, and the rules that show it; ``None`` if the puzzle has a filling.

    The limits are those of each question; `progress` is told in a few words how far the search is.

    Raises:
        UnfitSolverError: if the solver can't hold a session.
        SessionError: if the solver fails or does not answer in time.
        ContradictedError: if the solver claims that there is no solution, and the rules give one.
    """
    require_session(solver)
    with closing(_Clues(puzzle, solver, limits)) as clues:
        core = clues.core(progress)
        if core is None:
            return None
        if known_solution(puzzle) is not None:
            raise ContradictedError(f"{solver.title} finds that there is no solution; {CONTRADICTED}")
        progress("rules")
        core, rules = clues.rules(core)
    progress("deduction")
    # Without its other clues a basic puzzle would be another: their regions could not be.
    few = puzzle.replace(clues=puzzle.clues if puzzle.basic else core, unknown=frozenset())
    deduced = not deduce(few, Level.FULL, seconds=STEP_SECONDS).consistent
    if not deduced and few != puzzle and known_solution(few) is not None:
        held = f"{len(core)} of the clues contradict each other" if core else "the board has no solution"
        raise ContradictedError(f"{solver.title} finds that {held}; {CONTRADICTED}")
    steps, from_all = refutation(few, seconds=STEP_SECONDS), puzzle.basic
    if steps is None and not puzzle.basic:
        steps, from_all = refutation(puzzle, seconds=STEP_SECONDS), True
    return Contradiction(core, rules, deduced, steps, from_all)


def two_solutions(puzzle: Puzzle, solver: Solver, seconds: float | None) -> Result:
    """Solve a puzzle: its result holds two solutions, or the only one, or none."""
    question = Question(limit=2, unique=True, seconds=seconds)
    return smt("cuts", solver, deduce="ahead").run("puzzle", puzzle, question)


class _Clues:
    """All clue sets of a board, decided in one session."""

    def __init__(self, puzzle: Puzzle, solver: Solver, limits: Limits) -> None:
        bare = puzzle.replace(clues={}, unknown=frozenset())
        cap = max([CAP, *puzzle.clues.values()])
        # A basic puzzle keeps its clues for the cells they stand on, but no number of theirs is known.
        candidates = deduce(bare.replace(basic=False), Level.NONE)
        self._values: Values = values_of(puzzle if puzzle.basic else bare, candidates, cap)
        values, given = self._values, sorted(puzzle.clues.items())
        self._clues = {values.symbol(x, v): (x, v) for x, v in given if v in values.options[x]}
        self._impossible = {x: v for x, v in given if v not in values.held_by(x)}
        cells = range(puzzle.board.size)
        self._held = {values.symbol(x, v): (x, v) for x in cells for v in values.held_by(x)}
        self._solver, self._limits = solver, limits
        self._logic = best_logic(CUTS, solver)
        self._loop = CutLoop(self._values, solver, self._logic, limits, options=[OPTION])

    def close(self) -> None:
        """End the session."""
        self._loop.close()

    def core(self, progress: Callable[[str], None]) -> dict[int, int] | None:
        """A minimal conflict of clues; ``None`` if all of them hold together."""
        if self._refuted_bare():
            return {}
        for cell, number in self._impossible.items():
            return {cell: number}
        if self._values.puzzle.basic:
            refuted = isinstance(self._decide(list(self._clues)), Unsat)
            return dict(sorted(self._clues.values())) if refuted else None

        def tried(done: int, left: int) -> None:
            progress(f"clues: {done} needed, {left} to try")

        needed = minimal_core(list(self._clues), self._refute, tried)
        return None if needed is None else dict(sorted(self._clues[name] for name in needed))

    def _refuted_bare(self) -> bool:
        """Return whether the board has no solution even without clues; asked where that is not plain."""
        bare = self._values.puzzle.replace(clues={})
        if bare.basic or not violations(bare, _one_region_each(bare.board)):
            return False
        verdict = self._loop.decide(assumed=[])
        if isinstance(verdict, Unknown | Timeout):
            raise unanswered("the search for clues", verdict)
        return isinstance(verdict, Unsat)

    def rules(self, core: dict[int, int]) -> tuple[dict[int, int], tuple[Rule, ...]]:
        """A minimal set of rules that refute these clues, found in a fresh session; and the clues needed."""
        if any(cell in self._impossible for cell in core):
            [(cell, number)] = core.items()
            name = self._values.puzzle.board.names[cell]
            return core, (Rule("growth", (cell,), f"there is no room for a region of {number} at {name}"),)
        groups: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
        clauses = {each.term: (each.family, each.about) for each in self._loop.base.assertions}
        for cut in self._loop.learned:
            positive, _ = _literals(cut)
            clauses.setdefault(cut, (TOO_SMALL if positive else TOO_LARGE, ()))
        for term, (family, about) in clauses.items():
            groups.setdefault(_group(term, family, about), []).append((term, about))
        clues = {self._values.symbol(cell, number): (cell, number) for cell, number in core.items()}
        commands = [OPTION, "(set-option :produce-models true)", f"(set-logic {self._logic})"]
        commands += [f"(declare-fun {name} () Bool)" for name in self._loop.base.names]
        switches, switching = with_switches(
            conjunction([term for term, _ in group]) for group in groups.values()
        )
        with Session(self._solver, self._limits) as session:
            session.send_script("\n".join([*commands, *switching]))
            needed = minimal_core([*switches, *clues], refuted_by(session)) or []
        named = dict(zip(switches, groups, strict=True))
        found = [self._rule(named[name], groups[named[name]]) for name in needed if name in named]
        few = dict(clues[symbol] for symbol in needed if symbol in clues)
        return few, tuple(sorted(found, key=lambda rule: (rule.cells, rule.family)))

    def _refute(self, assumed: list[str]) -> set[str] | None:
        """Those of the assumed clues that a refutation of them used; ``None`` if they have a solution."""
        if isinstance(self._decide(assumed), Sat):
            return None
        return used_assumptions(self._loop.asked_session, assumed)

    def _decide(self, assumed: Sequence[str]) -> Sat | Unsat:
        """Return whether there is a solution with the assumed clues: ``Sat`` or ``Unsat``."""
        verdict = self._loop.decide(assumed=assumed)
        match verdict:
            case Unsat():
                return verdict
            case Unknown() | Timeout():
                raise unanswered("the search for clues", verdict)
            case Verdict(filling=None):
                raise SessionError(
                    f"numbers above {self._values.cap} leave it open whether there is a solution"
                )
        return Sat()

    def _rule(self, group: str, clauses: Sequence[tuple[str, tuple[int, ...]]]) -> Rule:
        """The clauses of a group, which stand or fall together, with the cells of each, in words."""
        names = self._values.puzzle.board.names
        family, _, _ = group.partition(" ")
        first, _ = clauses[0]
        if first == "false":
            return Rule(family, (), "in some cell no number fits")
        if family in _OF_CELLS:
            joint, words = _OF_CELLS[family]
            cells = sorted({cell for _, about in clauses for cell in about})
            return Rule(family, tuple(cells), words.format(joint.join(names[cell] for cell in cells)))
        positive, negative = (
            [self._held[name] for name in some if name in self._held] for some in _literals(first)
        )
        about = {cell for cell, _ in (*positive, *negative)}
        return Rule(family, tuple(sorted(about)), _words(names, positive, negative, self._values.cap))


def _one_region_each(board: Board) -> Filling:
    """Return the filling with one region for each connected part of a board."""
    size = {cell: len(part) for part in board.components() for cell in part}
    return tuple(size[cell] for cell in range(board.size))


def _group(term: str, family: str, about: tuple[int, ...]) -> str:
    """Return a name for clauses that stand or fall together: that a cell holds one number, all of a count."""
    if family in (ONE_VALUE.name, CHECKERED.name):
        return f"{family} {sorted(about)}"
    return family if family == COUNT.name else f"{family} {term}"


def _literals(clause: str) -> tuple[list[str], list[str]]:
    """The symbols of a clause: the plain ones, and the negated ones."""
    term = read_one(clause)
    parts: tuple[Sexpr, ...] = term[1:] if isinstance(term, tuple) and term[0] == "or" else (term,)
    positive = [part for part in parts if isinstance(part, str)]
    negative = [part[1] for part in parts if isinstance(part, tuple) and part[0] == "not"]
    return positive, [name for name in negative if isinstance(name, str)]


def _words(
    names: tuple[str, ...], positive: list[tuple[int, int]], negative: list[tuple[int, int]], cap: int
) -> str:
    """A clause about one number in words."""
    shown = (positive or negative)[0][1]
    number = f"a number above {cap}" if shown == BIG else shown
    some = ", ".join(names[cell] for cell, _ in sorted(positive))
    given = " and ".join(names[cell] for cell, _ in sorted(negative))
    if not positive:
        return f"{given} do not all hold {number}" if len(negative) > 1 else f"{given} does not hold {number}"
    one_of = f"one of {some}" if len(positive) > 1 else some
    if not negative:
        return f"{one_of} holds {number}"
    verb = "hold" if len(negative) > 1 else "holds"
    return f"if {given} {verb} {number}, so does {one_of}"
