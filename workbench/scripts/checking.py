"""A script checked: against the encoding that it is of, and its assertions in given values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from drivers.answer import Sat
from drivers.completion import completion
from drivers.errors import DriverError, SessionTimeoutError, SolverNotFoundError
from drivers.limits import Limits
from drivers.solver import Solver, installed
from drivers.transcript import Transcript, answer_of, transcripts_of
from encoder.annotations import is_clauses, notes_of
from encoder.puzzle_script import cells_of
from encoder.reader import read_script
from encoder.symbols import symbol
from fillomino.errors import InputError, counted
from fillomino.instance import Filling, Instance
from fillomino.record import Record
from smtlib.commands import CHECKS
from smtlib.errors import EvaluationError, SexprError
from smtlib.evaluate import Model
from smtlib.literals import SortedValue, sorted_value
from smtlib.renaming import restored
from smtlib.scopes import Asserted, Check, asserting_check, shown_check
from smtlib.sexpr import write
from smtlib.text import Text
from smtlib.truth import Judged, derived, judged
from workbench.methods.smt import in_words
from workbench.scripts.departures import Departures, departures_of_text, lines_of, rows_of

if TYPE_CHECKING:
    from workbench.texts.rows import Row

SECONDS = 60.0
"""The limit for a solver's question where none is given."""

_SHOWN = 20


class Asked(Record):
    """What a solver was asked about assertions that evaluation leaves open.

    Attributes:
        solver: its name.
        missing: the number of symbols for which it had to find values.
        code: of what keeps it from deciding; ``None`` where it decided.
    """

    solver: str
    missing: int = 0
    code: str | None = None


class ScriptCheck(Record):
    """What a check of a script came to; it prints as `fillomino check` does, and is true if all is right.

    Attributes:
        name: the name of the script.
        differences: how it differs from its encoding; ``None`` where that is not known.
        judged: each assertion with its value, where values were given; else empty.
        unvalued: the symbols that are left without a value.
        core: assertions that can't all be true with the values that were given.
        decided: what a solver decided, or why none did, in a sentence; empty if none was asked.
        asked: the solver that was asked, or was to be; ``None`` if none was needed.
        right: whether all assertions are true or, without values, whether the script is that of its encoding;
            ``None`` if that was not decided.
        model: the values, and what follows from them by equations of the script.
    """

    name: str
    differences: Departures | None
    right: bool | None
    judged: tuple[Judged, ...] = ()
    unvalued: tuple[str, ...] = ()
    core: tuple[Asserted, ...] = ()
    decided: str = ""
    asked: Asked | None = None
    model: Mapping[str, SortedValue] = {}

    def of(self, verdict: bool | None) -> list[Judged]:
        """Return the assertions of a value; ``None`` for those that have none."""
        return [each for each in self.judged if each.verdict is verdict]

    def __bool__(self) -> bool:
        return self.right is True

    def __str__(self) -> str:
        return "\n".join([*self._compared(), *(self._evaluated() if self.judged else [])])

    @property
    def rows(self) -> list[Row]:
        """What ``fillomino check --json`` prints.

        Departures, then each assertion that was evaluated, then the solver that was asked about these.
        """
        from workbench.texts.rows import AskedRow, AssertionRow

        rows: list[Row] = rows_of(self.differences) if self.differences else []
        rows += [
            AssertionRow(
                line=each.asserted.line,
                name=each.asserted.name,
                verdict=each.verdict if isinstance(each.verdict, bool) else None,
                core=each.asserted in self.core,
                term=write(each.asserted.term),
                why=each.why or None,
            )
            for each in self.judged
        ]
        if self.asked is not None:
            asked = AskedRow(
                solver=self.asked.solver,
                right=self.right,
                missing=self.asked.missing,
                unvalued=list(self.unvalued),
                code=self.asked.code,
                text=self.decided,
            )
            rows.append(asked)
        return rows

    def to_json(self) -> str:
        """The same as lines."""
        return "\n".join(row.to_line() for row in self.rows)

    def _compared(self) -> list[str]:
        """How the script differs from its encoding; that it does not, where that alone was asked."""
        differing = self.differences
        if differing:
            return lines_of(differing, self.name, self.model if self.judged else None)
        if differing is None or self.judged:
            return []
        renamed = f", where {differing.names}" if differing.renamed else ""
        those = f"those of {differing.script.encoding} for its puzzle{renamed}"
        return [f"{self.name}: {counted(differing.of, 'assertion')}, {those}"]

    def _evaluated(self) -> list[str]:
        """The assertions that are not true, after a line of numbers."""
        false, unknown, core = self.of(False), self.of(None), self.core
        true = len(self.judged) - len(false) - len(unknown)
        verdicts = f"{true} are true, {len(false)} false, {len(unknown)} unknown"
        lines = [f"{self.name}: of {counted(len(self.judged), 'assertion')} {verdicts}"]
        lines += [f"  {self.decided}"] if self.decided else []
        refused = [Judged(asserted, None) for asserted in core]
        for title, group in (("false", false), ("refused", refused) if core else ("unknown", unknown)):
            for each in group[:_SHOWN]:
                label = f" {each.asserted.name}:" if each.asserted.name else ""
                reason = f"  ({each.why})" if each.why else ""
                term = write(each.asserted.term)
                lines.append(f"  line {each.asserted.line}, {title}:{label} {term}{reason}")
            lines += [f"  … and {len(group) - _SHOWN} more"] if len(group) > _SHOWN else []
        if self.unvalued and unknown and not core:
            more = f" and {len(self.unvalued) - _SHOWN} more" if len(self.unvalued) > _SHOWN else ""
            lines.append(f"  without a value: {', '.join(self.unvalued[:_SHOWN])}{more}")
        return lines


