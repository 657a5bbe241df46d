"""Parts of explanations for machines, as rows of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from drivers.answer import Sat, Unsat
from fillomino.instance import Instance
from smtlib.scopes import shown_check
from smtlib.script import Assertion
from workbench.explain.signs import Conflict
from workbench.fillomino.clues import Contradiction
from workbench.fillomino.deduction_steps import ExplainedStep, sentence
from workbench.methods.smt import in_words
from workbench.texts.rows import (
    AuditedAssertionRow,
    ClaimRow,
    ScriptCoreRow,
    StepRow,
)

if TYPE_CHECKING:
    from encoder.puzzle_script import PuzzleScript
    from workbench.explain.assertions import Core


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


def conflict_by_name(
    puzzle: Instance, clues: Contradiction | None, signs: Conflict | None
) -> dict[str, int | str] | None:
    """Return the clues or signs of a minimal conflict, by the names of cells; ``None`` without one."""
    if signs is not None:
        its = signs.without_others
        return {its.name_of(cell): its.signs[cell] for cell in signs.cells}
    if clues is None:
        return None
    return {puzzle.places.names[cell]: number for cell, number in clues.clues.items()}


def step_rows(puzzle: Instance, conflict: Contradiction | None) -> list[StepRow]:
    """Return the rows of the steps of deduction to a contradiction."""
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
