"""``fillomino check``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from drivers.answer import Sat
from drivers.completion import completion
from drivers.defaults import SECOND
from drivers.errors import DriverError, SessionTimeoutError
from drivers.limits import Limits
from drivers.solver import installed
from drivers.solvers import find
from drivers.transcript import Transcript, answer_of, transcripts_of
from encoder.annotations import is_clauses, notes_of
from encoder.reader import read_script
from encoder.script import cells_of
from encoder.symbols import symbol
from fillomino import formats
from fillomino.errors import InputError, counted
from fillomino.instance import Filling, Instance
from fillomino.laboratories import part
from fillomino.puzzle import Puzzle, as_fillomino
from smtlib.commands import CHECKS
from smtlib.errors import EvaluationError, SexprError
from smtlib.evaluate import Model
from smtlib.literals import SortedValue, sorted_value
from smtlib.renaming import restored
from smtlib.scopes import Asserted, asserting_check, shown_check
from smtlib.scopes import Check as InForce
from smtlib.sexpr import write
from smtlib.text import Text
from smtlib.truth import Judged, derived, judged
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.options import argument, optional, text
from workbench.cli.output import warn
from workbench.explain.differences import Differences, differences_of_text, lines_of
from workbench.methods.smt import in_words
from workbench.texts.inputs import decode_script, open_one, script_in, source_of, text_of

SHOWN = 20
SECONDS = 60.0
"""The limit for a solver's question where none is given."""


