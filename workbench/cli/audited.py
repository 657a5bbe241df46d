"""The results of audits as text and as rows of JSON."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import UNSET

from drivers.solver import Solver
from drivers.solvers import SECOND
from encoder.script import PuzzleScript
from fillomino import formats
from fillomino.words import counted
from smtlib.literals import write_literal
from workbench.audit.families import Row, Table, row_text, scope_text, skipped_text
from workbench.audit.scripts import Scripts
from workbench.audit.subject import Counterexample, Subject
from workbench.audit.sweep import Report
from workbench.audit.text import Audited, audited
from workbench.cli.layout import beside_puzzle, by_family, indented, model_text
from workbench.cli.report import words
from workbench.methods.exits import Exit
from workbench.methods.result import shape
from workbench.texts.flavours import written
from workbench.texts.outputs import write_file
from workbench.texts.rows import (
    AuditedAssertionRow,
    AuditedFamilyRow,
    AuditedScriptRow,
    AuditRow,
    CounterexampleRow,
)


def show_report(subject: Subject, report: Report, keep: Path | None, *, as_json: bool) -> int:
    """Print the result of an audit; returns the exit code."""
    example = None if report.wrong is None else subject.explain(report.wrong)
    if example is not None and keep is not None and isinstance(subject, Scripts):
        _keep(keep, example, subject)
    if as_json:
        click.echo(_row(subject.name, example, report).to_line())
    elif example is not None:
        click.echo(_text(subject, example, report), nl=False)
    else:
        click.echo(f"{subject.name}: no counterexample; {scope_text(report)}")
        if skipped := skipped_text(report, subject.name):
            click.echo(f"Left out: {skipped}.")
    return Exit.DONE if example is None else Exit.NO


def show_family_rows(subject: Scripts, table: Table, *, as_json: bool) -> int:
    """Print what each family is for; returns the exit code."""
    if as_json:
        for row in table.rows:
            click.echo(_family_row(subject.name, row).to_line())
    else:
        if table.found is not None:
            click.echo(_text(subject, table.found, table.report))
        click.echo(f"{subject.name}: what each family is for, shown by what goes wrong without it")
        for row in table.rows:
            click.echo(f"  {row.family.name:<15} {row_text(row)}")
        widest = max((table.report, *(row.report for row in table.rows)), key=lambda report: report.puzzles)
        if skipped := skipped_text(widest, subject.name):
            click.echo(f"Left out: {skipped}.")
    return Exit.DONE if table.found is None else Exit.NO


def show_script(
    script: PuzzleScript, solver: Solver, second: Solver | None, timeout: float | None, *, as_json: bool
) -> int:
    """Audit a script on its puzzle, and print the result; returns the exit code."""
    with words() as show:
        result = audited(script, solver, second or SECOND, timeout, show)
    name = script.source.name if script.source is not None else script.encoding
    if as_json:
        click.echo(_script_row(name, script, result).to_line())
    elif result.right:
        solutions = counted(result.solutions, "solution")
        click.echo(f"{name}: right: it accepts exactly the {solutions} of its puzzle")
    elif result.counterexample is None:
        click.echo(f"{name}: not decided: {result.why}")
    elif result.counterexample.unreadable:
        click.echo(f"{name}: wrong: {result.counterexample.unreadable}")
    else:
        click.echo(_script_text(name, script, result.counterexample, result.why), nl=False)
    return Exit.DONE if result.right else Exit.NO_ANSWER if result.right is None else Exit.NO


def _text(subject: Subject, example: Counterexample, report: Report) -> str:
    """A counterexample in words and pictures."""
    board = example.puzzle.board
    families = subject.families or (() if example.script is None else example.script.families)
    lines = [f"{subject.name} {example.does} on {report.done[-1].board}, after {report.puzzles:,} others.\n"]
    lines.append(beside_puzzle(example.puzzle, example.filling, example.kind, example.violations))
    if example.unreadable:
        lines.append(f"Its model gives no filling: {example.unreadable}\n")
    if example.model:
        lines += ["Its model:\n", indented(model_text(example.model))]
    if example.why:
        lines.append(f"{example.why}\n")
    if example.assertions:
        lines.append(indented(by_family(board, families, example.assertions)))
    lines.append(f"Checked by {', '.join(example.checked_by)}.\n")
    return "".join(lines)


def _row(name: str, example: Counterexample | None, report: Report) -> AuditRow | CounterexampleRow:
    if example is None:
        return AuditRow(encoding=name, right=True, puzzles=report.puzzles, not_encoded=dict(report.skipped))
    return _counterexample(name, example, report)


def _counterexample(name: str, example: Counterexample, report: Report) -> CounterexampleRow:
    names = example.puzzle.board.names
    filling = None if example.filling is None else dict(zip(names, example.filling, strict=True))
    return CounterexampleRow(
        encoding=name,
        right=False,
        puzzles=report.puzzles,
        not_encoded=dict(report.skipped),
        board=report.done[-1].board,
        clues={names[cell]: number for cell, number in sorted(example.puzzle.clues.items())},
        walls=[[names[x], names[y]] for x, y in sorted(example.puzzle.walls)],
        largest_region=example.puzzle.largest_region,
        checkered=example.puzzle.checkered,
        basic=example.puzzle.basic,
        kind=example.kind,
        filling=filling,
        blocked=filling if example.kind == "not-blocked" else None,
        violations=[violation.text for violation in example.violations],
        assertions=[
            AuditedAssertionRow(family=a.family, cells=[names[cell] for cell in a.about], term=a.term)
            for a in example.assertions
        ],
        model={
            symbol: value if isinstance(value, bool | int) else value.value
            for symbol, value in example.model.items()
        },
        checked_by=list(example.checked_by),
    )


def _family_row(name: str, row: Row) -> AuditedFamilyRow:
    return AuditedFamilyRow(
        encoding=name,
        family=row.family.name,
        redundant=row.found is None and not row.to_blame,
        implied=row.implied,
        occurs=row.occurs,
        counterexample=UNSET if row.found is None else _counterexample(row.name, row.found, row.report),
    )


def _keep(directory: Path, example: Counterexample, subject: Scripts) -> None:
    """Leave a counterexample as files that `check` and any solver can read."""
    puzzle, board = example.puzzle, example.puzzle.board
    plain = board.grid is not None and not puzzle.walls and puzzle.largest_region is None
    name = "plain" if plain else "json" if board.grid is None else "pzprv3"
    write_file(directory / "puzzle.txt", formats.write(puzzle, name))
    if example.filling is not None:
        write_file(directory / "filling.txt", formats.write_filling(board, example.filling))
    if example.model:
        pairs = "\n ".join(f"({symbol} {write_literal(value)})" for symbol, value in example.model.items())
        write_file(directory / "model.out", f"sat\n({pairs})\n")
    if example.script is not None:
        whole = subject.whole.script(puzzle, example.script.logic)
        write_file(directory / "audited.smt2", written(example.script, "driver"))
        write_file(directory / "whole.smt2", written(whole, "driver"))


def _script_row(name: str, script: PuzzleScript, result: Audited) -> AuditedScriptRow:
    example = result.counterexample
    lines = _lines(script)
    return AuditedScriptRow(
        script=name,
        right=result.right,
        filling=None
        if example is None or example.filling is None
        else shape(script.puzzle.board, example.filling),
        violations=[] if example is None else [violation.text for violation in example.violations],
        against=[]
        if example is None
        else [AuditedAssertionRow(family=a.family, line=lines[id(a)], term=a.term) for a in example.refusing],
        solutions=result.solutions if result.right else None,
        error=result.why or (example.unreadable if example is not None else "") or None,
    )


def _script_text(name: str, script: PuzzleScript, example: Counterexample, why: str) -> str:
    """A filling that a script decides wrongly."""
    does = "accepts this, which is not a solution" if example.violations else "refuses this solution"
    lines = [
        f"{name} {does}:\n",
        beside_puzzle(example.puzzle, example.filling, example.kind, example.violations),
    ]
    if why:
        lines.append(f"  {why}\n")
    if example.refusing:
        lines.append("Together these assertions refuse it; none of them can be left out:\n")
        listed = by_family(script.puzzle.board, script.families, example.refusing, None, _lines(script))
        lines.append(indented(listed))
    return "".join(lines)


def _lines(script: PuzzleScript) -> dict[int, int]:
    """The line of each assertion in the file of a script, by its `id`."""
    asserted = () if script.source is None else script.source.file.assertions
    return {id(own): written.line for own, written in zip(script.assertions, asserted, strict=True)}