class Numbers(NamedTuple):
    """A filling, and the puzzle whose places it fills."""

    puzzle: Instance
    filling: Filling


class Printed(NamedTuple):
    """What a solver printed, and the name of that text."""

    text: str
    name: str


def check_script(
    text: Text,
    numbers: Numbers | None = None,
    printed: Printed | None = None,
    *,
    solver: Solver,
    seconds: float | None = None,
    puzzle: Instance | None = None,
    encoding: str | None = None,
) -> ScriptCheck:
    """Compare a script with its encoding, and evaluate its assertions in given values.

    The filling is completed to a forest (in each region the tree whose rows are joined where they first
    touch, from its first cell, or in the variant basic from its first clue), and symbols that the script
    defines by equations are evaluated. If assertions remain that depend on symbols without a value, a
    solver is asked whether there are values with which all are true.

    Args:
        text: the script.
        numbers: a filling.
        printed: a solver's output for the script, whose values override those of the filling.
        solver: the solver.
        seconds: for its question; by default `SECONDS`.
        puzzle: the puzzle of the script; by default that in its comments.
        encoding: the name of the encoding; by default that in its comments.

    Raises:
        InputError: for clauses, a script without assertions, a filling or output that is none of this script;
            if neither values nor an encoding are known.
        SexprError: for a text that is no script.
        EncodingError: for an unknown encoding that is named.
    """
    if is_clauses(text):
        advice = "`fillomino decode` reads what a SAT solver prints for them"
        message = f"these are clauses, without assertions: {advice}"
        raise InputError(message, source=text.name, code="clauses")
    check, differing = asserting_check(text.original), departures_of_text(text, puzzle, encoding)
    if numbers is None and printed is None:
        if differing is None:
            raise _nothing_to_check(text)
        return ScriptCheck(text.name, differing, not differing)
    values: dict[str, SortedValue] = {}
    transcript = Transcript()
    if numbers is not None:
        try:
            values = _values_of_filling(text, *numbers)
        except InputError:
            if all(each.verdict is not False for each in judged(check, {})[0]):
                raise
    if printed is not None:
        transcript = _transcript(printed, text)
        values |= _values_of_model(transcript, check, printed.name)
    model = derived(check, values)
    judgements, unvalued = judged(check, model)
    done = ScriptCheck(text.name, differing, True, tuple(judgements), tuple(unvalued), model=model)
    if done.of(False):
        return done.replace(right=False)
    return _asked(done, check, values, transcript, solver, seconds) if done.of(None) else done