class Check(Command):
    """Check a filling by the rules, a certificate, or the assertions of a script.

    A FILLING is rows of numbers, a puzzle file with its answer, a line of `solve --json`, or lines
    "name = number". A certificate is checked by labs/certificates/fillomino_check.py, which
    imports nothing of this program.

    A script is compared with its encoding, family by family; with a FILLING or --model each assertion is
    evaluated, and a solver (-s) decides those that remain unknown. Exit code 1 if anything is wrong.

    \b
    Examples:
      fillomino check @first first.answer
      fillomino check @first certificates/first.cnf
      fillomino check first.smt2 first.answer
    """

    subject = argument("PUZZLE|FILE.smt2", f"{options.PUZZLE_HELP} Or an SMT-LIB script.")
    filling = optional("[FILLING]", "A number for each cell, or -; or a certificate (.cnf).")
    model = text("ANSWER", "For a script: a solver's values; they override FILLING.")
    encoding = text("E", "For a script: the encoding to compare it with.", "-e")
    solver = options.solver(SECOND)
    timeout = options.timeout
    as_json = options.as_json
    game = options.game
    reading = options.reading
    bound = options.bound
    cells = options.cells

    def run(self) -> int:
        """Check what is given, and print what is wrong with it."""
        source = source_of(self.subject)
        script = script_in(source)
        if script is None and (self.model is not None or (source.path or "").endswith(".smt2")):
            script = decode_script(source.read(), source.name)
        if script is not None:
            return self._script(script)
        of_scripts = ("model", "encoding", "solver", "timeout", "bound", "cells")
        self.refuse(of_scripts, "{}: only for a script", source=self.subject)
        if self.filling is None:
            message = "name the FILLING to check, or a certificate (.cnf)"
            raise InputError(message, source=self.subject, code="missing-option")
        opened = open_one(source, self.reading)
        check = self._certificate if self.filling.endswith(".cnf") else self._filling
        return check(opened.puzzle, opened.name, self.filling)

    def _filling(self, puzzle: Instance, name: str, filling: str) -> int:
        """Check a filling by the rules."""
        content, source = text_of(filling)
        names = puzzle.places.names
        broken = puzzle.violations(formats.read_filling(content, puzzle.places, source=source))
        if self.as_json:
            from workbench.texts.rows import CheckRow, ViolationRow

            rows = [
                ViolationRow(
                    name=violation.name,
                    cells=[names[cell] for cell in violation.cells],
                    numbers=list(violation.numbers),
                    text=violation.text,
                )
                for violation in broken
            ]
            print_row(CheckRow(puzzle=name, filling=source, violations=rows))
        else:
            lines = [f"{violation.name}: {violation.text}" for violation in broken]
            print("\n".join(lines or ["the filling keeps every rule"]))
        return Exit.NO if broken else Exit.DONE

    def _certificate(self, instance: Instance, name: str, cnf: str) -> int:
        """Check a certificate; the exit code is the checker's own."""
        puzzle = as_fillomino(instance, "a certificate", name)
        check = part("certificates", "command:check", "to check a certificate")
        return int(check(puzzle, name, cnf, as_json=self.as_json))

    def _script(self, content: Text) -> int:
        """Compare a script with its encoding, and evaluate its assertions on a filling.

        The filling is completed to a forest (in each region the tree whose rows are joined where they first
        touch, from its first cell, or in the variant basic from its first clue), and symbols that the file
        defines by equations are evaluated. If assertions remain that depend on symbols without a value, a
        solver is asked whether there are values with which all are true.

        Returns:
            The exit code: 1 if an assertion is false, or some conflict, or, without filling and
            answer, if the script differs from its encoding; 3 if time ran out before that was known.
        """
        name = content.name
        if is_clauses(content):
            advice = "`fillomino decode` reads what a SAT solver prints for them"
            raise InputError(f"these are clauses, without assertions: {advice}", source=name, code="clauses")
        reading = self.reading.bind(self.bound, self.cells)
        content, given = reading.noted(content), reading.bound
        notes, original = notes_of(content), content.original
        check = asserting_check(original)
        differing = differences_of_text(content, given, self.encoding)
        if self.filling is None and self.model is None:
            if differing is None:
                wanted = "give a FILLING, a --model, or both; or --puzzle and --encoding to compare with"
                if notes.puzzle is not None and notes.encoding is not None:
                    wanted = f"give a FILLING, a --model, or the --encoding: {notes.encoding} is none of ours"
                raise InputError(wanted, source=name, code="missing-option")
            self._print_differences(differing, name, None)
            return Exit.NO if differing else Exit.DONE
        values: dict[str, SortedValue] = {}
        printed = Transcript()
        if self.filling is not None:
            puzzle, numbers = _read_filling(self.filling, given, notes.puzzle, self.reading.format)
            try:
                values = _values_of_filling(content, puzzle, numbers)
            except InputError:
                if not _Judgement(*judged(check, {})).of(False):
                    raise
        if self.model is not None:
            printed = _printed_model(self.model, original)
            values |= _values_of_model(printed, check, self.model)
        model = derived(check, values)
        judgement = self._judge(check, model, values, printed)
        if differing:
            self._print_differences(differing, name, model)
        self._print_judgement(judgement, name)
        return judgement.code

    def _judge(self, check: InForce, model: Model, given: Model, read: Transcript) -> _Judgement:
        """Evaluate the assertions; a solver is given the whole model if our evaluation leaves some open."""
        judgement = _Judgement(*judged(check, model))
        if judgement.of(False):
            return judgement._replace(code=Exit.NO)
        if not judgement.of(None):
            return judgement
        open_ = judgement._replace(code=Exit.NO_ANSWER)
        if unread := _unread(read, check):
            return open_._replace(solver_line=f"  not decided: the value of {unread} was not understood")
        solver = find(self.solver)
        if installed(solver) is None:
            line = f"  not decided: {solver.title} could decide more, but it is not installed"
            return open_._replace(solver_line=line)
        try:
            limits = Limits(seconds=self.timeout or SECONDS)
            outcome = completion(check, given, solver, limits, printed=read.model)
        except SessionTimeoutError as error:
            return open_._replace(solver_line=f"  not decided, time ran out: {error}")
        except (DriverError, EvaluationError) as error:
            return open_._replace(solver_line=f"  not decided by {solver.title} either: {error}")
        if outcome.model is None:
            values = ", whatever values the other symbols have" if outcome.missing else ""
            line = f"  by {self.solver} {'these are' if outcome.core else 'some are'} false{values}:"
            return judgement._replace(core=outcome.core, code=Exit.NO, solver_line=line)
        if outcome.missing:
            count = len(outcome.missing)
            line = f"  {self.solver} gives values to the {count} other symbols with which all are true"
        else:
            line = f"  by {self.solver} all are true"
        verdicts = [Judged(each.asserted, True) for each in judgement.verdicts]
        return _Judgement(verdicts, (), solver_line=line)

    def _print_judgement(self, judgement: _Judgement, name: str) -> None:
        """Print the verdicts: a row of JSON for each assertion, or a summary."""
        if self.as_json:
            from workbench.texts.rows import AssertionRow

            for item in judgement.verdicts:
                row = AssertionRow(
                    line=item.asserted.line,
                    name=item.asserted.name,
                    verdict=item.verdict if isinstance(item.verdict, bool) else None,
                    core=item.asserted in judgement.core,
                    term=write(item.asserted.term),
                )
                print_row(row)
            if judgement.code == Exit.NO_ANSWER:
                warn(f"{name}: {judgement.solver_line.strip()}")
            return
        false, unknown, core = judgement.of(False), judgement.of(None), judgement.core
        true = len(judgement.verdicts) - len(false) - len(unknown)
        verdicts = f"{true} are true, {len(false)} false, {len(unknown)} unknown"
        print(f"{name}: of {counted(len(judgement.verdicts), 'assertion')} {verdicts}")
        if judgement.solver_line:
            print(judgement.solver_line)
        refused = [Judged(asserted, None) for asserted in core]
        for title, group in (("false", false), ("refused", refused) if core else ("unknown", unknown)):
            for item in group[:SHOWN]:
                asserted = item.asserted
                label = f" {asserted.name}:" if asserted.name else ""
                reason = f"  ({item.why})" if item.why else ""
                print(f"  line {asserted.line}, {title}:{label} {write(asserted.term)}{reason}")
            if len(group) > SHOWN:
                print(f"  … and {len(group) - SHOWN} more")
        if judgement.unknown and unknown and not core:
            more = f" and {len(judgement.unknown) - SHOWN} more" if len(judgement.unknown) > SHOWN else ""
            print(f"  without a value: {', '.join(judgement.unknown[:SHOWN])}{more}")

    def _print_differences(self, differing: Differences, name: str, model: Model | None) -> None:
        """Print how a script differs from its encoding, or that it does not."""
        if self.as_json:
            from workbench.texts.rows import LackRow

            for lack in differing.lacks:
                family, missing = lack.family, len(lack.missing)
                print_row(LackRow(family=family.name, missing=missing, of=lack.wanted, title=family.title))
        elif differing:
            print("\n".join(lines_of(differing, name, model)))
        else:
            renamed = f", where {differing.names}" if differing.renamed else ""
            those = f"those of {differing.script.encoding} for its puzzle{renamed}"
            print(f"{name}: {counted(differing.of, 'assertion')}, {those}")


