"""Explanations, cores and shrunk puzzles for machines, as rows of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from drivers.answer import Sat, Unsat
from fillomino.instance import Instance
from smtlib.scopes import shown_check
from smtlib.script import Assertion
from workbench.explain.signs import Conflict
from workbench.fillomino.clues import Contradiction
from workbench.fillomino.steps import ExplainedStep, sentence
from workbench.methods.method import shape
from workbench.methods.smt import in_words
from workbench.texts.rows import (
    AuditedAssertionRow,
    ClaimRow,
    ExplainRow,
    ScriptCoreRow,
    ShrunkRow,
    StepRow,
    violation_rows,
)

if TYPE_CHECKING:
    from encoder.puzzle_script import PuzzleScript
    from workbench.api.answers import Explanation, Shrunk
    from workbench.explain.assertions import Core


def explain_row(found: Explanation) -> ExplainRow:
    """Return the row of an explanation."""
    board, broken = found.puzzle.places, found.broken
    assertions = assertion_rows(found.puzzle, found.assertions)
    if broken is not None:
        assertions += assertion_rows(found.puzzle, broken.assertions, broken.script)
    return ExplainRow(
        puzzle=found.name,
        finding=found.finding,
        fillings=[shape(board, filling) for filling in found.fillings],
        differ=[board.names[cell] for cell in found.differ],
        conflict=_conflict(found.puzzle, found.conflict, found.signs),
        rules=[rule.text for rule in found.conflict.rules] if found.conflict is not None else [],
        steps=_steps(found.puzzle, found.conflict),
        violations=violation_rows(board.names, found.violations),
        by=found.by or None,
        assertions=assertions,
        representable=broken is None or not broken.unsayable,
    )


def assertion_rows(
    puzzle: Instance, assertions: Sequence[Assertion], script: PuzzleScript | None = None
) -> list[AuditedAssertionRow]:
    """Return the rows of assertions, with their lines where their script was read from a text."""
    names, source = puzzle.places.names, None if script is None else script.source
    rows = [
        AuditedAssertionRow(
            family=assertion.family, cells=[names[cell] for cell in assertion.about], term=assertion.term
        )
        for assertion in assertions
    ]
    if script is not None and source is not None:
        placed = zip(script.assertions, shown_check(source).assertions, strict=True)
        lines = {id(assertion): asserted.line for assertion, asserted in placed}
        for row, assertion in zip(rows, assertions, strict=True):
            row.line = lines[id(assertion)]
    return rows


def _conflict(
    puzzle: Instance, clues: Contradiction | None, signs: Conflict | None
) -> dict[str, int | str] | None:
    if signs is not None:
        its = signs.without_others
        return {its.name_of(cell): its.signs[cell] for cell in signs.cells}
    if clues is None:
        return None
    return {puzzle.places.names[cell]: number for cell, number in clues.clues.items()}


def _steps(puzzle: Instance, conflict: Contradiction | None) -> list[StepRow]:
    board, steps = puzzle.places, () if conflict is None else conflict.steps or ()
    return [ExplainedStep(step, sentence(step, board), ()).to_json(board.names) for step in steps]


def core_row(
    core: Core, name: str, solver: str, stated: str | None, error: str | None = None
) -> ScriptCoreRow:
    """Return the row of a script's core, by a solver of this title."""
    answers = {Sat: False, Unsat: True}
    refuted = None if error else answers.get(type(core.answer))
    if error is None and refuted is None:
        error = in_words(core.answer)
    return ScriptCoreRow(
        script=name,
        verdict=None if refuted is None else "unsat" if refuted else "sat",
        stated=stated,
        solver=solver,
        core=[
            ClaimRow(
                line=claim.line,
                column=claim.column,
                term=claim.term,
                name=claim.name,
                family=claim.family,
                assumed=claim.assumed,
            )
            for claim in core.claims
        ],
        of=core.of,
        assumptions=core.assumptions,
        fixed=core.fixed,
        undecided=core.undecided,
        seconds=round(core.seconds, 6),
        core_seconds=round(core.core_seconds, 6),
        second=core.second.title if core.second is not None else None,
        confirmed=answers.get(type(core.confirmed)),
        error=error,
    )


def shrunk_row(found: Shrunk) -> ShrunkRow:
    """Return the row of a shrunk puzzle."""
    board, about = found.puzzle.places, found.disagreement
    return ShrunkRow(
        puzzle=found.puzzle.text(),
        disagreement=about.text,
        filling=None if about.filling is None else shape(board, about.filling),
        refused=about.refused,
        violations=violation_rows(board.names, about.violations),
        assertions=assertion_rows(found.puzzle, found.assertions),
        tried=found.tried,
        whole=found.whole,
        stopped=found.stopped,
    )