def _nothing_to_check(text: Text) -> InputError:
    notes = notes_of(text)
    wanted = "give a FILLING, a --model, or both; or --puzzle and --encoding to compare with"
    if notes.puzzle is not None and notes.encoding is not None:
        wanted = f"give a FILLING, a --model, or the --encoding: {notes.encoding} is none of ours"
    return InputError(wanted, source=text.name, code="missing-option")


def _asked(
    done: ScriptCheck,
    check: Check,
    given: Model,
    transcript: Transcript,
    solver: Solver,
    seconds: float | None,
) -> ScriptCheck:
    """The same where our evaluation leaves some open: a solver is given the whole model."""

    def undecided(why: str, code: str) -> ScriptCheck:
        return done.replace(right=None, decided=why, asked=Asked(solver.name, len(done.unvalued), code))

    if unread := _unread(transcript, check):
        return undecided(f"not decided: the value of {unread} was not understood", "not-evaluated")
    if installed(solver) is None:
        why = f"not decided: {solver.title} could decide more, but it is not installed"
        return undecided(why, SolverNotFoundError.code)
    try:
        limits = Limits(seconds=seconds or SECONDS)
        outcome = completion(check, given, solver, limits, printed=transcript.model)
    except SessionTimeoutError as error:
        return undecided(f"not decided, time ran out: {error}", error.code)
    except (DriverError, EvaluationError) as error:
        return undecided(f"not decided by {solver.title} either: {error}", error.code)
    asked = Asked(solver.name, len(outcome.missing))
    if outcome.model is None:
        values = ", whatever values the other symbols have" if outcome.missing else ""
        line = f"by {solver.name} {'these are' if outcome.core else 'some are'} false{values}:"
        return done.replace(right=False, core=outcome.core, decided=line, asked=asked)
    line = f"by {solver.name} all are true"
    if outcome.missing:
        line = (
            f"{solver.name} gives values to the {len(outcome.missing)} other symbols with which all are true"
        )
    true = tuple(Judged(each.asserted, True) for each in done.judged)
    return done.replace(judged=true, unvalued=(), decided=line, asked=asked)


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
        raise InputError(f"{message}; {advice}", source=name, code="bad-filling")
    cells = cells_of(script)
    if len(filling) != board.size:
        message = f"this filling can't be judged: it has {counted(len(filling), 'number')} for {board.size}"
        raise InputError(f"{message} cells; {advice}", source=name, code="bad-filling")
    terms = cells.equal(filling)
    if "false" in terms:
        cell = terms.index("false")
        held = f"{board.names[cell]} can't be {filling[cell]} there"
        raise InputError(f"this filling can't be judged: {held}; {advice}", source=name, code="bad-filling")
    return {names.get(key, key): value for key, value in cells.complete(filling).items()}


def _transcript(printed: Printed, text: Text) -> Transcript:
    """Read what a solver printed, under the names of the original; it must be a model.

    Of the replies to several questions, that to the one whose values the script asks for is read.
    """
    try:
        parts = transcripts_of(restored(printed.text, text.names))
        read = parts[0] if len(parts) == 1 else _part_shown(parts, text.original)
    except SexprError as error:
        raise InputError(f"not a model: {error}", source=printed.name, code="bad-model") from error
    model = answer_of(read)
    if not isinstance(model, Sat) and not (read.verdict == "sat" and not read.errors and read.whole):
        raise InputError(f"not a model: {in_words(model)}", source=printed.name, code="bad-model")
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


def _unread(read: Transcript, check: Check) -> str:
    """A symbol of the file with a value in the output that was not understood; empty if there is none."""
    texts = [*read.unread, *(text for _, text in read.passed_over)]
    words = {word for text in texts for word in re.findall(r"[^\s()\[\]=,|']+", text)}
    values = read.model.functions.keys()
    return next((name for name in check.signatures if name in words and name not in values), "")


def _values_of_model(read: Transcript, check: Check, name: str) -> dict[str, SortedValue]:
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
