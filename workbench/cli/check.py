"""``fillomino check``."""

from __future__ import annotations

from drivers.default_solvers import SECOND
from drivers.solvers import find
from encoder.annotations import is_clauses, notes_of
from fillomino import formats
from fillomino.errors import InputError
from fillomino.instance import Instance
from fillomino.laboratories import part
from fillomino.puzzle import Puzzle, as_fillomino
from smtlib.text import Text
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.options import argument, optional, text
from workbench.cli.output import warn
from workbench.scripts.checking import Numbers, Printed, check_script
from workbench.texts.inputs import decode_script, open_one, script_in, source_of, text_of


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
        of_scripts = ("model", "encoding", "bound", "cells")
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
            from workbench.texts.rows import CheckRow, violation_rows

            rows = violation_rows(names, broken)
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

    def _script(self, text: Text) -> int:
        """Check a script, and print what it came to.

        Returns:
            The exit code: 1 if an assertion is false, or some conflict, or, without filling and
            answer, if the script differs from its encoding; 3 if time ran out before that was known.
        """
        reading = self.reading.bind(self.bound, self.cells)
        text, given = reading.noted(text), reading.bound
        numbers = None
        if self.filling is not None and not is_clauses(text):
            numbers = _read_filling(self.filling, given, notes_of(text).puzzle, self.reading.format)
        printed = None if self.model is None else Printed(*text_of(self.model))
        checked = check_script(
            text,
            numbers,
            printed,
            solver=find(self.solver),
            seconds=self.timeout,
            puzzle=given,
            encoding=self.encoding,
        )
        if not self.as_json:
            print(checked)
            return _CODES[checked.right]
        for row in checked.rows:
            print_row(row)
        if checked.right is None:
            warn(f"{checked.name}: {checked.decided}", code="not-decided")
        return _CODES[checked.right]


_CODES = {True: Exit.DONE, False: Exit.NO, None: Exit.NO_ANSWER}


def _read_filling(
    filling: str, given: Instance | None, own: Instance | None, format_name: str | None
) -> Numbers:
    """Return a filling and its puzzle: the given one, else that of the script if it fits, else its own."""
    puzzle = given or own
    if puzzle is not None:
        content, name = text_of(filling)
        try:
            return Numbers(puzzle, formats.read_filling(content, puzzle.places, source=name))
        except InputError:
            if given is not None or not isinstance(puzzle, Puzzle):
                raise
        document = formats.read_bytes(content.encode(), source=name, format=format_name)
    else:
        source = source_of(filling)
        document = formats.read_bytes(source.read(), source=source.name, format=format_name)
    if document.answer is not None:
        return Numbers(Puzzle(document.puzzle.board, {}), document.answer)
    if document.puzzle.empty_cells:
        raise InputError(
            "some cells are empty; a filling has a number in each", source=filling, code="bad-filling"
        )
    numbers = tuple(number for _, number in sorted(document.puzzle.clues.items()))
    return Numbers(Puzzle(document.puzzle.board, {}), numbers)
