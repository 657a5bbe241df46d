"""``fillomino evaluate``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from drivers.solvers import SECOND
from fillomino.words import counted
from workbench.cli.options import From, Json, Timeout

if TYPE_CHECKING:
    from drivers.completion import Completion
    from fillomino.board import Board
    from fillomino.puzzle import Filling, Puzzle
    from smtlib.evaluate import Model
    from smtlib.file import Asserted, File
    from smtlib.literals import SortedValue
    from workbench.explain.differences import Differences, Lack
    from workbench.rows import AssertionRow, LackRow

SHOWN = 20


def command(
    script: Annotated[str, typer.Argument(metavar="FILE.smt2", help="An SMT-LIB file, or -.")],
    filling: Annotated[
        str | None,
        typer.Option("--filling", metavar="FILLING", help="Rows of numbers, or any file with an answer."),
    ] = None,
    answer: Annotated[
        str | None,
        typer.Option(
            "--model", metavar="ANSWER", help="A solver's reply to get-value; it goes before the filling."
        ),
    ] = None,
    puzzle: Annotated[
        str | None,
        typer.Option(
            "--puzzle", metavar="PUZZLE", help="The puzzle; else a rectangle of the filling's rows."
        ),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding", "-e", metavar="E", help="The encoding to compare it with, if not the one it names."
        ),
    ] = None,
    solver: Annotated[
        str,
        typer.Option(
            "--solver", "-s", metavar="S", help="Solver that completes what evaluation leaves open."
        ),
    ] = SECOND.name,
    timeout: Timeout = None,
    from_: From = None,
    as_json: Json = False,
) -> None:
    """Compare an SMT-LIB file with its encoding, and evaluate its assertions on a filling.

    First: the families and assertions that are missing, changed or added. Comments of the file that
    `encode` writes name puzzle and encoding (`; puzzle`, `; encoding`); --puzzle and --encoding
    do where it has none. The encoding writes its script anew; order, names and blanks make no
    difference. Without --filling and --model that is all.

    The file may be written by hand or by another program, as long as it calls things as
    `fillomino encodings` does: n_x is the number of cell x, e_x_y an edge, s_x a size, r_x a root.
    With --model any file can be judged, whatever it is about.
    The filling is completed to a forest (in each region the tree whose rows are joined where they
    first touch, from its first cell, or in the variant basic from its first clue); helpers that the
    file defines by equations are worked out. Where assertions still hang on symbols without a
    value, a solver is asked whether there are values with which all assertions are true, the
    filling's numbers being what they are. If not, those that can't hold together are listed. With
    --model only what it gives is fixed. A filling is refused if the file doesn't declare a number
    for each of its cells, or has one for a cell that it lacks.

    \b
    Examples:
      fillomino encode examples/first.txt -e forest -o first.smt2
      fillomino solve examples/first.txt --plain > first.answer
      fillomino evaluate first.smt2 --filling first.answer
      fillomino evaluate first.smt2 --encoding forest --puzzle examples/first.txt

    Exit code 1 if an assertion is false, or some can't hold together (without filling and model: if the
    file differs from its encoding); 3 if time ran out before that was known. With --json a row for
    each assertion: line, name, verdict (null where it is not known), term, and core: whether it is one
    of those that can't hold together; and before them one for each family that is missing, whole
    or in part: family, missing, of, title.
    """
    from drivers.errors import SessionTimeoutError
    from encoder.annotations import is_clauses, notes_of
    from fillomino.errors import InputError
    from smtlib.file import Judged, derived, file_of, judged
    from smtlib.scramble import restored
    from smtlib.sexpr import write
    from workbench.explain.differences import differences_of_text, lines_of
    from workbench.inputs import puzzle_of, text_of
    from workbench.methods.result import Exit

    content, name = text_of(script)
    if is_clauses(content):
        advice = "`fillomino decode` reads what a SAT solver prints for them"
        raise InputError(f"these are clauses, without assertions: {advice}", source=name)
    notes = notes_of(content, name)
    file = file_of(restored(content, notes.names) if notes.names else content, name)
    given_puzzle = None if puzzle is None else puzzle_of(puzzle, from_).document.puzzle
    differing = differences_of_text(content, file, notes, given_puzzle, encoding)
    if filling is None and answer is None:
        if differing is None:
            wanted = "give a --filling, a --model, or both; or --puzzle and --encoding to compare it with"
            if notes.puzzle is not None and notes.encoding is not None:
                wanted = f"give a --filling, a --model, or the --encoding: {notes.encoding} is none of ours"
            raise InputError(wanted, source=name)
        raise typer.Exit(_compared(differing, name, as_json=as_json))
    model: dict[str, SortedValue] = {}
    if filling is not None:
        board, numbers = _filled(filling, given_puzzle, notes.puzzle, from_)
        try:
            model = _numbers(content, name, board, numbers, notes.names)
        except InputError:
            if not any(each.verdict is False for each in judged(file, {})[0]):
                raise
    fixed = dict(model)
    if answer is not None:
        given = _model(answer, file, notes.names)
        model |= given
        fixed |= given
    model = derived(file, model)
    found, unknown = judged(file, model)
    false = [each for each in found if each.verdict is False]
    unclear = [each for each in found if each.verdict is None]
    solver_line = ""
    core: tuple[Asserted, ...] = ()
    code = Exit.NO if false else Exit.DONE
    if unclear and not false:
        outcome: Completion | str
        try:
            outcome = _asked(file, fixed, solver, timeout)
        except SessionTimeoutError as error:
            code, outcome = Exit.NO_ANSWER, f"  time ran out: {error}"
        if isinstance(outcome, str):
            solver_line = outcome
        elif outcome.model is not None:
            found, unknown = judged(file, outcome.model)
            unclear = [each for each in found if each.verdict is None]
            count = len(outcome.model) - len(fixed)
            solver_line = f"  {solver} gives values to the {count} other symbols with which all are true"
        else:
            code, core = Exit.NO, outcome.core
            solver_line = f"  by {solver} these can't hold together, whatever values the other symbols have:"
    if as_json:
        for lack in differing.lacks if differing else ():
            typer.echo(json.dumps(_lack_row(lack)))
        for each in found:
            its = each.asserted
            row: AssertionRow = {
                "line": its.line,
                "name": its.name,
                "verdict": each.verdict if isinstance(each.verdict, bool) else None,
                "core": its in core,
                "term": write(its.term),
            }
            typer.echo(json.dumps(row))
        raise typer.Exit(code)
    for line in lines_of(differing, name, model) if differing else ():
        typer.echo(line)
    typer.echo(
        f"{name}: of {counted(len(found), 'assertion')} {len(found) - len(false) - len(unclear)} are true, "
        f"{len(false)} false, {len(unclear)} unknown"
    )
    if solver_line:
        typer.echo(solver_line)
    together = [Judged(asserted, None) for asserted in core]
    for title, group in (("false", false), ("refused" if core else "unknown", together or unclear)):
        for each in group[:SHOWN]:
            label = f" {each.asserted.name}:" if each.asserted.name else ""
            why = f"  ({each.why})" if each.why else ""
            typer.echo(f"  line {each.asserted.line}, {title}:{label} {write(each.asserted.term)}{why}")
        if len(group) > SHOWN:
            typer.echo(f"  … and {len(group) - SHOWN} more")
    if unknown and unclear and not core:
        more = f" and {len(unknown) - SHOWN} more" if len(unknown) > SHOWN else ""
        typer.echo(f"  without a value: {', '.join(unknown[:SHOWN])}{more}")
    raise typer.Exit(code)


def _numbers(
    content: str, name: str, board: Board, filling: Filling, names: Mapping[str, str]
) -> dict[str, SortedValue]:
    """The values that a filling gives to the symbols of a script's cells, by their names in the original.

    Raises:
        InputError: if the script has no term for a cell, or one that can't hold the number.
    """
    from encoder.reader import read_puzzle_script
    from encoder.script import cells_of
    from encoder.symbols import symbol
    from fillomino.errors import InputError
    from fillomino.puzzle import Puzzle

    advice = "is it of another board? if its numbers have other names, give their values by --model"
    try:
        script = read_puzzle_script(content, name, Puzzle(board, {}))
    except InputError as error:
        if error.line is not None:
            raise
        raise InputError(f"this filling can't be judged: {error.message}; {advice}", source=name) from error
    own = {names.get(each, each) for each in script.names}
    foreign = [
        each for each in own if (its := symbol(each)) and its.kind == "n" and its.label not in board.labels
    ]
    if foreign:
        message = f"this filling can't be judged: its board has no cell for {min(foreign)}"
        raise InputError(f"{message}; {advice}", source=name)
    cells = cells_of(script)
    if "false" in cells.equal(filling):
        cell = cells.equal(filling).index("false")
        held = f"{board.names[cell]} can't be {filling[cell]} there"
        raise InputError(f"this filling can't be judged: {held}; {advice}", source=name)
    return {names.get(key, key): value for key, value in cells.complete(filling).items()}


def _compared(differing: Differences, name: str, *, as_json: bool) -> int:
    """Print how a file differs from its encoding; returns the exit code."""
    from workbench.explain.differences import lines_of
    from workbench.methods.result import Exit

    its = differing.script
    if as_json:
        for lack in differing.lacks:
            typer.echo(json.dumps(_lack_row(lack)))
    elif differing:
        for line in lines_of(differing, name):
            typer.echo(line)
    else:
        where = f", where {differing.names}" if differing.renamed else ""
        those = f"those of {its.encoding} for its puzzle{where}"
        typer.echo(f"{name}: {counted(differing.of, 'assertion')}, {those}")
    return Exit.NO if differing else Exit.DONE


def _lack_row(lack: Lack) -> LackRow:
    family = lack.family
    return {"family": family.name, "missing": len(lack.missing), "of": lack.wanted, "title": family.title}


def _asked(file: File, fixed: Model, solver: str, timeout: float | None) -> Completion | str:
    """The completion by a solver, or the reason why there is none, unless that is for want of time."""
    from drivers.completion import completion
    from drivers.errors import SessionError, SessionTimeoutError
    from drivers.limits import Limits
    from drivers.solver import installed
    from drivers.solvers import find

    asked = find(solver)
    if installed(asked) is None:
        return f"  {asked.title} could decide more, but it is not installed"
    try:
        return completion(file, fixed, asked, Limits(seconds=timeout))
    except SessionTimeoutError:
        raise
    except SessionError as error:
        return f"  {asked.title} can't decide it either: {error}"


def _model(answer: str, file: File, names: Mapping[str, str]) -> dict[str, SortedValue]:
    """The values that a solver printed, in the sorts of the file; of a scrambled one by their old names."""
    from drivers.answer import Sat
    from drivers.transcript import read_transcript
    from fillomino.errors import InputError
    from smtlib.errors import EvaluationError
    from smtlib.literals import sorted_value, width_of
    from smtlib.scramble import restored
    from workbench.cli.report import complain
    from workbench.inputs import text_of
    from workbench.methods.result import in_words

    content, name = text_of(answer)
    content = restored(content, names) if names else content
    read = read_transcript(content)
    if not isinstance(read, Sat):
        raise InputError(f"this is no model: {in_words(read)}", source=name)
    model: dict[str, SortedValue] = {}
    others: dict[str, list[str]] = {}
    for symbol, value in read.values.items():
        sort = file.sorts.get(symbol)
        if sort is None:
            continue
        if sort not in ("Bool", "Int") and width_of(sort) is None:
            others.setdefault(sort, []).append(symbol)
            continue
        try:
            model[symbol] = sorted_value(value, sort)
        except EvaluationError as error:
            raise InputError(f"this is no model: {symbol}: {error}", source=name) from error
    for sort, symbols in others.items():
        its = ", ".join(symbols[:SHOWN]) + (" …" if len(symbols) > SHOWN else "")
        complain(f"{name}: values of the sort {sort} are not evaluated: {its}")
    return model


def _filled(
    filling: str, puzzle: Puzzle | None, own: Puzzle | None, from_: str | None
) -> tuple[Board, Filling]:
    """The board and its numbers: of the puzzle, else of that of the file if they fit, else by the filling."""
    from fillomino import formats
    from fillomino.errors import InputError
    from workbench.inputs import source_of, text_of

    whose = puzzle or own
    if whose is not None:
        content, name = text_of(filling)
        try:
            return whose.board, formats.read_filling(content, whose.board, source=name)
        except InputError:
            if puzzle is not None:
                raise
        document = formats.read_bytes(content.encode(), source=name, format=from_)
    else:
        source = source_of(filling)
        document = formats.read_bytes(source.read(), source=source.name, format=from_)
    if document.answer is not None:
        return document.puzzle.board, document.answer
    if document.puzzle.empty_cells:
        raise InputError("some cells are empty; a filling has a number in each", source=filling)
    return document.puzzle.board, tuple(number for _, number in sorted(document.puzzle.clues.items()))
