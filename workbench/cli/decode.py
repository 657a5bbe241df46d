"""``fillomino decode``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from fillomino.words import counted
from workbench.cli.options import Basic, Checkered, From, Json, Plain, one_way_to_print
from workbench.cli.report import coloured, complain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from encoder.script import Decoded
    from fillomino.puzzle import Puzzle
    from workbench.decoding import CoreAssertion
    from workbench.rows import CoreAssertionRow, CoreRow, DecodeRow

_NEW_NAMES = re.compile(r"\(([xy]|z+)[0-9]+ ")  # of smtlib/scramble.py


def command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|PUZZLE",
            help="The .smt2 or .cnf that was answered, or its puzzle.",
            show_default=False,
        ),
    ],
    output: Annotated[
        str,
        typer.Argument(
            metavar="OUTPUT", help="A file with what the solver printed, or -.", show_default=False
        ),
    ],
    encoding: Annotated[
        str | None,
        typer.Option("--encoding", "-e", metavar="E", help="With a PUZZLE: how it is encoded.  [forest]"),
    ] = None,
    no_verdict: Annotated[
        bool,
        typer.Option(
            "--no-verdict", help="Take values as they are: without sat, beside errors, Booleans left out."
        ),
    ] = False,
    as_json: Json = False,
    plain: Plain = False,
    checkered: Checkered = False,
    basic: Basic = False,
    from_: From = None,
) -> None:
    """Read what a solver printed back to the grid, and check it.

    A file that `fillomino encode` wrote is all that is needed, in whatever flavour, scrambled or edited:
    it holds its puzzle. So does any other file with comments such as these:

    \b
      ; puzzle 1 2                the size, and a comment for each row (or JSON, see docs/formats.md)
      ; 1 0
      ; cell r1c1 = n_0           a term whose value is the number; n_0, n_1, ... need no comment
      ; cell r1c2 = 2 if x_1_2    or a Boolean for each number

    With a PUZZLE in place of the file, names are those of an --encoding. What is read is all that a
    solver prints: values, a model in any shape, an unsat core, among statistics and warnings. Of values
    the filling is shown (with --json also the forest, if encode was asked for all of it); of a core its
    assertions, by family, with their cells.

    \b
    Examples:
      fillomino encode examples/first.txt -o first.smt2
      z3 first.smt2 | fillomino decode first.smt2 -
      fillomino encode examples/first.txt --ask all --scramble 7 -o 7.smt2
      z3 7.smt2 | fillomino decode 7.smt2 - --json
      fillomino encode examples/none.txt -f core -o none.smt2
      z3 none.smt2 | fillomino decode none.smt2 -
      fillomino encode examples/first.txt -e forest-bool -f dimacs -o first.cnf
      cadical first.cnf | fillomino decode first.cnf -
      z3 first.smt2 | fillomino decode examples/first.txt - --encoding forest

    Exit code 1 for a wrong filling and for unsat, 4 for unsat where the rules give a solution, 3 where
    the solver gave no answer, 2 for what can't be read or must not be believed: two verdicts, values
    after unsat or without a verdict, an error, a missing value. --no-verdict takes the values all the same.
    """
    from drivers.answer import Failure, Sat, Unsat
    from drivers.transcript import answer_of
    from encoder.errors import DecodeError
    from fillomino.errors import InputError
    from workbench.decoding import of_puzzle, of_script
    from workbench.encodings import find_one_shot
    from workbench.inputs import Variants, open_one, script_in, source_of, text_of
    from workbench.methods.result import Exit

    one_way_to_print(as_json=as_json, plain=plain)
    if file == output == "-":
        raise InputError("standard input can't be both the file and the output")
    source = source_of(file)
    written = script_in(source)
    if written is None:
        opened = open_one(source, from_, Variants(checkered, basic))
        asked = of_puzzle(opened.document.puzzle, find_one_shot(encoding or "forest"))
    elif encoding or from_ or checkered or basic:
        message = (
            "this file holds its puzzle and encoding; leave out --encoding, --from, --checkered, --basic"
        )
        raise InputError(message, source=source.name)
    else:
        asked = of_script(written, source.name)
    printed, name = text_of(output)
    try:
        read = asked.read(printed)
    except DecodeError as error:
        raise InputError(f"this is no solver's answer: {error}", source=name) from error
    answer = answer_of(read, needs_verdict=not no_verdict)
    if read.verdict == "sat" and not read.values and isinstance(answer, Failure):
        raise InputError(f"{answer.text}; {asked.advice}", source=name)
    if isinstance(answer, Failure):
        raise InputError(f"this is no solver's answer: {answer.text}", source=name)
    show = _Shown(source.name, name, asked.puzzle, as_json=as_json, plain=plain)
    try:
        if isinstance(answer, Sat):
            raise typer.Exit(show.filling(asked.decode(read, lax=no_verdict)))
        core = asked.core(answer.core) if isinstance(answer, Unsat) and answer.core else ()
    except DecodeError as error:
        hint = "; forest was assumed, --encoding names another" if written is None and not encoding else ""
        if written is None and _NEW_NAMES.search(printed):
            hint = "; name the scrambled file in place of the puzzle"
        raise InputError(f"{error}{hint}", source=name) from error
    if not isinstance(answer, Unsat):
        complain(f"{name}: the solver gave no answer")
        raise typer.Exit(Exit.NO_ANSWER)
    raise typer.Exit(show.core(core, unique=asked.unique))


@dataclass(frozen=True, slots=True)
class _Shown:
    """Prints what was decoded, and returns the exit code.

    Attributes:
        file: the name of the file or puzzle.
        output: the name of what was printed for it.
        puzzle: the puzzle.
        as_json: whether to print JSON.
        plain: whether to print bare rows.
    """

    file: str
    output: str
    puzzle: Puzzle
    as_json: bool
    plain: bool

    def filling(self, decoded: Decoded) -> int:
        """Print a filling, and the rules that it breaks."""
        from fillomino import formats
        from fillomino.render.text import text
        from fillomino.rules import violations
        from workbench.methods.result import Exit, shape

        board, forest = self.puzzle.board, decoded.forest
        broken = violations(self.puzzle, decoded.filling)
        if self.as_json:
            row: DecodeRow = {
                "puzzle": self.file,
                "filling": shape(board, decoded.filling),
                "violations": [violation.text for violation in broken],
                "forest": forest
                and {
                    "edges": sorted([board.names[x], board.names[y]] for x, y in forest.edges),
                    "roots": {board.names[x]: root for x, root in sorted(forest.roots.items())},
                    "sizes": {board.names[x]: size for x, size in sorted(forest.sizes.items())},
                },
            }
            typer.echo(json.dumps(row))
        elif self.plain:
            typer.echo(formats.write_filling(board, decoded.filling), nl=False)
        else:
            typer.echo(text(self.puzzle, decoded.filling, colour=coloured()), nl=False)
        for violation in broken:
            complain(f"{self.output}: {violation.text}")
        return Exit.NO if broken else Exit.DONE

    def core(self, core: Sequence[CoreAssertion], *, unique: bool) -> int:
        """Print an unsat with its core, if there is one."""
        from workbench.contradicted import CONTRADICTED, without_model
        from workbench.methods.result import Exit

        if self.as_json:
            names = self.puzzle.board.names
            rows: list[CoreAssertionRow] = [
                {
                    "name": each.name,
                    "family": each.family,
                    "title": each.title,
                    "line": each.line,
                    "cells": [names[cell] for cell in each.cells],
                    "term": each.term,
                }
                for each in core
            ]
            row: CoreRow = {"puzzle": self.file, "filling": None, "core": rows}
            typer.echo(json.dumps(row))
        elif core:
            typer.echo(self._drawn(core), nl=False)
        other = "the script has no model: there is no solution but the one that it blocks, if it is right"
        meaning = other if unique else without_model(self.puzzle)
        complain(f"{self.output}: unsat: {meaning}")
        return Exit.SOLVER_FAILED if CONTRADICTED in meaning else Exit.NO

    def _drawn(self, core: Sequence[CoreAssertion]) -> str:
        """The assertions of a core by family, and the puzzle with the cells that they are about."""
        from fillomino.render.text import text
        from workbench.cli.layout import beside, indented

        names = self.puzzle.board.names
        lines = [f"{counted(len(core), 'assertion')} can't hold together, as the solver reports:"]
        for family in dict.fromkeys(each.family for each in core):
            its = [each for each in core if each.family == family]
            lines.append(f"  {family}: {its[0].title}".rstrip(": "))
            for each in its:
                place = f"line {each.line}: " if each.line else ""
                where = "".join(f"{names[cell]} " for cell in each.cells)
                lines.append(f"    {place}{where}{' ' if where else ''}{each.term}")
        cells = {cell for each in core for cell in each.cells}
        clues = {cell: number for cell, number in self.puzzle.clues.items() if cell in cells}
        about = replace(self.puzzle, clues=clues, unknown=frozenset(cells - clues.keys()))
        drawings = [("puzzle", text(self.puzzle)), ("cells of these (? without a clue)", text(about))]
        return "\n".join(lines) + "\n" + indented(beside(drawings))