class _Judgement(NamedTuple):
    """The verdicts on all assertions.

    Attributes:
        verdicts: each assertion with its verdict.
        unknown: the symbols without a value.
        code: the exit code.
        core: assertions that conflict.
        solver_line: what a solver answered; empty if none was asked.
    """

    verdicts: Sequence[Judged]
    unknown: Sequence[str]
    code: int = Exit.DONE
    core: tuple[Asserted, ...] = ()
    solver_line: str = ""

    def of(self, verdict: bool | None) -> list[Judged]:
        """Return the assertions of a verdict."""
        return [item for item in self.verdicts if item.verdict is verdict]


def _read_filling(
    filling: str, given: Instance | None, own: Instance | None, format_name: str | None
) -> tuple[Instance, Filling]:
    """Return a filling and its puzzle: the given one, else that of the script if it fits, else its own."""
    puzzle = given or own
    if puzzle is not None:
        content, name = text_of(filling)
        try:
            return puzzle, formats.read_filling(content, puzzle.places, source=name)
        except InputError:
            if given is not None or not isinstance(puzzle, Puzzle):
                raise
        document = formats.read_bytes(content.encode(), source=name, format=format_name)
    else:
        source = source_of(filling)
        document = formats.read_bytes(source.read(), source=source.name, format=format_name)
    if document.answer is not None:
        return Puzzle(document.puzzle.board, {}), document.answer
    if document.puzzle.empty_cells:
        raise InputError(
            "some cells are empty; a filling has a number in each", source=filling, code="bad-filling"
        )
    return Puzzle(document.puzzle.board, {}), tuple(
        number for _, number in sorted(document.puzzle.clues.items())
    )


