"""Each family of an encoding dropped in turn: what goes wrong without it, or that it is redundant."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from drivers.answer import Unsat
from drivers.runner import run
from drivers.solver import Solver, installed
from drivers.solvers import DEFAULT, SECOND
from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.select import select
from fillomino.puzzle import Puzzle
from fillomino.words import counted, listed
from smtlib.render import driver
from smtlib.script import Family
from workbench.audit.counterexample import Counterexample, DisagreementError, understand
from workbench.audit.puzzles import sampled
from workbench.audit.sweep import Done, Report, Scope, audit
from workbench.logics import best_logic


@dataclass(frozen=True, slots=True)
class Row:
    """Result of dropping a family.

    Attributes:
        name: the encoding without it.
        family: the family.
        found: the smallest counterexample; ``None`` if the family is redundant as far as was looked.
        report: how far that was.
        implied: whether a redundant family follows from the others on every board without clues, so
            that even the models are the same.
        occurs: whether it has assertions at all on the boards that were looked at.
    """

    name: str
    family: Family
    found: Counterexample | None
    report: Report
    implied: bool
    occurs: bool = True


def table(
    whole: Encoding,
    solver: Solver,
    second: Solver,
    scope: Scope,
    *,
    progress: Callable[[Done], None] = lambda _: None,
) -> list[Row]:
    """A row for each family; each result is checked by the second solver.

    Raises:
        DisagreementError: if the second solver does not agree.
        SessionError: as `audit`.
    """
    rows = []
    for family in whole.families:
        rest = select(whole, [family.name])
        report = audit(rest, solver, scope, progress=progress)
        if report.wrong is not None:
            found = understand(report.wrong, rest, whole, second)
            rows.append(Row(rest.name, family, found, report, implied=False))
            continue
        if audit(rest, second, scope, progress=progress).wrong is not None:
            raise DisagreementError(f"{second.title} finds a counterexample without {family.name}")
        implied = _implied(whole, family, solver, scope)
        rows.append(Row(rest.name, family, None, report, implied, _occurs(whole, family, scope)))
    return rows


def another(solver: Solver, encoding: Encoding) -> Solver:
    """A solver to check the other's work: the usual second one or the default, if it takes the encoding."""
    for candidate in (SECOND, DEFAULT):
        if candidate.name not in (solver.name, solver.same_as) and installed(candidate) is not None:
            try:
                best_logic(encoding, candidate)
            except EncodingError:
                continue
            return candidate
    return solver


def row_text(row: Row, scope: str | None = None) -> str:
    """A row in one line.

    Args:
        row: the row.
        scope: the words for what was looked at, if not all of it.
    """
    found = row.found
    if found is None:
        where = f" on {scope_text(row.report)}" if scope is None else scope
        if not row.occurs:
            return f"has no assertion yet{where}"
        why = "the others imply it" if row.implied else "it excludes models, but no solution"
        return f"redundant{where}: {why}"
    numbers = "no number" if found.filling is None else " ".join(map(str, found.filling))
    given = []
    if found.puzzle.clues:
        clues = ", ".join(
            f"{found.puzzle.board.names[x]} = {v}" for x, v in sorted(found.puzzle.clues.items())
        )
        given.append(clues)
    names = found.puzzle.board.names
    given += [f"a wall between {names[x]} and {names[y]}" for x, y in sorted(found.puzzle.walls)]
    given += ["the variant checkered"] if found.puzzle.checkered else []
    given += ["the variant basic"] if found.puzzle.basic else []
    if found.puzzle.largest_region is not None:
        given.append(f"no region above {found.puzzle.largest_region}")
    where = f"{row.report.done[-1].board} with {' and '.join(given)}" if given else row.report.done[-1].board
    if found.blocked is not None:
        return f"{found.does} {' '.join(map(str, found.blocked))} on {where}"
    return f"{'refuses' if found.refused else 'accepts'} {numbers} on {where}"


def scope_text(report: Report) -> str:
    """The scope of an audit, in words."""
    every = [done.board for done in report.done if done.every and done.puzzles]
    samples = sum(done.puzzles for done in report.done if not done.every)
    parts = []
    if every:
        count = sum(done.puzzles for done in report.done if done.every)
        most = max(done.cells for done in report.done if done.every)
        parts.append(
            f"all {count:,} puzzles of {counted(len(every), 'board')} of up to {counted(most, 'cell')}"
        )
    if samples:
        most = max(done.cells for done in report.done if not done.every)
        parts.append(f"{samples:,} sampled ones of up to {counted(most, 'cell')}")
    return " and ".join(parts) or "nothing"


def skipped_text(report: Report, name: str) -> str:
    """The puzzles that an audit had to skip, in words; empty if none."""
    parts = [counted(count, f"{kind} puzzle") for kind, count in report.skipped.items()]
    return f"{listed(parts)} that {name} does not encode" if parts else ""


def _occurs(whole: Encoding, family: Family, scope: Scope) -> bool:
    """Return whether a family has assertions in some sampled puzzle of the boards."""
    for _, board in scope.chosen():
        for puzzle in (puzzle for batch in sampled(board) for puzzle in batch):
            with suppress(EncodingError):
                if any(assertion.family == family.name for assertion in whole.script(puzzle).assertions):
                    return True
    return False


def _implied(whole: Encoding, family: Family, solver: Solver, scope: Scope) -> bool:
    """Return whether the other families imply a family, on every board of the scope without clues."""
    logic = best_logic(whole, solver)
    for _, board in scope.chosen():
        if board.size > max(scope.every, 1):
            continue
        try:
            script = whole.script(Puzzle(board, {}), logic)
        except EncodingError:
            continue
        dropped = [a.term for a in script.assertions if a.family == family.name]
        if not dropped:
            continue
        rest = select(whole, [family.name]).script(Puzzle(board, {}), logic)
        broken = f"(not (and true {' '.join(dropped)}))"
        if not isinstance(run(driver(rest, [broken]), solver).answer, Unsat):
            return False
    return True
