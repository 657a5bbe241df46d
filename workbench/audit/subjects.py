"""The subjects and the scope of an audit, by the names that a person types: composed here alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from drivers.limits import Limits
from drivers.solver import Solver, installed
from drivers.solvers import SECOND, SOLVERS, default_solver
from drivers.solvers import find as find_solver
from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.select import family_names
from fillomino.deduction.levels import level_of
from fillomino.errors import InputError
from workbench.audit.judging import Scripts
from workbench.audit.listed import Completed, listed
from workbench.audit.sweep import Scope, Subject
from workbench.fillomino.audit_course import EVERY_UP_TO, SAMPLED_UP_TO, FillominoCourse
from workbench.foreign.puzzles import FILLOMINO
from workbench.methods.encodings import (
    best_logic,
    chosen_families,
    find_encoding,
    find_one_shot,
    with_families,
)
from workbench.methods.registry import lists_solutions
from workbench.methods.smt import SmtMethod
from workbench.texts.inputs import board_of

if TYPE_CHECKING:
    from workbench.audit.makers import Maker


def scope_of(
    every: int | None = None,
    sampled: int | None = None,
    boards: Sequence[str] = (),
    deduce: str = "none",
    timeout: float | None = None,
    game: str = FILLOMINO,
) -> Scope:
    """Return the `Scope` of an audit, with boards such as ``2x3``, and a level of deduction by its name.

    Raises:
        InputError: for a game, board or level that does not exist, or a level of deduction in another game
            than Fillomino.
    """
    limits = Limits(seconds=timeout)
    if game != FILLOMINO:
        from games.registry import find
        from workbench.audit.games import CELLS, course_of

        if deduce != "none":
            raise InputError(f"--deduce knows Fillomino alone, not {game}", code="other-game")
        most = max(every if every is not None else 0, sampled if sampled is not None else 0)
        most = CELLS if every is None and sampled is None else most
        return Scope(course_of(find(game), most, boards), limits=limits)
    chosen = tuple((spec, board_of(spec)) for spec in boards)
    course = FillominoCourse(
        EVERY_UP_TO if every is None else every,
        SAMPLED_UP_TO if sampled is None else sampled,
        chosen or None,
    )
    return Scope(course, level_of(deduce), limits)


def against(name: str, scope: Scope, solver: str, boards: Sequence[str], game: str) -> Scope:
    """Return the scope of an audit against an encoding, on boards that are too large for the rules alone.

    Args:
        name: the encoding, or ``cmd:PROGRAM``.
        scope: the usual scope, whose course makes counterexamples smaller.
        solver: the solver that gives its solutions.
        boards: rectangles such as ``8x8``; by default some of 5x5 to 10x10.
        game: the game.

    Raises:
        EncodingError: for an unknown encoding.
        InputError: for a board that is no rectangle.
    """
    from workbench.audit.against import AgainstCourse, Rival, sizes_of
    from workbench.audit.makers import GameMaker

    rival = Rival(find_one_shot(name, game=game), find_solver(solver), scope.limits)
    maker: Maker
    if game == FILLOMINO:
        from workbench.fillomino.maker import FillominoMaker

        maker = FillominoMaker()
    else:
        from games.registry import find

        maker = GameMaker(find(game))
    course = AgainstCourse(maker, rival, sizes_of(boards), scope.course, chosen=bool(boards))
    return replace(scope, course=course, known=rival.solutions, rival=rival.encoding.name)


@dataclass(frozen=True, slots=True)
class SubjectName:
    """A subject as another process finds it: the arguments of `subject_of`, and what it needs of a scope."""

    name: str
    solver: str
    second: str | None = None
    drop: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    logic: str | None = None
    game: str = FILLOMINO
    deduce: str = "none"
    timeout: float | None = None

    def find(self, scope: Scope | None = None) -> Subject:
        """Return the subject, of a scope if there is one already; raises what `subject_of` does."""
        scope = scope or scope_of(0, 0, deduce=self.deduce, timeout=self.timeout, game=self.game)
        given = self.name, scope, self.solver, self.second
        return subject_of(*given, drop=self.drop, only=self.only, logic=self.logic, game=self.game)


def subject_of(
    name: str,
    scope: Scope,
    solver: str,
    second: str | None = None,
    *,
    drop: Sequence[str] = (),
    only: Sequence[str] = (),
    logic: str | None = None,
    game: str = FILLOMINO,
) -> Subject:
    """Return the subject of a name.

    Args:
        name: an encoding, ``cmd:PROGRAM``, ``ans:PROGRAM`` or a paradigm.
        scope: of the audit.
        solver: the solver that decides.
        second: the solver that checks a counterexample; ``None`` for `another`.
        drop: families of the encoding to leave out; several may stand in a string, separated by commas.
        only: families to keep; all if empty.
        logic: the logic, if not the one that suits encoding and solver.
        game: the game of the puzzles.

    Raises:
        EncodingError: for an unknown encoding or family.
        UnknownSolverError, UnfitSolverError, SolverNotFoundError: for a solver that can't decide.
        ProgramError: for a program that does not exist or fails.
    """
    if lists_solutions(name):
        return listed(name, scope.level, scope.limits, scope.known)
    encoding, checker = find_encoding(name, game), find_solver(second) if second else None
    if encoding.lazy:
        method = SmtMethod(chosen_families(encoding, drop, only), find_solver(solver), logic, scope.level)
        best_logic(encoding, method.solver)
        return Completed(method, scope.limits, scope.known)
    return scripts_of(encoding, find_solver(solver), scope, checker, drop=drop, only=only, logic=logic)


def scripts_of(
    encoding: Encoding,
    solver: Solver,
    scope: Scope,
    second: Solver | None = None,
    *,
    drop: Sequence[str] = (),
    only: Sequence[str] = (),
    logic: str | None = None,
) -> Scripts:
    """Return an encoding as a subject; see `subject_of`."""
    whole = with_families(encoding) if drop or only else encoding
    part = chosen_families(whole, family_names(drop), family_names(only))
    checker = second or another(solver, whole)
    return Scripts(part, solver, checker, whole, logic, scope.level, scope.limits, scope.known, scope.rival)


def another(solver: Solver, encoding: Encoding) -> Solver:
    """Return a solver that checks the work of another: installed, of another make, and takes the encoding."""
    make = solver.make
    for candidate in (SECOND, default_solver(), *SOLVERS):
        if candidate.make != make and installed(candidate) is not None:
            try:
                best_logic(encoding, candidate)
            except EncodingError:
                continue
            return candidate
    return solver