def _values_of_filling(text: Text, puzzle: Instance, filling: Filling) -> dict[str, SortedValue]:
    """Return the values that a filling gives to the symbols of a script, by their names in the original.

    Raises:
        InputError: if the script has no term for a cell, or one that can't hold the number.
    """
    advice = "is it of another board? if its numbers have other names, give their values by --model"
    board, name, names = puzzle.places, text.name, text.names
    try:
        script = read_script(text, puzzle)
    except InputError as error:
        if error.line is not None:
            raise
        raise InputError(
            f"this filling can't be judged: {error.message}; {advice}", source=name, code="bad-filling"
        ) from error
    symbols = {own: symbol(own) for own in (names.get(name, name) for name in script.names)}
    foreign = [
        own for own, cell in symbols.items() if cell and cell.kind == "n" and cell.label not in board.labels
    ]
    if foreign:
        message = f"this filling can't be judged: its board has no cell for {min(foreign)}"
        raise InputError(f"{message}; {advice}", source=name)
    cells = cells_of(script)
    terms = cells.equal(filling)
    if "false" in terms:
        cell = terms.index("false")
        held = f"{board.names[cell]} can't be {filling[cell]} there"
        raise InputError(f"this filling can't be judged: {held}; {advice}", source=name, code="bad-filling")
    return {names.get(key, key): value for key, value in cells.complete(filling).items()}


def _printed_model(answer: str, script: Text) -> Transcript:
    """Read what a solver printed, under the names of the original; it must be a model.

    Of the replies to several questions, that to the one whose values the script asks for is read.
    """
    content, name = text_of(answer)
    try:
        parts = transcripts_of(restored(content, script.names))
        read = parts[0] if len(parts) == 1 else _part_shown(parts, script)
    except SexprError as error:
        raise InputError(f"not a model: {error}", source=name, code="bad-model") from error
    model = answer_of(read)
    if not isinstance(model, Sat) and not (read.verdict == "sat" and not read.errors and read.whole):
        raise InputError(f"not a model: {in_words(model)}", source=name, code="bad-model")
    return read


def _part_shown(parts: Sequence[Transcript], script: Text) -> Transcript:
    """The replies to the check that a model belongs to (`smtlib.scopes.shown_check`).

    Raises:
        SexprError: if there are not as many verdicts as checks.
    """
    asked = sum(command.head in CHECKS for command in script.asked)
    if len(parts) != asked:
        raise SexprError(f"it holds {len(parts)} verdicts, but the script asks {counted(asked, 'time')}")
    return parts[shown_check(script).number]


def _unread(read: Transcript, check: InForce) -> str:
    """A symbol of the file with a value in the output that was not understood; empty if there is none."""
    texts = [*read.unread, *(text for _, text in read.passed_over)]
    words = {word for text in texts for word in re.findall(r"[^\s()\[\]=,|']+", text)}
    values = read.model.functions.keys()
    return next((name for name in check.signatures if name in words and name not in values), "")


def _values_of_model(read: Transcript, check: InForce, name: str) -> dict[str, SortedValue]:
    """Return the values of Booleans, integers and bit-vectors in a model, in the sorts of the file."""
    readable = set(check.readable)
    values: dict[str, SortedValue] = {}
    for key, value in read.values.items():
        if key in readable:
            try:
                values[key] = sorted_value(value, check.sorts[key])
            except EvaluationError as error:
                raise InputError(f"not a model: {key}: {error}", source=name, code="bad-model") from error
    return values
