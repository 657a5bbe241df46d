"""The check of a script, for ``fillomino check``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from fillomino.words import counted

if TYPE_CHECKING:
    from drivers.completion import Completion
    from fillomino.board import Board
    from fillomino.puzzle import Filling, Puzzle
    from smtlib.evaluate import Model
    from smtlib.file import Asserted, File, Judged
    from smtlib.literals import SortedValue
    from workbench.explain.differences import Differences, Lack
    from workbench.texts.inputs import Reading
    from workbench.texts.rows import AssertionRow, LackRow

SHOWN = 20


def check_script(
    content: str,
    name: str,
    filling: str | None,
    answer: str | None,
    encoding: str | None,
    solver: str,
    timeout: float | None,
    reading: Reading,
    *,
    as_json: bool,
) -> int:
    """Compare a script with its encoding, and evaluate its assertions on a filling.

    The filling is completed to a forest (in each region the tree whose rows are joined where they first
    touch, from its first cell, or in the variant basic from its first clue); helpers that the file defines
    by equations are worked out. Where assertions still hang on symbols without a value, a solver is asked
    whether there are values with which all are true.

    Returns:
        The exit code: 1 if an assertion is false, or some can't hold together, or, without filling and
        answer, if the script differs from its encoding; 3 if time ran out before that was known.
    """
    from encoder.annotations import is_clauses, notes_of
    from fillomino.errors import InputError
    from smtlib.file import derived, file_of, judged
    from smtlib.scramble import restored
    from workbench.explain.differences import differences_of_text, lines_of

    if is_clauses(content):
        advice = "`fillomino decode` reads what a SAT solver prints for them"
        raise InputError(f"these are clauses, without assertions: {advice}", source=name, code="clauses")
    notes = notes_of(content, name)
    file = file_of(restored(content, notes.names) if notes.names else content, name)
    given_puzzle = reading[1].bound
    differing = differences_of_text(content, file, notes, given_puzzle, encoding)
    if filling is None and answer is None:
        if differing is None:
            wanted = (
                "give a FILLING, a --model, or both; or --as puzzle=PUZZLE and --encoding to compare with"
            )
            if notes.puzzle is not None and notes.encoding is not None:
                wanted = f"give a FILLING, a --model, or the --encoding: {notes.encoding} is none of ours"
            raise InputError(wanted, source=name, code="missing-option")
        return _compared(differing, name, as_json=as_json)
    model: dict[str, SortedValue] = {}
    if filling is not None:
        board, numbers = _filled(filling, given_puzzle, notes.puzzle, reading[0])
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
    judgement = _judge(file, model, fixed, solver, timeout)
    if as_json:
        for lack in differing.lacks if differing else ():
            click.echo(_lack_row(lack).to_line())
        for each in judgement.found:
            click.echo(_row(each, judgement.core).to_line())
    else:
        for line in lines_of(differing, name, model) if differing else ():
            click.echo(line)
        click.echo("\n".join(_lines(name, judgement)))
    return judgement.code


class _Judgement(NamedTuple):
    """The verdicts on all assertions.

    Attributes:
        found: each assertion with its verdict.
        unknown: the symbols without a value.
        core: assertions that can't hold together.
        code: the exit code.
        solver_line: what a solver said; empty if none was asked.
    """

    found: Sequence[Judged]
    unknown: Sequence[str]
    core: tuple[Asserted, ...]
    code: int
    solver_line: str

    def of(self, verdict: bool | None) -> list[Judged]:
        """The assertions of a verdict."""
        return [each for each in self.found if each.verdict is verdict]


def _judge(file: File, model: Model, fixed: Model, solver: str, timeout: float | None) -> _Judgement:
    """Evaluate the assertions, and ask a solver for what hangs on symbols without a value."""
    from drivers.errors import SessionTimeoutError
    from smtlib.file import judged
    from workbench.methods.exits import Exit

    found, unknown = judged(file, model)
    plain = _Judgement(found, unknown, (), Exit.DONE, "")
    if plain.of(False):
        return plain._replace(code=Exit.NO)
    if not plain.of(None):
        return plain
    try:
        outcome = _asked(file, fixed, solver, timeout)
    except SessionTimeoutError as error:
        return plain._replace(code=Exit.NO_ANSWER, solver_line=f"  time ran out: {error}")
    if isinstance(outcome, str):
        return plain._replace(solver_line=outcome)
    if outcome.model is None:
        line = f"  by {solver} these can't hold together, whatever values the other symbols have:"
        return plain._replace(core=outcome.core, code=Exit.NO, solver_line=line)
    found, unknown = judged(file, outcome.model)
    count = len(outcome.model) - len(fixed)
    line = f"  {solver} gives values to the {count} other symbols with which all are true"
    return _Judgement(found, unknown, (), Exit.DONE, line)


def _row(each: Judged, core: Sequence[Asserted]) -> AssertionRow:
    from smtlib.sexpr import write
    from workbench.texts.rows import AssertionRow

    return AssertionRow(
        line=each.asserted.line,
        name=each.asserted.name,
        verdict=each.verdict if isinstance(each.verdict, bool) else None,
        core=each.asserted in core,
        term=write(each.asserted.term),
    )


def _lines(name: str, judgement: _Judgement) -> list[str]:
    """The verdicts in words."""
    from smtlib.file import Judged
    from smtlib.sexpr import write

    false, unclear, core = judgement.of(False), judgement.of(None), judgement.core
    true = len(judgement.found) - len(false) - len(unclear)
    verdicts = f"{true} are true, {len(false)} false, {len(unclear)} unknown"
    lines = [f"{name}: of {counted(len(judgement.found), 'assertion')} {verdicts}"]
    if judgement.solver_line:
        lines.append(judgement.solver_line)
    together = [Judged(asserted, None) for asserted in core]
    for title, group in (("false", false), ("refused" if core else "unknown", together or unclear)):
        for each in group[:SHOWN]:
            label = f" {each.asserted.name}:" if each.asserted.name else ""
            why = f"  ({each.why})" if each.why else ""
            lines.append(f"  line {each.asserted.line}, {title}:{label} {write(each.asserted.term)}{why}")
        if len(group) > SHOWN:
            lines.append(f"  … and {len(group) - SHOWN} more")
    if judgement.unknown and unclear and not core:
        more = f" and {len(judgement.unknown) - SHOWN} more" if len(judgement.unknown) > SHOWN else ""
        lines.append(f"  without a value: {', '.join(judgement.unknown[:SHOWN])}{more}")
    return lines


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
        raise InputError(
            f"this filling can't be judged: {error.message}; {advice}", source=name, code="bad-filling"
        ) from error
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
        raise InputError(f"this filling can't be judged: {held}; {advice}", source=name, code="bad-filling")
    return {names.get(key, key): value for key, value in cells.complete(filling).items()}


def _compared(differing: Differences, name: str, *, as_json: bool) -> int:
    """Print how a file differs from its encoding; returns the exit code."""
    from workbench.explain.differences import lines_of
    from workbench.methods.exits import Exit

    its = differing.script
    if as_json:
        for lack in differing.lacks:
            click.echo(_lack_row(lack).to_line())
    elif differing:
        for line in lines_of(differing, name):
            click.echo(line)
    else:
        where = f", where {differing.names}" if differing.renamed else ""
        those = f"those of {its.encoding} for its puzzle{where}"
        click.echo(f"{name}: {counted(differing.of, 'assertion')}, {those}")
    return Exit.NO if differing else Exit.DONE


def _lack_row(lack: Lack) -> LackRow:
    family = lack.family
    from workbench.texts.rows import LackRow

    return LackRow(family=family.name, missing=len(lack.missing), of=lack.wanted, title=family.title)


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
    from workbench.methods.ending import in_words
    from workbench.texts.inputs import text_of

    content, name = text_of(answer)
    content = restored(content, names) if names else content
    read = read_transcript(content)
    if not isinstance(read, Sat):
        raise InputError(f"this is no model: {in_words(read)}", source=name, code="bad-model")
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
            raise InputError(f"this is no model: {symbol}: {error}", source=name, code="bad-model") from error
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
    from workbench.texts.inputs import source_of, text_of

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
        raise InputError(
            "some cells are empty; a filling has a number in each", source=filling, code="bad-filling"
        )
    return document.puzzle.board, tuple(number for _, number in sorted(document.puzzle.clues.items()))
